import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemsOf } from "../../scripts/docs/site-links.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "site-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const site = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return problemsOf(folder);
};

describe("the check of the built site", () => {
  it("accepts links to existing pages, files and anchors, and to other sites", () => {
    const files = {
      "index.html":
        '<a href="guide%20one.html#a&amp;b">x</a><a href="#top" id="top">y</a><a href="https://example.com">z</a><a href="guide%20one.html#call=quotes.execute">p</a>',
      "guide one.html":
        '<h1 id="a&amp;b">x</h1><link rel="stylesheet" href="style.css"><svg><use href="icons.svg#i"></svg>',
      "icons.svg": '<svg><g id="i"></g></svg>',
      "style.css": "body { background: url(icons.svg); }",
    };
    expect(site(files)).toEqual([]);
  });

  it.each([
    ["a page that is not there", '<a href="gone.html">x</a>', "leads nowhere"],
    ["an anchor that is not there", '<a href="#gone">x</a>', "has no such anchor"],
    ["an anchor of another page that is not there", '<a href="other.html#gone">x</a>', "has no such anchor"],
    ["a script of another host", '<script src="https://example.com/x.js"></script>', "asks another host"],
    ["a style of another host", '<link rel="stylesheet" href="//example.com/x.css">', "asks another host"],
  ])("reports %s", (_case, text, problem) => {
    const problems = site({ "index.html": text, "other.html": "" });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it("reports a font of another host in a style", () => {
    const problems = site({ "style.css": '@import "https://example.com/font.css";' });
    expect(problems).toEqual([expect.stringContaining("asks another host")]);
  });
});
