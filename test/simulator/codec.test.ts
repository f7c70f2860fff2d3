import { describe, expect, it } from "vitest";
import { decode, encode } from "../../src/simulator/runtime/codec";

describe("the form of saved data", () => {
  const values: [string, unknown][] = [
    ["a bigint", -12345678901234567890n],
    ["bytes", new Uint8Array([0, 1, 255])],
    ["infinity", [Infinity, -Infinity, NaN]],
    ["a pattern", /^POST \/quotes/gi],
    ["a field that looks like a tag", { $bytes: "AQI=", other: { $object: [] } }],
    ["a field of a dangerous name", JSON.parse('{"__proto__": {"constructor": 1}}')],
    ["nested lists and null", { a: [1, [null, "text", { b: true }]] }],
  ];
  it.each(values)("keeps %s", (_, value) => {
    const text = JSON.stringify(encode(value));
    expect(decode(JSON.parse(text))).toEqual(value);
    expect(JSON.stringify(encode(decode(JSON.parse(text))))).toBe(text);
  });

  it.each([
    ["a function", { run: () => undefined }],
    ["an instance of a class", [new Date(0)]],
    ["a map", { map: new Map() }],
  ])("is refused for %s, so that no record can have one", (_, value) => {
    expect(() => encode(value)).toThrow(/cannot be saved: keep plain data only/);
  });
});
