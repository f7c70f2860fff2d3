import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { money, readAmount } from "../../examples/wallet-web/page/amount";

const usdc = { code: "USDC", decimals: 6 };

/** What was read, in whole units; or the sentence. */
function read(text: string, locale: string, currency = usdc): number | string {
  const result = readAmount(text, currency, locale);
  return "amount" in result ? result.amount / 10 ** currency.decimals : result.problem;
}

describe("an entered amount", () => {
  it.each([
    ["en-US", "1,000", 1000],
    ["en-US", "1,000.50", 1000.5],
    ["en-US", "1000.5", 1000.5],
    ["en-US", "1,234,567", 1_234_567],
    ["en-US", ".5", 0.5],
    ["en-US", "0.125", 0.125],
    ["en-US", "1234.567", 1234.567],
    ["en-US", " 12.50 ", 12.5],
    ["en-US", "12.50 USDC", 12.5],
    ["en-US", "12.3450", 12.345],
    ["de-DE", "1.000", 1000],
    ["de-DE", "1.234.567,5", 1_234_567.5],
    ["de-DE", "1,5", 1.5],
    ["de-DE", ",5", 0.5],
    ["fr-FR", "1 234,50", 1234.5],
    ["fr-FR", "1\u202f234,50", 1234.5],
    ["de-CH", "1'234.50", 1234.5],
    ["de-CH", "1’234.50", 1234.5],
    ["en-IN", "12,34,567.5", 1_234_567.5],
    ["ar-EG", "١٬٢٣٤٫٥", 1234.5],
    ["es-ES", "1.000", 1000],
  ])("is read in %s as %j", (locale, text, whole) => {
    expect(read(text, locale)).toBe(whole);
  });

  it.each([
    ["de-DE", "1,000", "“1,000” can be read in two ways. Write 1,00 USDC or 1.000,00 USDC."],
    ["de-DE", "12,345", "“12,345” can be read in two ways. Write 12,3450 USDC or 12.345,00 USDC."],
    ["en-US", "1.000", "“1.000” can be read in two ways. Write 1.00 USDC or 1,000.00 USDC."],
    ["en-US", "1.00.0", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", "1,00", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", "12,34,567", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", "1,0000", "Write the amount like this: 1,234.50 USDC."],
    ["de-DE", "1.5", "Write the amount like this: 1.234,50 USDC."],
    ["de-DE", "1.00.0", "Write the amount like this: 1.234,50 USDC."],
    ["en-US", "-5", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", "1e3", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", ".", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", "", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", "USDC", "Write the amount like this: 1,234.50 USDC."],
    ["en-US", "0.1234567", "USDC has at most 6 decimal places."],
  ])("is ambiguous in %s if it is %j", (locale, text, problem) => {
    expect(read(text, locale)).toBe(problem);
  });

  it("may have three decimal places if the currency has no more", () => {
    expect(read("1.234", "en-US", { code: "USDB", decimals: 3 })).toBe(1.234);
    expect(read("1,5", "ja-JP", { code: "WHOLE", decimals: 0 })).toBe(
      "Write the amount like this: 1,234 WHOLE.",
    );
  });

  it("is too large rather than rounded", () => {
    expect(read("9007199254740993", "en-US")).toBe("That is more than anybody can send.");
  });

  it("may have the format of the page, in every locale", () => {
    const locales = [
      "en-US",
      "de-DE",
      "de-CH",
      "fr-FR",
      "en-IN",
      "ar-EG",
      "es-ES",
      "pl-PL",
      "hi-IN",
      "pt-BR",
    ];
    assert(
      property(integer({ min: 0, max: 9_000_000_000_000 }), constantFrom(...locales), (amount, locale) => {
        expect(readAmount(money(amount, usdc, locale), usdc, locale)).toEqual({ amount });
      }),
    );
  });
});

describe("a displayed amount", () => {
  it("has no trailing zeros, and never three places, which could be thousands", () => {
    expect(money(25_000_000, usdc, "en-US")).toBe("25.00 USDC");
    expect(money(102_500, usdc, "en-US")).toBe("0.1025 USDC");
    expect(money(12_345_000, usdc, "en-US")).toBe("12.3450 USDC");
    expect(money(1_234_500_000, usdc, "de-DE")).toBe("1.234,50 USDC");
    expect(money(1876, { code: "EUR", decimals: 2 }, "en-US")).toBe("€18.76");
  });
});
