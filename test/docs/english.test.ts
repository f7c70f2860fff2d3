import { describe, expect, it } from "vitest";
import { MOST_WORDS, problemsOf, sentencesOf } from "../../.ci/docs/english.mjs";
import { filesIn, readProjectFile } from "./source-files";

/** Not in plain English yet. */
const LATER = ["docs/maintainers/requirements.md"];

const pages = ["README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md"].map((path) => ({
  path,
  text: readProjectFile(path),
}));
const guides = filesIn(["docs"], [".md"]).filter(({ path }) => !LATER.includes(path));
const documents = [...pages, ...guides];
const words = (count: number) => `Word ${"word ".repeat(count - 2)}word.`;

describe("the English of the guides", () => {
  it.each(documents.map(({ path, text }) => [path, text]))(
    "has short sentences and plain phrases: %s",
    (path, text) => {
      expect(problemsOf(path, text)).toEqual([]);
    },
  );

  it("is checked in every guide", () => {
    expect(guides.length).toBeGreaterThan(45);
  });
});

describe("the check of English", () => {
  it("reports a sentence that is too long, with its line", () => {
    expect(problemsOf("a.md", words(MOST_WORDS))).toEqual([]);
    const [problem, ...others] = problemsOf("a.md", `# Title\n\n- ${words(MOST_WORDS + 1)}\n`);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^a\.md:3 has a sentence of 31 words: Word word/);
  });

  it.each([
    ["There are no lists.", "There are no"],
    ["The list of which it is a part.", "of which"],
    ["A key whose value is known.", "whose"],
    ["The hook is told of it.", "is told"],
    ["The quote expires by itself.", "by itself"],
    ["It shows the file as it is.", "as it is"],
    ["Nobody knows for certain.", "for certain"],
    ["It says what became of the call.", "what became of"],
    ["| a cell | what of it |", "what of"],
  ])("reports a forbidden phrase: %s", (text, phrase) => {
    expect(problemsOf("a.md", text)).toEqual([expect.stringContaining(`a.md:1 says "${phrase}": `)]);
  });

  it("skips comments", () => {
    expect(sentencesOf("It is 2 x<!-- whose figure -->.").map(({ text }) => text)).toEqual(["It is 2 x."]);
    expect(problemsOf("a.md", "It is 2 x<!-- whose figure -->.")).toEqual([]);
  });

  it("skips code, and counts it as one word in a sentence", () => {
    const text =
      "Call `a.b(c, d)` first.\n\n```ts\n// whose, by itself\n```\n\nThen `x`. It [ends here](a.md).\n";
    expect(problemsOf("a.md", text)).toEqual([]);
    expect(sentencesOf(text).map((sentence) => [sentence.text, sentence.words])).toEqual([
      ["Call code first.", 3],
      ["Then code.", 2],
      ["It ends here.", 3],
    ]);
  });

  it("joins the lines of a paragraph, and reads each list item separately", () => {
    const text = "1. One\n   two.\n2. [ ] **Three.** Four\n   five.\n";
    expect(sentencesOf(text).map((sentence) => [sentence.line, sentence.text])).toEqual([
      [1, "One two."],
      [3, "Three."],
      [3, "Four five."],
    ]);
  });
});
