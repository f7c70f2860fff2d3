import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const eslint = new ESLint();
const fixing = new ESLint({ fix: true });
const filePath = "src/webhooks/probe.ts";

/** The rules that a text breaks, linted as a source file. */
async function broken(text: string, path = filePath): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path });
  return [...new Set((result?.messages ?? []).map(({ ruleId }) => ruleId ?? "fatal"))];
}

/** A text after `eslint --fix`. */
async function repaired(text: string): Promise<string | undefined> {
  const [result] = await fixing.lintText(text, { filePath });
  return result?.output;
}

const documented = (...lines: string[]) =>
  [
    "/**",
    " * Does it.",
    " *",
    ...lines.map((line) => ` * ${line}`.trimEnd()),
    " */",
    "export const f = 1;",
    "",
  ].join("\n");

describe("the dialect of doc comments", () => {
  it("accepts a comment in the dialect", async () => {
    const text = documented(
      "@param value in milliseconds",
      "@throws {RangeError} when it is negative",
      "@example",
      "```ts",
      "f();",
      "```",
      "@see GET /transactions/{transactionId}",
      "@see RFC 9110, section 10.2.3",
    );
    expect(await broken(text)).toEqual([]);
  });

  it("accepts citations of the service's documents in the simulator and in tests only", async () => {
    const text = documented(
      'Rounds down (specification, "Limits").',
      '@see specification, "Events"',
      "@see contract, GET /transactions",
    );
    expect(await broken(text, "src/simulator/probe.ts")).toEqual([]);
    expect(await broken(text, "test/core/probe.ts")).toEqual([]);
    expect(await broken(text)).toEqual(["dialect/citations"]);
  });

  it.each([
    ["a bare class", "@throws RangeError when it is negative", "dialect/throws"],
    ["two classes in one tag", "@throws {TypeError | RangeError} when it is negative", "dialect/throws"],
    ["no reason", "@throws {RangeError}", "dialect/throws"],
    ["another word than when", "@throws {RangeError} for a negative one", "dialect/throws-when"],
    ["a tag of another dialect", "@remarks Nothing.", "dialect/tags"],
    ["a citation of the specification", '@see specification, "Events"', "dialect/citations"],
    ["a citation of the contract", "@see contract, GET /transactions", "dialect/citations"],
    ["the specification in a sentence", '(specification, "Events")', "dialect/citations"],
    ["a citation without a place", "@see https://example.com", "dialect/citations"],
    ["an upper case source in a sentence", '(Specification, "Events")', "dialect/citations"],
    ["an example that is not fenced", "@example f();", "dialect/examples"],
    ["an indented example", "    f();", "dialect/examples"],
    ["a word of the table", "The visitor waits.", "dialect/words"],
    ["a riddle", "It is no number.", "dialect/words"],
  ])("rejects %s", async (_case, line, rule) => {
    expect(await broken(documented(line))).toEqual([rule]);
  });

  it("rejects citations that are not at the end", async () => {
    const text = documented("@see GET /transactions", "@throws {RangeError} when it is negative");
    expect(await broken(text)).toEqual(["dialect/citations"]);
  });

  it("fixes problems that have one solution", async () => {
    const text = documented(
      "    f();",
      "",
      "@throws TypeError, RangeError if it is negative",
      "@see specification, GET /transactions",
    );
    expect(await repaired(text)).toBe(
      documented(
        "@throws {TypeError} when it is negative",
        "@throws {RangeError} when it is negative",
        "@example",
        "```ts",
        "f();",
        "```",
        "@see GET /transactions",
      ),
    );
  });

  it.each([
    ["an identifier", "const sessionKeeper = 1;\nvoid sessionKeeper;\n", "dialect/words"],
    ["a message", 'throw new Error("no reply");\n', "dialect/words"],
    ["a message in a template", "throw new Error(`${1} members`);\n", "dialect/words"],
    [
      "an inline type import",
      'import { type A } from "./a";\nexport const a: A = 1;\n',
      "no-restricted-syntax",
    ],
    ["an export without a description", "export const f = 1;\n", "jsdoc/require-jsdoc"],
    ["a file of 351 lines", "\n".repeat(351), "max-lines"],
  ])("checks code: %s", async (_case, text, rule) => {
    expect(await broken(text)).toContain(rule);
  });

  it("requires an example for every method of a resource", async () => {
    const method = (...comment: string[]) =>
      `/** Money. */\nexport class Money {\n${documented(...comment).replace("export const f = 1;", "pay() {}")}}\n`;
    expect(await broken(method(), "src/resources/probe.ts")).toEqual(["jsdoc/require-example"]);
    expect(await broken(method("@example", "```ts", "f();", "```"), "src/resources/probe.ts")).toEqual([]);
  });
});
