import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesIn, parsed, readProjectFile, walk } from "./source-files";

const document = readProjectFile("docs/security.md");

/** The tests that the document names in comments, each by file and title. Its package has no tests. */
const named = [...document.matchAll(/<!-- (test\/[\w/.-]+\.test\.ts): (.+?) -->/g)].map(
  ([, file = "", title = ""]) => ({ file, title }),
);

/** The lines of the two lists of promises. */
const promises = ["relay", "page"].flatMap((part) => {
  const [, section = ""] = document.split(`## What the ${part} promises\n`);
  return (section.trim().split("\n\n")[0] ?? "").split("\n");
});

/** The titles of the tests in a file. An `it.each` keeps its placeholders. */
function titlesOf(path: string): string[] {
  const titles: string[] = [];
  walk(parsed({ path, text: readProjectFile(path) }), (node) => {
    if (!ts.isCallExpression(node)) return;
    const [title] = node.arguments;
    const called = node.expression.getText();
    const isTest = /^it(?:\.each\b[\s\S]*)?$/.test(called) && title !== undefined;
    if (isTest && ts.isStringLiteralLike(title)) titles.push(title.text);
  });
  return titles;
}

describe("docs/security.md", () => {
  it("names an existing test for each promise", () => {
    expect(named.filter(({ file, title }) => !titlesOf(file).includes(title))).toEqual([]);
    // The search does not find titles of `describe`.
    expect(titlesOf("test/docs/security.slow.test.ts")).not.toContain("docs/security.md");
    expect(promises.length).toBeGreaterThan(35);
    for (const promise of promises) {
      expect(promise).toMatch(/^- .+ <!-- test\/[\w/.-]+\.test\.ts: .+ -->$/);
    }
  });

  it("names a test from each file about attacks on the relay", () => {
    const files = filesIn(["test/relay"]).map(({ path }) => path);
    for (const topic of ["ownership", "routing", "forwarding", "registration-challenge", "events"]) {
      const file = `test/relay/${topic}.test.ts`;
      expect(files).toContain(file);
      expect(named.map((test) => test.file)).toContain(file);
    }
  });
});
