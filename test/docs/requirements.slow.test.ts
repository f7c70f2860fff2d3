import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesIn, parsed, readProjectFile, walk } from "./source-files";

const CODE =
  /\b(?:GEN|AUT|CUS|ACC|RCV|QUO|TRF|TRX|VER|BEN|CRD|SES|NSI|SRY|WEX|CRY|SBX|PAG|IDM|ERR|EVT|LIM|DOC|OP)-\d\d\b/g;
const codesOf = (text: string): string[] => text.match(CODE) ?? [];

const document = readProjectFile("docs/maintainers/requirements.md");
const [requirements = "", untested = ""] = document.split("## Rows without a test");
const idsOf = (text: string): string[] =>
  [...text.matchAll(/^\| (~~)?([A-Z]{2,3}-\d\d)(?:~~)? \|/gm)].map(([, , id = ""]) => id);
const struck = [...requirements.matchAll(/^\| ~~([A-Z]{2,3}-\d\d)~~ \|/gm)].map(([, id = ""]) => id);
const rows = idsOf(requirements).filter((id) => !struck.includes(id));

/** Every code in a string of a test: in titles, and in the tables behind them. */
function codesInTests(): Set<string> {
  const codes = new Set<string>();
  for (const file of filesIn(["test"])) {
    if (file.path.startsWith("test/docs/") || codesOf(file.text).length === 0) continue;
    walk(parsed(file), (node) => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateTail(node)) {
        for (const code of codesOf(node.text)) codes.add(code);
      }
    });
  }
  return codes;
}

describe("docs/maintainers/requirements.md", () => {
  it("has each row once, and rows of equal length in a table", () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows).toEqual([...new Set(rows)]);
    let cells = 0;
    for (const line of document.split("\n")) {
      const count = line.split(/(?<!\\)\|/).length;
      if (/^\|(?:---\|)+$/.test(line)) cells = count;
      else if (/^\| (?:~~)?[A-Z]{2,3}-\d\d/.test(line)) expect([line, count]).toEqual([line, cells]);
    }
  });

  it("has a valid row for every code in sources, tests, documents and examples", () => {
    const files = filesIn(["src", "test", "docs", "examples"], [".ts", ".md", ".json", ".html"]);
    const unknown = files.flatMap(({ path, text }) =>
      codesOf(path === "docs/maintainers/requirements.md" ? requirements.replace(/^\| ~~.*$/gm, "") : text)
        .filter((code) => !rows.includes(code))
        .map((code) => `${path}: ${code}`),
    );
    expect(files.length).toBeGreaterThan(200);
    expect(unknown).toEqual([]);
  });

  it("lists exactly the rows that no test names, each with a reason", () => {
    const named = codesInTests();
    expect(named.size).toBeGreaterThan(300);
    expect(rows.filter((id) => !named.has(id))).toEqual(idsOf(untested));
    for (const line of untested
      .split("\n")
      .filter((text) => /^\| [A-Z]/.test(text) && !/^\| ID/.test(text))) {
      expect(line).toMatch(/^\| [A-Z]{2,3}-\d\d \| \S.{10,} \|$/);
    }
  });

  it("names only documents of this project", () => {
    const links = [...document.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(link).toMatch(/^(?:\.\.\/)?[a-z]+(?:\.md)?$/);
    expect(document).not.toContain("../../");
  });
});
