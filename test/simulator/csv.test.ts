import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../src/simulator/api/body";

const options = { relax_column_count: true, skip_empty_lines: true, bom: true } as const;

describe("comma-separated values", () => {
  it.each([
    "a,b\n1,2\n",
    "a,b\r\n1,2\r\n",
    "a,b\n1,2",
    "a\n\n\nb\n",
    '"a"\n""\n',
    "a,\n,b\n,\n",
    '"a,b","c\nd","e\r\nf"\n',
    '"say ""hello""",""""\n',
    "a,b,c\n1\n1,2,3,4\n",
    "\uFEFFa,b\n1,2\n",
    "ä,€,🙂\n",
    " a , b \n",
    "",
  ])("are parsed like csv-parse: %j", (text) => {
    expect(parseCsv(text)).toEqual(parse(text, options));
  });

  it.each(['"a', '"a"b\n', 'a"b\n', 'a,b\n"1,2\n3,4\n', '""a""\n'])("must have closed quotes: %j", (text) => {
    expect(() => parse(text, options)).toThrow();
    expect(() => parseCsv(text)).toThrow(/row \d/);
  });

  it("may end lines in CR only", () => {
    expect(parseCsv("a,b\r1,2\r")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  // As long as it takes to read a few texts of ten megabytes: a shorter text does not tell linear from quadratic.
  it("of ten megabytes are parsed in linear time, valid or not", () => {
    const long = "x".repeat(10_000_000);
    expect(parseCsv(`"${long}",b\n`)[0]?.[0]).toHaveLength(10_000_000);
    expect(() => parseCsv(`"${long}`)).toThrow("row 1");
    expect(() => parseCsv(`${long}"`)).toThrow("row 1");
    expect(parseCsv("a,b\n".repeat(500_000))).toHaveLength(500_000);
  });
});

it("any rows are the same after they were written and read", () => {
  const field = fc.oneof(
    fc.string(),
    fc.constantFrom('"', ",", "\n", "\r\n", "\ufeff", "é").map((mark) => `a${mark}b`),
  );
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 1 }), { minLength: 1 }), (rows) => {
      const lines = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(","));
      expect(parseCsv(lines.join("\n"))).toEqual(rows);
    }),
  );
});
