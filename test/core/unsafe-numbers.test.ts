import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json } from "./client";
import type { ResponseMismatchEvent } from "../../src/core/types";
import { runs } from "../support/runs";

const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${maxLength}}$`));
const integer = fc.oneof(
  fc.constantFrom("0", "9007199254740991", "9007199254740992", "9007199254740993", "1"),
  fc.tuple(fc.constantFrom("1", "2", "9"), digits(18)).map((parts) => parts.join("")),
);
const fraction = fc.oneof(
  fc.constant(""),
  digits(20).map((text) => `.${text}`),
);
const exponent = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  fc
    .tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.integer({ min: 0, max: 40 }))
    .map((parts) => parts.join("")),
);
const number = fc.tuple(fc.constantFrom("", "-"), integer, fraction, exponent).map((parts) => parts.join(""));

/** Strings that contain such a number, also with escaped quotes. */
const string = fc
  .array(
    fc.oneof(
      number,
      fc.constantFrom('"', "\\", ":", ",", "[", "]", "}", " ", '","amount":', "Transaction:"),
      fc.uuid(),
    ),
    { maxLength: 6 },
  )
  .map((parts) => JSON.stringify(parts.join("")));

const blank = fc.constantFrom("", " ", "\n", "\t ");
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.oneof(number, string, fc.constantFrom("true", "null", "{}", "[]")),
    fc
      .tuple(blank, fc.array(tie("value"), { maxLength: 4 }))
      .map(([space, items]) => `[${space}${items.join(`${space},${space}`)}${space}]`),
    fc
      .tuple(blank, fc.array(fc.tuple(string, tie("value")), { maxLength: 4 }))
      .map(
        ([space, fields]) =>
          `{${fields.map(([name, item], index) => `${space}"${index}${name.slice(1)}${space}:${space}${item}`).join(",")}}`,
      ),
  ),
}));

/** The numbers of a JSON text as written, outside of strings. */
function literals(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith('"'));
}

/** Whether a number is beyond the safe integers, decided without converting it. */
function isUnsafe(literal: string): boolean {
  const [, whole = "", part = "", power = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(literal) ?? [];
  const scale = Number(power) - part.length;
  const twice = 2n * BigInt(whole + part);
  const limit = 2n * BigInt(Number.MAX_SAFE_INTEGER) + 1n;
  return scale >= 0 ? twice * 10n ** BigInt(scale) >= limit : twice >= limit * 10n ** BigInt(-scale);
}

describe("of any JSON", () => {
  it("each number beyond the safe integers is found, except within strings", async () => {
    let body = "";
    const events: ResponseMismatchEvent[] = [];
    const { fetch } = fakeFetch(() => json(body));
    const payments = createClient({
      fetch,
      logLevel: "off",
      hooks: { onResponseMismatch: (event) => events.push(event) },
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        body = text;
        events.length = 0;
        // No number is an amount here, because the names start with a digit and differ from the names of amounts.
        await payments.request("GET", "/config");
        const reported = events.flatMap(({ issues }) => issues);
        const expected = literals(text).filter(isUnsafe);
        expect(reported).toHaveLength(expected.length);
        found += expected.length;
      }),
      { numRuns: runs(50) },
    );
    expect(found).toBeGreaterThan(0);
  });
});
