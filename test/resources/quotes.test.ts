import { findPayloadToSign, isExpired, isTerminal, missingPayerData } from "payments-sdk";
import type { Quote, WaitOptions } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient as createFakeClient, fakeFetch, json, rejection } from "../core/client";
import { clientOf, createSimulator } from "../support/world";
import { sample } from "./wire";

const TERMINAL = ["COMPLETED", "FAILED", "EXPIRED", "REJECTED", "REFUNDED"];

afterEach(() => {
  vi.useRealTimers();
});

/** A client with a quote that goes through these statuses, and stays in the last. */
function quoteWith(...statuses: string[]) {
  const { fetch, calls } = fakeFetch((_call, index) =>
    json({ ...sample("Quote"), status: statuses[Math.min(index, statuses.length - 1)] }),
  );
  return { payments: createFakeClient({ fetch }), calls };
}

describe("isTerminal", () => {
  it.each(TERMINAL)("is true for %s", (status) => {
    expect(isTerminal(status)).toBe(true);
  });

  it.each(["CREATED", "PENDING", "PROCESSING", "completed", "A_NEW_STATUS", ""])(
    "is false for %j",
    (status) => {
      expect(isTerminal(status)).toBe(false);
    },
  );
});

describe("isTerminal of a transaction", () => {
  const failed = { status: "FAILED" };

  it.each([
    [true, failed],
    [true, { ...failed, refund: null }],
    [true, { ...failed, refund: { status: "COMPLETED" } }],
    [true, { ...failed, refund: { status: "FAILED" } }],
    [false, { ...failed, refund: { status: "PENDING" } }],
    [false, { ...failed, refund: { status: "A_NEW_STATUS" } }],
    [false, { status: "PROCESSING" }],
    [false, undefined as never],
  ])("is %s for %j", (isFinal, transaction) => {
    expect(isTerminal(transaction)).toBe(isFinal);
  });
});

describe("isExpired", () => {
  const expiresAt = "2026-04-27T12:00:00Z";
  const instant = Date.parse(expiresAt);

  it.each([
    ["one millisecond before", instant - 1, false],
    ["at the instant itself", instant, true],
    ["one millisecond after", instant + 1, true],
  ])("%s: %j is %j [QUO-03]", (_case, now, expected) => {
    expect(isExpired({ expiresAt }, now)).toBe(expected);
    expect(isExpired({ expiresAt }, new Date(now))).toBe(expected);
  });

  it("uses the current time by default", () => {
    vi.useFakeTimers({ now: instant });
    expect(isExpired({ expiresAt })).toBe(true);
    vi.setSystemTime(instant - 1);
    expect(isExpired({ expiresAt })).toBe(false);
  });

  it.each<unknown>([new Date(Number.NaN), Number.NaN, "2027", null])(
    "rejects %j, which is not a date",
    (now) => {
      expect(() => isExpired({ expiresAt }, now as Date)).toThrow("`now` must be a valid date");
    },
  );
});

describe("missingPayerData", () => {
  const lookup = {
    lookupId: "Lookup:1",
    supportedCurrencies: [],
    requiredPayerDataFields: [
      { name: "FULL_NAME", mandatory: true },
      { name: "BIRTH_DATE", mandatory: true },
      { name: "EMAIL", mandatory: false },
    ],
  };

  it("lists the mandatory fields that are missing or empty, in order [QUO-22]", () => {
    expect(missingPayerData(lookup)).toEqual(["FULL_NAME", "BIRTH_DATE"]);
    expect(missingPayerData(lookup, { FULL_NAME: "Ada", EMAIL: "" })).toEqual(["BIRTH_DATE"]);
    expect(missingPayerData(lookup, { FULL_NAME: "", BIRTH_DATE: "1990-01-01" })).toEqual(["FULL_NAME"]);
    expect(missingPayerData(lookup, { FULL_NAME: "Ada", BIRTH_DATE: "1990-01-01" })).toEqual([]);
  });

  it.each([undefined, null])("lists nothing if the lookup asks for %j", (requiredPayerDataFields) => {
    expect(missingPayerData({ ...lookup, requiredPayerDataFields })).toEqual([]);
  });
});

describe("findPayloadToSign", () => {
  const info = (payloadToSign?: string | null) => ({
    accountOrWalletInfo: { accountType: "SPARK_WALLET" as const, address: "a", payloadToSign },
  });

  it("finds the first payload for every kind of account [QUO-12]", () => {
    const paymentInstructions = [info(null), info(), info("{}"), info("second")];
    expect(findPayloadToSign({ paymentInstructions })).toBe("{}");
  });

  it.each([[[null]], [["text"]], [[{}]], [[{ accountOrWalletInfo: null }]], ["text"], [{}]])(
    "finds nothing in a response with another shape: %j",
    (paymentInstructions) => {
      const strange = { paymentInstructions } as unknown as Parameters<typeof findPayloadToSign>[0];
      expect(findPayloadToSign(strange)).toBeUndefined();
    },
  );

  it.each([[undefined], [null], [[]], [[info()]]])("finds nothing in %j", (paymentInstructions) => {
    expect(findPayloadToSign({ paymentInstructions })).toBeUndefined();
  });
});

describe("waitFor", () => {
  it.each(TERMINAL)("ends at %s, but not at an earlier status [QUO-28]", async (status) => {
    const { payments, calls } = quoteWith("PENDING", "PROCESSING", "A_NEW_STATUS", status);
    expect(await payments.quotes.waitFor("Quote:1", { interval: 0 })).toMatchObject({ status });
    expect(calls.map(({ init, url }) => `${init.method} ${url.split("/").at(-1)}`)).toEqual(
      Array(4).fill("GET Quote%3A1"),
    );
  });

  it("ends when the service says that the quote expired [QUO-28]", async () => {
    const simulator = createSimulator();
    const payments = clientOf(simulator);
    const customer = await payments.customers.create({
      customerType: "INDIVIDUAL",
      currencies: ["USD", "EUR"],
    });
    const accounts = await payments.internalAccounts.list({ customerId: customer.id, type: "INTERNAL_FIAT" });
    const account = (code: string) =>
      accounts.data.find(({ balance }) => balance.currency.code === code)?.id ?? "";
    const quote = await payments.quotes.create({
      source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: customer.id },
      destination: { destinationType: "ACCOUNT", accountId: account("EUR") },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 10_000,
    });
    const waiting = payments.quotes.waitFor(quote.id, { interval: 1 });
    await simulator.clock.advance(5 * 60_000);
    expect(await waiting).toMatchObject({ id: quote.id, status: "EXPIRED" });
  });

  it("works the same way for transactions", async () => {
    const { fetch, calls } = fakeFetch((_call, index) =>
      json({ ...sample("OutgoingTransaction"), status: index === 0 ? "PROCESSING" : "COMPLETED" }),
    );
    const transactions = createFakeClient({ fetch }).transactions;
    expect(await transactions.waitFor("Transaction:1", { interval: 0 })).toMatchObject({
      status: "COMPLETED",
    });
    expect(calls.map(({ url }) => url.split("/").at(-1))).toEqual(Array(2).fill("Transaction%3A1"));
  });

  it.each<[string, (quote: Quote) => boolean | Promise<boolean>]>([
    ["`until`", ({ status }) => status === "FAILED"],
    ["an asynchronous `until`", async ({ status }) => status === "FAILED"],
  ])("ends only when %s returns true", async (_, until) => {
    const { payments, calls } = quoteWith("PENDING", "COMPLETED", "FAILED");
    expect(await payments.quotes.waitFor("Quote:1", { interval: 0, until })).toMatchObject({
      status: "FAILED",
    });
    expect(calls).toHaveLength(3);
  });

  it("waits a second or the given interval between a response and the next request", async () => {
    vi.useFakeTimers();
    const stop = new AbortController();
    const { signal } = stop;
    const [byDefault, short] = [quoteWith("PENDING"), quoteWith("PENDING")];
    const waits = [
      byDefault.payments.quotes.waitFor("Quote:1", { signal }),
      short.payments.quotes.waitFor("Quote:1", { signal, interval: 400 }),
    ].map(rejection);
    await vi.advanceTimersByTimeAsync(999);
    expect([byDefault.calls.length, short.calls.length]).toEqual([1, 3]);
    await vi.advanceTimersByTimeAsync(1);
    expect([byDefault.calls.length, short.calls.length]).toEqual([2, 3]);
    stop.abort("enough");
    const aborted = { code: "ABORTED", operation: "quotes.waitFor", cause: "enough" };
    expect(await Promise.all(waits)).toMatchObject([aborted, aborted]);
  });

  // Reads the quote a few hundred times, because that is what happens in five minutes.
  it("ends after five minutes or the given timeout, and does not change the quote", async () => {
    vi.useFakeTimers();
    const { payments } = quoteWith("PROCESSING");
    const wait = rejection(payments.quotes.waitFor("Quote:1"));
    const shortWait = rejection(payments.quotes.waitFor("Quote:1", { totalTimeout: 2_500 }));
    let ended = "";
    void wait.then(() => (ended = "the long one"));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await shortWait).toMatchObject({
      name: "TimeoutError",
      scope: "total",
      timeoutMs: 2_500,
      outcome: "unknown",
      operation: "quotes.waitFor",
      message: "quotes.waitFor waited 2500 ms and the status is still PROCESSING",
    });
    await vi.advanceTimersByTimeAsync(295_000);
    expect(ended).toBe("");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await wait).toMatchObject({ name: "TimeoutError", timeoutMs: 300_000 });
  });

  it("rejects with an error of the service", async () => {
    const { fetch } = fakeFetch(() => json({ code: "NOT_FOUND", message: "no such quote" }, 404));
    expect(await rejection(createFakeClient({ fetch }).quotes.waitFor("Quote:1"))).toMatchObject({
      name: "NotFoundError",
    });
  });

  it.each<[string, string, unknown]>([
    ["timeout", "a negative one", -1],
    ["timeout", "not a number", Number.NaN],
    ["timeout", "text", "5"],
    ["timeout", "longer than a timer", 2 ** 31],
    ["interval", "a symbol", Symbol("1")],
    ["until", "not a function", "COMPLETED"],
  ])("rejects `%s` that is %s before any request", async (name, _case, value) => {
    const { payments, calls } = quoteWith("COMPLETED");
    const options = { [name]: value } as WaitOptions<Quote>;
    expect(await rejection(payments.quotes.waitFor("Quote:1", options))).toMatchObject({
      name: "InvalidRequestError",
      operation: "quotes.waitFor",
      issues: [{ path: name }],
    });
    expect(calls).toHaveLength(0);
  });

  it("accepts null for no options", async () => {
    const { payments } = quoteWith("COMPLETED");
    const options = null as unknown as undefined;
    expect(await payments.quotes.waitFor("Quote:1", options)).toMatchObject({ status: "COMPLETED" });
  });
});
