import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesIn, parsed, readProjectFile, walk } from "./source-files";

const files = filesIn(["src/simulator/runtime"]).filter(({ path }) => /runtime\/options[./]/.test(path));

const interfaces = new Map<string, ts.InterfaceDeclaration>();
for (const file of files)
  walk(parsed(file), (node) => {
    if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
  });

/** The group of an option. Tokens are a list with a separate row. */
function groupOf(option: ts.PropertySignature): ts.InterfaceDeclaration | undefined {
  const [name] = /^Simulator\w+/.exec(option.type?.getText() ?? "") ?? [];
  return name === undefined ? undefined : interfaces.get(name);
}

/** The first sentence of a doc comment. The page says once how to write a duration. */
const inShort = (purpose: string) =>
  purpose
    .replace(/(?:: |\. )milliseconds, or (?:a string|strings) such as `[^`]+`/i, "")
    .replace(/\. [A-Z`].*$/, "");

/** A row for each option, from its doc comment. */
function rowsOf(group: ts.InterfaceDeclaration | undefined, prefix = ""): string[] {
  return (group?.members ?? ([] as ts.TypeElement[])).flatMap((member) => {
    if (!ts.isPropertySignature(member)) return [];
    const name = prefix + member.name.getText();
    const inner = groupOf(member);
    if (inner) return rowsOf(inner, `${name}.`);
    const text = ts
      .getJSDocCommentsAndTags(member)
      .map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? "")
      .join(" ")
      .replaceAll(/\s+/g, " ");
    const [, purpose = "", standard = ""] = /^(.*?)\.? Default:? (.+?)\.?$/.exec(text) ?? [];
    return [`| \`${name}\` | ${standard} | ${inShort(purpose)} |`];
  });
}

describe("docs/guides/simulator-options.md", () => {
  it("lists every option with the default and the first sentence of its doc comment", () => {
    const shown = readProjectFile("docs/guides/simulator-options.md").match(/^\| `.+$/gm) ?? [];
    const rows = rowsOf(interfaces.get("SimulatorOptions"));
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => /\| {2}\|/.test(row))).toEqual([]);
    expect(shown.map((row) => row.replaceAll(/ +/g, " "))).toEqual(rows);
  });

  it("is followed by the options of `seed` in the guide to states", () => {
    const page = readProjectFile("docs/guides/simulator-admin.md");
    const rows = rowsOf(interfaces.get("SeedOptions"));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(page).toContain(row);
  });
});
