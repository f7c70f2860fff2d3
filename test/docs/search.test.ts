import { describe, expect, it } from "vitest";
import { publicNames } from "../../scripts/api/read.mjs";
import { searchEntries } from "../../scripts/docs/search-entries.mjs";
import { buildIndex, searcherOf } from "../../scripts/docs/search-index.mjs";
import { questions } from "./search-questions";

const entries = searchEntries();
const search = searcherOf(buildIndex(entries));

describe("the search of the site", () => {
  it("answers 95 % of the questions among the first three results", () => {
    const missed = questions.flatMap(([question, ...pages]) => {
      const first = search(question).slice(0, 3);
      const isRight = first.some(({ url }) =>
        pages.some((page) => url === page || url.startsWith(`${page}#`)),
      );
      return isRight ? [] : [{ question, pages, found: first.map(({ url }) => url) }];
    });
    expect(questions).toHaveLength(108);
    expect(missed.length / questions.length, JSON.stringify(missed, undefined, 1)).toBeLessThanOrEqual(0.05);
  });

  it("finds every exported name", () => {
    const names = entries.filter(({ kind }) => kind === "name");
    const exported = Object.entries(publicNames()).flatMap(([specifier, names]) => [
      specifier,
      ...names.map((name) => `${specifier} ${name}`),
    ]);
    const types = entries
      .filter(({ kind }) => kind === "resource")
      .map(({ words }) => `payments-sdk ${words}`);
    const known = names.map(({ page, name }) => (page === "Entry" ? name : `${page} ${name}`)).concat(types);
    expect(known.toSorted()).toEqual(exported.toSorted());
  });

  it("finds nothing for text that no page has", () => {
    expect(search("xyzzyqwv")).toEqual([]);
    expect(search("  ")).toEqual([]);
  });
});
