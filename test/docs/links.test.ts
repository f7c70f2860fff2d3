import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guides } from "../../scripts/docs/guides.mjs";
import { manifest, repository } from "../../scripts/entries.mjs";
import { linksOf, partOf, problemInPackage, problemOf, treeAt } from "./links";
import { filesIn, readProjectFile } from "./source-files";

const root = new URL("../../", import.meta.url);
const project = treeAt(root);

/** The documents at the top of the project, in `docs`, and of the examples. */
const documents = [
  ...readdirSync(root).filter((name) => /\.md$|^llms\.txt$/.test(name)),
  ...filesIn(["docs", "examples"], [".md"]).map(({ path }) => path),
];

/** npm always packs the first three. */
const packed = partOf(project, ["README.md", "LICENSE", "package.json", ...(manifest.files as string[])]);

describe("the links of the documents", () => {
  const links = documents.flatMap((path) => linksOf(project, path));

  it("lead to existing files and headings", () => {
    expect(links.length).toBeGreaterThan(40);
    const problems = links.map((link) => problemOf(project, link));
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it("stand beside names of files and folders that exist, too", () => {
    const named = documents
      .filter((path) => path !== "CHANGELOG.md")
      .flatMap((from) =>
        [...readProjectFile(from).matchAll(/`((?:src|test|bench|scripts|examples|docs)\/[\w./-]+)`/g)].map(
          ([, target = ""]) => ({ from, target }),
        ),
      );
    expect(named.length).toBeGreaterThan(50);
    const madeByCommands = ["examples/books/reports", "test/mutants/results/"];
    const others = named.filter(({ target }) => !madeByCommands.includes(target));
    expect(others.filter(({ target }) => !existsSync(new URL(target, root)))).toEqual([]);
  });

  it("lead to packed files or to the repository", () => {
    const inPackage = links.filter(({ from }) => packed.kindOf(from) !== undefined);
    expect(inPackage.length).toBeGreaterThan(50);
    const problems = inPackage.map((link) => problemInPackage(packed, link));
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it("lead from the guides to example files that are packed", () => {
    const examples = links
      .filter(({ from }) => from.startsWith("docs/guides/"))
      .map(({ from, target }) => `${from}: ${target}`)
      // The README of a project with its own tests is on the web.
      .filter((link) => /\/examples\/(?!.*\.md$)/.test(link));
    expect(examples.length).toBeGreaterThan(20);
    expect(examples.filter((link) => !link.includes(": ../../examples/"))).toEqual([]);
  });

  it("in docs/guides/README.md list every guide, as README.md and the site do", () => {
    const listed = guides().flatMap(({ guides: list }) => list.map(({ path }) => path));
    const there = documents.filter((path) => path.startsWith("docs/guides/") && !path.endsWith("/README.md"));
    expect(listed.toSorted()).toEqual(there.toSorted());
  });

  it("in llms.txt list every packed document", () => {
    const listed = new Set(linksOf(project, "llms.txt").map(({ target }) => target));
    const others = documents.filter((path) => packed.kindOf(path) !== undefined && !listed.has(path));
    expect(others).toEqual(["llms.txt", "docs/guides/README.md"]);
  });

  it.each([
    ["docs/errors.md", "outcome.md", "leads nowhere"],
    ["docs/errors.md", "outcomes.md#nothing", "has no such anchor"],
    ["README.md", `${repository}/blob/main/docs/error.md`, "leads nowhere"],
    ["README.md", `${repository}/blob/main/docs/maintainers/decisions`, "should be below tree"],
    ["README.md", "#nothing", "has no such anchor"],
  ])("are checked: in %s, %s is a problem", (from, target, problem) => {
    expect(problemOf(project, { from, target })).toBe(`${from}: ${target} ${problem}`);
  });

  it.each([
    ["docs/errors.md", "maintainers/architecture.md", "leads nowhere"],
    ["README.md", "CONTRIBUTING.md", "leads nowhere"],
    ["docs/guides/webhooks.md", "../../examples/books", "leads nowhere"],
    ["README.md", `${repository}/blob/main/docs/errors.md`, "should be relative"],
  ])("are checked in the package: in %s, %s is a problem", (from, target, problem) => {
    expect(problemInPackage(packed, { from, target })).toBe(`${from}: ${target} ${problem}`);
  });
});
