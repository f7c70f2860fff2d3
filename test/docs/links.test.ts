import { existsSync, readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guides } from "../../.ci/docs/guides.mjs";
import { manifest, repository } from "../../.ci/entries.mjs";
import { blocksOf } from "./blocks/extract";
import { filesIn, readProjectFile } from "./source-files";

const root = new URL("../../", import.meta.url);

/** The documents at the top of the project, those below docs, and those of the examples. */
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...filesIn(["docs", "examples"], [".md"]).map(({ path }) => path),
];

/** A document without its code. */
function proseOf(path: string): string {
  const text = readProjectFile(path);
  const lines = text.split("\n");
  for (const { line, code } of blocksOf(path, text))
    lines.fill("", line - 1, line - 1 + code.split("\n").length - 1);
  return lines.join("\n").replaceAll(/`[^`\n]*`/g, "`code`");
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  const text = readProjectFile(path);
  const inCode = new Set(
    blocksOf(path, text).flatMap(({ line, code }) => code.split("\n").map((_, index) => line + index)),
  );
  for (const [index, content] of text.split("\n").entries()) {
    const heading = inCode.has(index + 1) ? undefined : /^#{1,6} (.+)$/.exec(content)?.[1];
    if (heading === undefined) continue;
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${slug}-${number}`;
    anchors.add(anchor);
  }
  return anchors;
}

interface Link {
  /** The document that has it. */
  readonly from: string;
  readonly target: string;
}

function linksOf(path: string): Link[] {
  const inline = [...proseOf(path).matchAll(/\]\(<?([^()\s>]+(?:\([^()\s]*\)[^()\s]*)?)>?(?: "[^"]*")?\)/g)];
  return inline.map(([, target = ""]) => ({ from: path, target }));
}

/** The path in the project that a link leads to; `undefined` for one that leads elsewhere. */
function pathOf({ from, target }: Link): { path: string; anchor: string } | undefined {
  const inRepository = new RegExp(`^${repository}/(?:blob|tree)/main/(.*)$`).exec(target)?.[1];
  if (inRepository === undefined && /^[a-z]+:/i.test(target)) return undefined;
  const { pathname, hash } = new URL(
    inRepository ?? target,
    inRepository === undefined ? `file:///${from}` : "file:///",
  );
  return { path: decodeURIComponent(pathname.slice(1)), anchor: hash.slice(1) };
}

/** What is wrong with a link, if something is. */
function problemOf(link: Link): string | undefined {
  const { path, anchor } = pathOf(link) ?? {};
  if (path === undefined || anchor === undefined) return undefined;
  const name = `${link.from}: ${link.target}`;
  if (!existsSync(new URL(path.split("/").map(encodeURIComponent).join("/"), root)))
    return `${name} leads nowhere`;
  if (link.target.startsWith(repository)) {
    const kind = statSync(new URL(path, root)).isDirectory() ? "tree" : "blob";
    if (!link.target.startsWith(`${repository}/${kind}/`)) return `${name} should be below ${kind}`;
  }
  if (anchor !== "" && !(path.endsWith(".md") && anchorsOf(path).has(anchor)))
    return `${name} has no such anchor`;
  return undefined;
}

describe("the links of the documents", () => {
  const links = documents.flatMap(linksOf);

  it("lead to files and headings that are there", () => {
    expect(links.length).toBeGreaterThan(40);
    expect(links.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
  });

  it("of the README are absolute, or lead to files of the package, so that they work on npm", () => {
    const packed = ["README.md", "LICENSE", "package.json", ...(manifest.files as string[])];
    const others = linksOf("README.md").filter(
      ({ target }) => !/^(?:https:|#)/.test(target) && !packed.includes(target),
    );
    expect(others).toEqual([]);
  });

  it("of docs/guides/README.md name every guide, in a list that README.md and the site have as well", () => {
    const listed = guides().flatMap(({ guides: list }) => list.map(({ path }) => path));
    const there = documents.filter((path) => path.startsWith("docs/guides/") && !path.endsWith("/README.md"));
    expect(listed.toSorted()).toEqual(there.toSorted());
  });

  it.each([
    ["docs/errors.md", "outcome.md", "leads nowhere"],
    ["docs/errors.md", "outcomes.md#nothing", "has no such anchor"],
    ["README.md", `${repository}/blob/main/docs/error.md`, "leads nowhere"],
    ["README.md", `${repository}/blob/main/docs/decisions`, "should be below tree"],
    ["README.md", "#nothing", "has no such anchor"],
  ])("are looked at: %s has %s", (from, target, problem) => {
    expect(problemOf({ from, target })).toBe(`${from}: ${target} ${problem}`);
  });
});
