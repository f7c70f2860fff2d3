import assert from "node:assert/strict";
import fc from "fast-check";
import { deriveIdempotencyKey, formatAmount, InvalidRequestError, parseAmount } from "payments-sdk";
import { fractionalAmounts, unsafeNumbers, written } from "../../../src/core/json";
import { checkedPath, queryString, segment } from "../../../src/core/path";
import { redact } from "../../../src/core/redaction";
import { retryAfterSeconds } from "../../../src/core/retry-policy";
import { requireFreshToken } from "../../../src/wallet/oidc-token";
import { wrongAmounts } from "../amounts";
import { endingOf, requirePaymentsError } from "../assertions";
import { mutated, mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { junk, oddJson, oddName, oddNumber, oddText } from "../values";
import type { Junk } from "../values";

async function refusedOr(work: () => unknown): Promise<unknown> {
  const ending = await endingOf(work);
  if ("value" in ending) return ending.value;
  requirePaymentsError(ending.error);
  assert.ok(ending.error instanceof InvalidRequestError, ending.error.name);
  return undefined;
}

const unit = fc.record({ code: fc.constantFrom("USD", "BTC", "USDC", "XYZ", "é"), decimals: fc.nat(20) });
const oddUnit = fc.record({ code: fc.constantFrom("USD", "XYZ"), decimals: oddNumber });
const amountText = fc.oneof(
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.nat(20)).map(([digits, point]) => {
    const text = String(digits);
    return point >= text.length
      ? text
      : `${text.slice(0, text.length - point)}.${text.slice(text.length - point)}`;
  }),
  oddText,
);

const moneyTexts = defineProperty(
  "any text as an amount of money",
  130,
  fc.record({ text: amountText, currency: unit }),
  async ({ text, currency }) => {
    const amount = await refusedOr(() => parseAmount(text, currency));
    if (amount === undefined) return;
    assert.ok(Number.isSafeInteger(amount) && (amount as number) >= 0);
    // The very same number, and never a rounded one.
    const [whole = "", fraction = ""] = text.split(".");
    assert.ok(fraction.length <= currency.decimals, "more places than the currency has");
    const scale = (places: number) => 10n ** BigInt(places);
    assert.equal(
      BigInt(amount as number) * scale(fraction.length),
      BigInt(whole + fraction) * scale(currency.decimals),
    );
  },
);

const moneyShown = defineProperty(
  "any amount, currency and locale shown",
  30,
  fc.record({
    amount: fc.oneof(fc.maxSafeInteger(), oddNumber),
    currency: fc.oneof(
      fc
        .oneof(unit, oddText, oddUnit)
        .map((known): Junk => ({ name: JSON.stringify(known), value: () => known })),
      junk,
    ),
    locale: fc.constantFrom("en-US", "de", "x", "", undefined),
  }),
  async ({ amount, currency, locale }) => {
    const shown = await refusedOr(() => formatAmount(amount, currency.value() as "USD", locale));
    if (shown === undefined || locale !== "en-US") return;
    const digits = String(shown).replace(/[^\d]/g, "").replace(/^0+/, "");
    assert.equal(digits, String(Math.abs(amount)).replace(/^0$/, ""));
  },
);

const httpDates = fc.constantFrom(
  "Mon, 27 Apr 2026 12:00:30 GMT",
  "Sat, 01 Jan 0000 00:00:00 GMT",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "Mon, 99 Foo 2026 25:61:61 GMT",
);
const retryAfter = defineProperty(
  "any text as `Retry-After`",
  110,
  fc.oneof(
    oddText,
    fc.stringMatching(/^[\d.eE+-]{0,30}$/),
    fc
      .tuple(fc.constantFrom("9", "1e", "0.", "-"), fc.constantFrom(5, 400))
      .map(([part, times]) => part.repeat(times)),
    httpDates,
    fc.tuple(httpDates, oddText).map((parts) => parts.join("")),
  ),
  (text) => {
    const seconds = retryAfterSeconds(text, 1_777_291_200_000);
    assert.ok(seconds === undefined || (Number.isFinite(seconds) && seconds >= 0), String(seconds));
  },
);

const secret = "s3cret/p+ss";
const jsonReading = defineProperty(
  "any JSON through the search for amounts that are not exact",
  110,
  fc.array(mutation([secret]), { minLength: 1, maxLength: 3 }),
  (mutations) => {
    const { text } = mutated(
      { id: "1", amount: 5, fees: 1, list: [{ totalSendingAmount: 1, rate: 1.5 }] },
      mutations,
    );
    const value: unknown = JSON.parse(text);
    const { amounts, others } = unsafeNumbers(value);
    for (const issue of [...amounts, ...others]) assert.ok(issue.message.length > 0);
    if (amounts.length > 0 || fractionalAmounts(text).length > 0) return;
    assert.deepEqual(wrongAmounts(text, value), []);
  },
);

const bodies = defineProperty(
  "any value as a body",
  60,
  fc.dictionary(oddName, junk, { maxKeys: 3 }),
  async (given) => {
    const body = Object.fromEntries(Object.entries(given).map(([name, { value }]) => [name, value()]));
    const copy = (await refusedOr(() => written(body, "test"))) as ReturnType<typeof written> | undefined;
    if (copy === undefined || copy.issue !== undefined) return;
    JSON.parse(JSON.stringify(copy.value));
    let isExact = true;
    JSON.stringify(body, (_, value: unknown) => {
      const isUnfit =
        typeof value === "bigint" || (typeof value === "number" && !(Math.abs(value) < 2 ** 53));
      if (isUnfit) isExact = false;
      return isUnfit ? 0 : value;
    });
    assert.ok(isExact, "a number was sent that JSON does not carry exactly");
  },
);

const paths = defineProperty(
  "any text as a path segment, a path and a query",
  110,
  fc.record({ text: oddText, other: oddText, name: oddText }),
  async ({ text, other, name }) => {
    const made = await refusedOr(() => `/quotes/${segment(text)}/execute`);
    if (made !== undefined) {
      const { pathname, search } = new URL(`https://payments.test${String(made)}`);
      assert.equal(pathname, made);
      assert.equal(search, "");
      assert.equal(decodeURIComponent(pathname), `/quotes/${text}/execute`);
    }
    const whole = await refusedOr(() => checkedPath(`/quotes/${text}/x`));
    if (whole !== undefined) {
      const { pathname, search, hash } = new URL(`https://payments.test${String(whole)}`);
      assert.equal(search + hash, "");
      assert.equal(pathname.split("/").length, String(whole).split("/").length, "another path");
    }
    const query = await refusedOr(() => queryString({ [name]: [text, other] }));
    if (query !== undefined && query !== "") {
      const read = new URL(`https://payments.test/${String(query)}`).searchParams;
      assert.equal([...read].length, 2);
    }
    const key = await refusedOr(() => deriveIdempotencyKey(text, other));
    if (key !== undefined) assert.match(String(key), /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  },
);

const redaction = defineProperty(
  "any secret in any text",
  5,
  fc.record({
    secret: fc.oneof(
      oddText.filter((text) => text.length < 400),
      fc.string({ minLength: 4 }),
      // An engine's stack ends in a pattern of so many characters.
      { weight: 1, arbitrary: fc.constantFrom("aZ9é", "q/w").map((part) => part.repeat(4_000)) },
    ),
    before: oddText,
    after: oddText,
  }),
  ({ secret: own, before, after }) => {
    const isText = own.length >= 4 && own.length < 400 && !/[\ud800-\udfff]/u.test(own);
    const coded = isText ? encodeURIComponent(own) : "";
    const given = { text: `${before}${own}${after}`, list: [own], coded: `?x=${coded}` };
    const shown = redact(given, [own]);
    if (isText && !"[redacted]?x=".includes(own))
      assert.ok(!shown.coded.includes(coded), "shown in an address");
    if (own.length >= 4 && own !== "[redacted]" && !before.includes(own) && !after.includes(own)) {
      assert.notEqual(shown.list[0], own);
    }
  },
);

const NOW = 1_777_291_200_000;
const issued = fc.oneof(oddJson, fc.integer({ min: NOW / 1000 - 90, max: NOW / 1000 + 90 }));
const tokens = defineProperty(
  "any text as an OIDC token before it is sent",
  40,
  fc.oneof(
    oddText,
    fc
      .tuple(
        oddText,
        fc.oneof(
          fc.json(),
          issued.map((iat) => JSON.stringify({ iat })),
        ),
        oddText,
      )
      .map(
        ([head, claims, tail]) =>
          `${head}.${btoa(unescape(encodeURIComponent(claims))).replace(/=+$/, "")}.${tail}`,
      ),
  ),
  async (token) => {
    const ending = await endingOf(() => requireFreshToken(token, "test", NOW, 60_000));
    if (!("error" in ending)) return;
    requirePaymentsError(ending.error);
    // Only a token that says itself that it is too old.
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
      iat?: unknown;
    };
    assert.ok(
      typeof claims.iat === "number" && NOW - claims.iat * 1000 >= 60_000,
      "a fresh token was refused",
    );
  },
);

export const texts: readonly FuzzProperty[] = [
  moneyTexts,
  moneyShown,
  retryAfter,
  jsonReading,
  bodies,
  paths,
  redaction,
  tokens,
];
