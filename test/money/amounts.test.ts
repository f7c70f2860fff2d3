import fc from "fast-check";
import { amountToDecimal, formatAmount, parseAmount } from "payments-sdk";
import { describe, expect, it } from "vitest";

const usd = { code: "USD", decimals: 2, name: "United States Dollar", symbol: "$" };
const jpy = { code: "JPY", decimals: 0 };
const kwd = { code: "KWD", decimals: 3 };
const btc = { code: "BTC", decimals: 8 };
const usdc = { code: "USDC", decimals: 6 };
const ether = { code: "WEETH", decimals: 18 };

/** Replaces the no-break spaces of Intl with plain spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("formatAmount", () => {
  it.each([
    [1234, usd, "en-US", "$12.34"],
    [0, usd, "en-US", "$0.00"],
    [5, usd, "en-US", "$0.05"],
    [-5, usd, "en-US", "-$0.05"],
    [123456789, usd, "de-DE", "1.234.567,89 $"],
    [1234, jpy, "en-US", "¥1,234"],
    [1234, kwd, "en-US", "KWD 1.234"],
    [1, btc, "en-US", "BTC 0.00000001"],
    [12340000, usdc, "en-US", "12.340000 USDC"],
    [1, ether, "en-US", "0.000000000000000001 WEETH"],
    [Number.MAX_SAFE_INTEGER, usd, "en-US", "$90,071,992,547,409.91"],
    [Number.MAX_SAFE_INTEGER, btc, "en-US", "BTC 90,071,992.54740991"],
    [Number.MAX_SAFE_INTEGER, ether, "en-US", "0.009007199254740991 WEETH"],
  ])("shows %j of %j in %s as %s [GEN-06]", (amount, currency, locale, expected) => {
    expect(plain(formatAmount(amount, currency, locale))).toBe(expected);
  });

  it("writes the currency code unchanged if Intl does not know it [GEN-09]", () => {
    expect(formatAmount(1234, { code: "USDC", decimals: 2 }, "en-US")).toBe("12.34 USDC");
  });

  it("uses the runtime's locale by default", () => {
    expect(formatAmount(1234, usd)).toBe(
      formatAmount(1234, usd, new Intl.NumberFormat().resolvedOptions().locale),
    );
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("rejects the amount %j [OP-28]", (amount) => {
    expect(() => formatAmount(amount, usd)).toThrow(expect.objectContaining({ name: "InvalidRequestError" }));
  });

  it.each([-1, 1.5, 21, Number.NaN])("rejects a currency with %j decimals", (decimals) => {
    expect(() => formatAmount(1, { code: "USD", decimals })).toThrow("currency.decimals");
    expect(() => parseAmount("1", { code: "USD", decimals })).toThrow("currency.decimals");
  });
});

describe("a currency", () => {
  const NEITHER = 'must be a code such as "USD", or an object with `code` and `decimals`';
  const UNKNOWN =
    "must be a code of ISO 4217, BTC, USDC, USDT or USDB; for any other pass the currency object of a response, which has its `decimals`";

  it.each([
    ["null", null, "currency", NEITHER],
    ["missing", undefined, "currency", NEITHER],
    [
      "a code in lower case",
      "usd",
      "currency",
      'must be a code of ISO 4217, BTC, USDC, USDT or USDB; did you mean "USD"?',
    ],
    ["a code that nobody listed", "WEETH", "currency", UNKNOWN],
    ["an empty code", "", "currency", UNKNOWN],
    ["a name of Object.prototype", "constructor", "currency", UNKNOWN],
    ["two codes", "USD EUR", "currency", UNKNOWN],
    ["a number", 840, "currency", NEITHER],
    ["without a code", { decimals: 2 }, "currency.code", "must be a non-empty string"],
    ["with an empty code", { code: "", decimals: 2 }, "currency.code", "must be a non-empty string"],
    ["with a numeric code", { code: 840, decimals: 2 }, "currency.code", "must be a non-empty string"],
    ["without decimals", { code: "USD" }, "currency.decimals", "must be an integer from 0 to 20"],
    [
      "with decimals as text",
      { code: "USD", decimals: "2" },
      "currency.decimals",
      "must be an integer from 0 to 20",
    ],
  ])("is rejected by both functions: %s", (_case, currency, path, message) => {
    // Plain JavaScript may pass any value.
    const unit = currency as typeof usd;
    const invalid = expect.objectContaining({
      name: "InvalidRequestError",
      issues: [{ path, message }],
    });
    expect(() => formatAmount(1, unit)).toThrow(invalid);
    expect(() => parseAmount("1", unit)).toThrow(invalid);
  });
});

describe("a currency code", () => {
  it.each([
    ["USD", "12.34", 1234],
    ["JPY", "1234", 1234],
    ["KWD", "1.234", 1234],
    ["CLF", "1.2345", 12345],
    ["UGX", "3660", 3660],
    ["USDC", "12.34", 12_340_000],
    ["USDT", "0.000001", 1],
    ["USDB", "1", 1_000_000],
    ["BTC", "0.00000001", 1],
  ])("determines its decimals: %s [GEN-06]", (code, text, amount) => {
    expect(parseAmount(text, code)).toBe(amount);
    expect(parseAmount(formatAmount(amount, code, "en-US").replace(/[^\d.]/g, ""), code)).toBe(amount);
  });

  it("may be any, with its decimals", () => {
    expect(parseAmount("1", { code: "XYZ", decimals: 2 })).toBe(100);
  });

  it.each(["XYZ", "XRP", "ETH", "jpy", "usd", "Usdc"])(
    "is rejected without a guess at its decimals: %s",
    (code) => {
      expect(() => parseAmount("1000", code)).toThrow(
        expect.objectContaining({
          code: "INVALID_REQUEST",
          issues: [{ path: "currency", message: expect.anything() }],
        }),
      );
      expect(() => parseAmount("1000", code)).not.toThrow("decimals: ");
    },
  );

  it.each([
    ["jpy", "JPY"],
    ["Usdc", "USDC"],
    [" eur ", "EUR"],
  ])("is suggested in the correct spelling: %s", (given, code) => {
    expect(() => parseAmount("1000", given)).toThrow(`did you mean "${code}"?`);
  });

  it("is known for every currency of this engine, with the decimals of ISO 4217", () => {
    // CLDR counts the decimals in use (the Iraqi dinar has no coins). ISO 4217 counts the defined ones, as the service does.
    const cldr = new Set(
      "AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP TZS YER".split(" "),
    );
    const isKnown = (code: string) => {
      try {
        parseAmount("1", code);
        return true;
      } catch {
        return false;
      }
    };
    const listed = [
      "USD",
      "EUR",
      "GBP",
      "JPY",
      "KRW",
      "CLP",
      "KWD",
      "BHD",
      "OMR",
      "TND",
      "JOD",
      "LYD",
      "ISK",
      "XAF",
      "XOF",
      "XPF",
      "VND",
    ];
    const engine = Intl.supportedValuesOf("currency").filter(isKnown);
    expect(engine.length).toBeGreaterThan(150);
    expect(engine).toEqual(expect.arrayContaining(listed));
    const differing = engine.filter((code) => {
      const digits = new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions()
        .maximumFractionDigits;
      return parseAmount("1", code) !== 10 ** (digits ?? 2) && !cldr.has(code);
    });
    expect(differing).toEqual([]);
  });
});

describe("a locale", () => {
  it.each(["en_US", "", "not a locale", "x", 7, {}, [], ["en-US"], Symbol("en-US")])(
    "is rejected: %s",
    (locale) => {
      for (const currency of [usd, usdc]) {
        expect(() => formatAmount(1, currency, locale as string)).toThrow(
          expect.objectContaining({
            name: "InvalidRequestError",
            message: '`locale` must be a BCP 47 language tag, for example "en-US"',
          }),
        );
      }
    },
  );

  it("may be null in JavaScript", () => {
    expect(formatAmount(1234, usd, null as unknown as undefined)).toBe(formatAmount(1234, usd));
  });
});

describe("parseAmount", () => {
  it.each([
    ["12.34", usd, 1234],
    ["12.3", usd, 1230],
    ["12", usd, 1200],
    ["0", usd, 0],
    ["0.07", usd, 7],
    ["007.10", usd, 710],
    ["1234", jpy, 1234],
    ["0.00000001", btc, 1],
    // Floating-point products are wrong for 1.1 * 100, 4.35 * 100 and 1.005 * 1000.
    ["1.1", usd, 110],
    ["4.35", usd, 435],
    ["1.005", kwd, 1005],
    ["90071992547409.91", usd, Number.MAX_SAFE_INTEGER],
    [" 1.50\n", usd, 150],
  ])("parses %j in %j as %j [GEN-06]", (text, currency, expected) => {
    expect(parseAmount(text, currency)).toBe(expected);
  });

  const DIGITS = 'must be digits with an optional decimal separator, for example "12.34"';

  it.each([
    [
      "more decimal places than the currency has",
      "1.234",
      usd,
      "has more decimal places than USD, which has 2",
    ],
    ["a decimal place where there is none", "1.0", jpy, "has more decimal places than JPY, which has 0"],
    ["an exponent", "1e3", usd, DIGITS],
    ["a blank inside", "1 000", usd, DIGITS],
    ["nothing", "", usd, DIGITS],
    ["a sign", "-1", usd, DIGITS],
    ["a plus", "+1", usd, DIGITS],
    ["grouping", "1,000.00", usd, DIGITS],
    ["no digit before the point", ".5", usd, DIGITS],
    ["no digit after the point", "1.", usd, DIGITS],
    ["two points", "1.2.3", usd, DIGITS],
    ["hexadecimal", "0x10", usd, DIGITS],
    ["other digits", "١٢", usd, DIGITS],
    ["a word", "Infinity", usd, DIGITS],
    ["one unit beyond the safe integers", "90071992547409.92", usd, "is beyond the safe integers"],
    ["far too much", "9".repeat(400), usd, "is beyond the safe integers"],
  ])("rejects %s [OP-28]", (_case, text, currency, message) => {
    expect(() => parseAmount(text, currency)).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        outcome: "not-executed",
        issues: [{ path: "amount", message }],
      }),
    );
  });

  it("suggests a locale for a decimal comma, and for nothing else", () => {
    for (const text of ["1,50", " 1.250,00 ", "1 250,00"]) {
      expect(() => parseAmount(text, "EUR")).toThrow('pass a locale as third argument, such as "de-DE"');
    }
    for (const text of ["1,000.00", "1,2,3", ",50", "-1,50", "abc"]) {
      expect(() => parseAmount(text, "EUR")).toThrow(/for example "12\.34"$/);
    }
    expect(() => parseAmount("1,50", "EUR", "en-US")).toThrow(/for example "12\.34"$/);
  });

  it("rejects values that are not text", () => {
    // A plain JavaScript caller can pass a number that is already rounded.
    expect(() => parseAmount(12.34 as unknown as string, usd)).toThrow("must be digits");
  });
});

describe("parseAmount with a locale", () => {
  it.each([
    ["1,50", "de-DE", 150],
    ["1.250,00", "de-DE", 125_000],
    ["1250", "de-DE", 125_000],
    ["1,234.50", "en-US", 123_450],
    ["1.234,5", "es-ES", 123_450],
    // People type plain spaces and apostrophes. Intl writes others.
    [" 1 234,50 ", "fr-FR", 123_450],
    ["1'234.50", "de-CH", 123_450],
    ["1,23,456.50", "hi-IN", 12_345_650],
    ["١٬٢٣٤٫٥٠", "ar-EG", 123_450],
    // Currencies have other separators than plain numbers there.
    ["1.234,50", "de-AT", 123_450],
    ["1 234.50", "fr-CH", 123_450],
    ["1,234.50", "en-DE", 123_450],
  ])("reads %j in %s as %j", (text, locale, expected) => {
    expect(parseAmount(text, usd, locale)).toBe(expected);
  });

  it.each([
    ["123.45", "EGP", "ar-EG", 12_345],
    ["1,234.5", "EGP", "ar-EG", 123_450],
    ["１２３", "JPY", "ja-JP", 123],
    ["１，２３４．５０", "USD", "ja-JP", 123_450],
    ["12,34", "CHF", "fr-CH", 1234],
    ["1 234,50", "CHF", "fr-CH", 123_450],
    ["1'234,50", "CHF", "de-CH", 123_450],
    ["1 234,56", "EUR", "de-AT", 123_456],
    ["1,234.56", "EUR", "de-DE", 123_456],
    ["1 234.56", "USD", "en-US", 123_456],
    ["1.234.567", "EUR", "fr-FR", 123_456_700],
    ["1234.5", "EUR", "fr-FR", 123_450],
    ["१२,३४५", "INR", "en-IN", 1_234_500],
    ["\u200E12.34", "ILS", "he-IL", 1234],
  ])("reads what people type: %s in %s, %s", (text, currency, locale, expected) => {
    expect(parseAmount(text, currency, locale)).toBe(expected);
  });

  it.each([
    ["1.250", "EUR", "fr-FR"],
    ["1.250", "CHF", "fr-FR"],
    ["1,250", "KWD", "ar-EG"],
    ["1,250", "CHF", "fr-CH"],
    ["1.234.56", "EUR", "de-DE"],
    ["1 234 56", "EUR", "de-DE"],
  ])("rejects a text with two meanings or none: %s in %s, %s", (text, currency, locale) => {
    expect(() => parseAmount(text, currency, locale)).toThrow("must be digits");
  });

  it("reads every amount back that it shows, in 62 locales, with any number of decimals", () => {
    const locales =
      "af-ZA am-ET ar-EG ar-AE ar-MA az-AZ be-BY bg-BG bn-BD bn-IN bs-BA ca-ES cs-CZ da-DK de-AT de-CH de-DE de-LI el-GR en-AU en-GB en-IN en-US en-ZA es-AR es-CO es-ES es-MX et-EE eu-ES fa-IR fi-FI fil-PH fr-BE fr-CA fr-CH fr-FR ga-IE he-IL hi-IN hr-HR hu-HU id-ID is-IS it-CH it-IT ja-JP ka-GE kk-KZ ko-KR lt-LT lv-LV mr-IN my-MM nb-NO ne-NP nl-NL pl-PL pt-BR pt-PT sv-SE ur-PK";
    const currencies = ["USD", "JPY", "KWD"];
    const wrong: string[] = [];
    for (const locale of locales.split(" ")) {
      for (const currency of currencies) {
        for (const amount of [0, 5, 1234, 125_000, 123_456_789]) {
          const [shown = ""] = /\p{Nd}(?:.*\p{Nd})?/u.exec(formatAmount(amount, currency, locale)) ?? [];
          if (parseAmount(shown, currency, locale) !== amount) wrong.push(`${shown} ${currency} ${locale}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(["en-US", "de-DE", "de-AT", "fr-FR", "fr-CH", "en-DE", "en-FI", "pt-PT", "hi-IN", "ar-EG"])(
    "reads the number that formatAmount shows in %s",
    (locale) => {
      for (const currency of [usd, jpy, kwd, btc, { code: "USDC", decimals: 6 }]) {
        const shown = formatAmount(123_456_789_012, currency, locale);
        const [number = ""] = /\p{Nd}.*\p{Nd}/u.exec(shown) ?? [];
        expect(parseAmount(number, currency, locale)).toBe(123_456_789_012);
      }
    },
  );

  it.each(["fr-FR", "de-AT", "sv-SE"])(
    "rejects a point where it is no decimal separator, in %s: 1.250 may mean 1250",
    (locale) => {
      expect(() => parseAmount("1.250", { code: "USDC", decimals: 6 }, locale)).toThrow("must be digits");
    },
  );

  it.each([
    ["a point in Germany, which groups by three digits", "1.50", "de-DE"],
    ["a comma in the United States", "1,50", "en-US"],
    ["groups in the wrong place", "12,34.50", "en-US"],
    ["western groups in India", "123,456.50", "hi-IN"],
    ["two decimal separators", "1,2,3", "de-DE"],
    ["two cells of a spreadsheet", "12\t500", "fr-FR"],
    ["two lines", "12\n500", "sv-SE"],
    ["no digit before the separator", ",50", "de-DE"],
    ["a sign", "-1,50", "de-DE"],
    ["nothing", "", "de-DE"],
  ])("rejects %s", (_case, text, locale) => {
    expect(() => parseAmount(text, usd, locale)).toThrow(
      `for example "${new Intl.NumberFormat(locale).format(12.34)}"`,
    );
  });

  it.each(["en_US", 7])("rejects the locale %j", (locale) => {
    expect(() => parseAmount("1", usd, locale as string)).toThrow("BCP 47");
  });
});

describe("amountToDecimal", () => {
  it.each([
    [1230, usd, "12.30"],
    [-5, usd, "-0.05"],
    [1230, jpy, "1230"],
    [Number.MAX_SAFE_INTEGER, ether, "0.009007199254740991"],
  ])("writes %j of %j as %s", (amount, currency, expected) => {
    expect(amountToDecimal(amount, currency)).toBe(expected);
  });

  it.each([1.5, Number.NaN, 2 ** 53])("rejects the amount %j", (amount) => {
    expect(() => amountToDecimal(amount, usd)).toThrow("must be a safe integer");
  });
});

const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const decimals = fc.integer({ min: 0, max: 20 });

it("parses every formatted amount, with any number of decimals", () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      const currency = { code: "TICKER", decimals: places };
      const shown = formatAmount(amount, currency, "en-US");
      expect(parseAmount(shown.replace(" TICKER", ""), currency, "en-US")).toBe(amount);
      expect(parseAmount(amountToDecimal(amount, currency), currency)).toBe(amount);
    }),
  );
});

it("matches integer arithmetic for every decimal text", () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      const unit = 10n ** BigInt(places);
      const fraction = String(BigInt(amount) % unit).padStart(places, "0");
      const text = `${BigInt(amount) / unit}${places === 0 ? "" : `.${fraction}`}`;
      expect(parseAmount(text, { code: "TICKER", decimals: places })).toBe(amount);
    }),
  );
});
