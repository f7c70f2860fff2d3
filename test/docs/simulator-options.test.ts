import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesIn, parsed, readProjectFile, walk } from "./source-files";

const files = filesIn(["src/simulator/runtime"]).filter(({ path }) => /runtime\/options[./]/.test(path));

const interfaces = new Map<string, ts.InterfaceDeclaration>();
for (const file of files)
  walk(parsed(file), (node) => {
    if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
  });

/** The group that an option holds. Tokens are a list, and a row of their own. */
function groupOf(option: ts.PropertySignature): ts.InterfaceDeclaration | undefined {
  const [name] = /^Simulator\w+/.exec(option.type?.getText() ?? "") ?? [];
  return name === undefined ? undefined : interfaces.get(name);
}

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
    return [`| \`${name}\` | ${standard} | ${purpose} |`];
  });
}

describe("docs/guides/simulator-options.md", () => {
  it("has every option, its default and its purpose, as the doc comments say", () => {
    const shown = readProjectFile("docs/guides/simulator-options.md").match(/^\| `.+$/gm) ?? [];
    const rows = rowsOf(interfaces.get("SimulatorOptions"));
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => /\| {2}\|/.test(row))).toEqual([]);
    expect(shown.map((row) => row.replaceAll(/ +/g, " "))).toEqual(rows);
  });
});
