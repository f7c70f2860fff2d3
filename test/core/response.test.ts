import type { Quote } from "payments-sdk";
import { responseOf } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { inOrder, reply, startServer } from "../support/local-server";
import { createClient, fakeFetch, json, rejection, transfer } from "./client";
import type { ResponseMismatchEvent } from "../../src/core/types";

const currency = { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 };
const quote: Quote = {
  id: "Quote:1",
  status: "PENDING",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: "2026-01-01T00:05:00Z",
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
  sendingCurrency: currency,
  receivingCurrency: { ...currency, code: "EUR", symbol: "€" },
  totalSendingAmount: 1000,
  totalReceivingAmount: 900,
  exchangeRate: 1.1,
  feesIncluded: 10,
};

const row = {
  id: "Transaction:1",
  type: "OUTGOING",
  status: "COMPLETED",
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
  sentAmount: { amount: 1000, currency },
};

/** A client that always gets this response, and the mismatches that it reports. */
function clientReceiving(body: unknown, validation?: "lenient" | "strict" | "off", status = 200) {
  const mismatches: ResponseMismatchEvent[] = [];
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const { fetch, calls } = fakeFetch(() => json(body, status, { "x-request-id": "req-9" }));
  const payments = createClient({
    fetch,
    validation,
    logger: { debug: write, info: write, warn: write, error: write },
    logLevel: "warn",
    hooks: { onResponseMismatch: (event) => void mismatches.push(event) },
  });
  return { payments, mismatches, lines, calls };
}

describe("a result", () => {
  it("equals the plain body, survives JSON, and fires no hook if it has the expected shape", async () => {
    const { payments, mismatches, lines } = clientReceiving(quote);
    const result = await payments.quotes.retrieve("Quote:1");
    expect(result).toEqual(quote);
    expect(JSON.parse(JSON.stringify(result))).toEqual(quote);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(mismatches).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("keeps unknown fields at every depth", async () => {
    const more = {
      ...quote,
      loyalty: { points: 7 },
      source: { ...quote.source, branch: "B1" },
      sendingCurrency: { ...currency, isoNumber: 840 },
    };
    const { payments, mismatches } = clientReceiving(more);
    expect(await payments.quotes.retrieve("Quote:1")).toEqual(more);
    expect(mismatches).toEqual([]);
  });

  it.each([
    ["a new status", { ...quote, status: "__NEW__" }],
    ["a new kind of source", { ...quote, source: { sourceType: "__NEW__", anything: 1 } }],
    [
      "null for what is optional",
      { ...quote, transactionId: null, rateDetails: null, paymentInstructions: null },
    ],
    ["a timestamp of another form", { ...quote, createdAt: "2026-01-01T01:00:00.123456+01:00" }],
    ["an id of a new kind", { ...quote, id: "Offer:1" }],
  ])("may have %s, even in strict mode [GEN-04, GEN-07]", async (_case, body) => {
    const { payments, mismatches } = clientReceiving(body, "strict");
    expect(await payments.quotes.retrieve(body.id)).toEqual(body);
    expect(mismatches).toEqual([]);
  });
});

describe("a success with an unexpected shape", () => {
  const strange = { ...quote, totalSendingAmount: "1000", sendingCurrency: { code: 7 } };

  it("is returned unchanged: the hook fires once, and a warning names the fields without values", async () => {
    const { payments, mismatches, lines, calls } = clientReceiving(strange);
    expect(await payments.quotes.create({ ...quoteInput })).toEqual(strange);
    expect(calls).toHaveLength(1);
    expect(mismatches).toHaveLength(1);
    expect(mismatches[0]).toMatchObject({
      operation: "quotes.create",
      status: 200,
      requestId: "req-9",
      attempt: 1,
      idempotencyKey: expect.any(String),
    });
    expect(mismatches[0]?.issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["totalSendingAmount", "sendingCurrency.code"]),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("POST quotes.create: the response (200) has an unexpected shape");
    expect(lines[0]).toContain("`totalSendingAmount`");
    expect(lines[0]).not.toContain("1000");
  });

  it("names the first wrong fields in the warning, and all of them in the hook", async () => {
    const wrong = { id: 7, status: 7, fees: "1", quoteId: 7, createdAt: 7 };
    const rows = Array.from({ length: 100 }, () => ({ ...row, ...wrong }));
    const { payments, mismatches, lines } = clientReceiving({ data: rows, hasMore: 0 });
    await payments.transactions.list();
    const names = [...Object.keys(wrong).map((name) => `data.0.${name}`), "hasMore"];
    expect(mismatches[0]?.issues.map(({ path }) => path)).toEqual(expect.arrayContaining(names));
    const count = mismatches[0]?.issues.length ?? 0;
    expect(count).toBe(names.length);
    expect(lines[0]).toContain(` and ${count - 5} more`);
    expect(lines[0]?.length).toBeLessThan(400);
  });

  it("describes the problem of each field, and counts the rows of a list", async () => {
    const { payments, mismatches, lines } = clientReceiving({
      data: [...Array.from({ length: 99 }, () => ({ ...row, status: undefined })), { ...row, id: 7 }],
      hasMore: false,
    });
    await payments.transactions.list();
    expect(mismatches[0]?.issues).toEqual([
      { path: "data.0.status", message: "is missing", count: 99 },
      { path: "data.99.id", message: "must be of type string" },
    ]);
    expect(lines).toEqual([
      expect.stringContaining("`data.0.status` is missing (99 rows); `data.99.id` must be of type string"),
    ]);
  });

  it("is reported once for each operation and field over all pages", async () => {
    const { fetch } = fakeFetch((_call, index) =>
      json({
        ...row,
        source: undefined,
        data: [{ ...row, status: undefined, ...(index === 2 && { source: undefined }) }],
        hasMore: index < 4,
        nextCursor: `after-${index}`,
      }),
    );
    const reported: string[] = [];
    const lines: string[] = [];
    const warn = (line: string) => void lines.push(line);
    const payments = createClient({
      fetch,
      logger: { debug: warn, info: warn, warn, error: warn },
      logLevel: "warn",
      hooks: {
        onResponseMismatch: ({ operation, issues }) =>
          reported.push(...issues.map(({ path }) => `${operation} ${path}`)),
      },
    });
    expect(await payments.transactions.list().toArray()).toHaveLength(5);
    expect(await payments.transactions.list().toArray()).toHaveLength(1);
    await payments.transactions.retrieve("Transaction:1");
    expect(reported).toEqual([
      "transactions.list data.0.status",
      "transactions.list data.0.source",
      "transactions.retrieve source",
    ]);
    expect(lines).toHaveLength(3);
  });

  it("is reported each time if a value differs from the request", async () => {
    const { payments, mismatches } = clientReceiving(row);
    const { source, destination } = row;
    for (let call = 0; call < 2; call += 1)
      await payments.transfers.out({ source, destination, amount: 990 } as never);
    expect(mismatches.map(({ issues }) => issues.map(({ path }) => path))).toEqual([
      ["sentAmount.amount"],
      ["sentAmount.amount"],
    ]);
  });

  it.each([
    ["a text", "gone"],
    ["null", null],
    ["a number", 7],
  ])("is read again if it is %s, and is no result", async (_case, body) => {
    const { payments, mismatches, calls } = clientReceiving(JSON.stringify(body));
    const failure = { code: "UNRELATED_RESPONSE", outcome: "not-executed", advice: "retry" };
    expect(await rejection(payments.quotes.retrieve("Quote:1"))).toMatchObject(failure);
    const wait = { ...failure, outcome: "unknown", advice: "reconcile" };
    expect(await rejection(payments.quotes.waitFor("Quote:1"))).toMatchObject(wait);
    expect([calls.length > 2, mismatches]).toEqual([true, []]);
  });

  it("throws in strict mode with the whole body and the outcome executed, without a retry", async () => {
    const { payments, mismatches, lines, calls } = clientReceiving(strange, "strict");
    expect(await rejection(payments.quotes.create({ ...quoteInput }))).toMatchObject({
      name: "ResponseValidationError",
      code: "INVALID_RESPONSE",
      status: 200,
      requestId: "req-9",
      outcome: "executed",
      body: strange,
      idempotencyKey: expect.any(String),
      issues: expect.arrayContaining([expect.objectContaining({ path: "totalSendingAmount" })]),
    });
    expect(mismatches).toEqual([]);
    expect(lines).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  it("may be a 202 without an expected challenge", async () => {
    const { payments } = clientReceiving({ id: "Transaction:1", type: "INCOMING" }, "strict", 202);
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      code: "INVALID_RESPONSE",
      status: 202,
      outcome: "executed",
    });
  });

  it("is not reported if validation is off", async () => {
    const { payments, mismatches, lines } = clientReceiving(strange, "off");
    expect(await payments.quotes.create({ ...quoteInput })).toEqual(strange);
    expect(mismatches).toEqual([]);
    expect(lines).toEqual([]);
  });

  const quoteInput = {
    source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
    destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1000,
  } as const;
});

describe("numbers in a response", () => {
  const text = (amount: string) =>
    JSON.stringify({ ...quote, totalSendingAmount: "@" }).replace('"@"', amount);

  it.each([
    "9007199254740993",
    "9007199254740992",
    "-9007199254740992",
    "9e15999",
    "1e16",
    "123456789012345678901234567890",
  ])(
    "beyond the safe integers are an error in every mode, and never rounded: %s [GEN-06, OP-28]",
    async (amount) => {
      for (const validation of ["lenient", "strict", "off"] as const) {
        const { payments, calls } = clientReceiving(text(amount), validation);
        const error = await rejection(payments.quotes.retrieve("Quote:1"));
        expect(error).toMatchObject({
          name: "ResponseValidationError",
          code: "INVALID_RESPONSE",
          issues: [{ path: "totalSendingAmount" }],
          // A read changes nothing.
          outcome: "not-executed",
          // As text, which has all digits.
          body: text(amount),
        });
        expect(calls).toHaveLength(1);
      }
    },
  );

  it("are found at any depth and named", async () => {
    const { payments } = clientReceiving('{"a":[{"b":{"amount":12345678901234567890}}]}');
    const error = await rejection(payments.request("GET", "/config"));
    expect(error).toMatchObject({ issues: [{ path: "a.0.b.amount" }] });
  });

  it.each([
    ["the largest safe integer", "9007199254740991", Number.MAX_SAFE_INTEGER],
    ["zero", "0", 0],
    ["an exponent that stays small", "1e3", 1000],
  ])("are exact within the safe integers: %s", async (_case, amount, expected) => {
    const { payments, mismatches } = clientReceiving(text(amount));
    expect(await payments.quotes.retrieve("Quote:1")).toMatchObject({ totalSendingAmount: expected });
    expect(mismatches).toEqual([]);
  });

  it("inside text stay text, such as an account number of twenty digits", async () => {
    const body = { ...quote, counterpartyInformation: { ACCOUNT: "12345678901234567890", RATE: "1e99" } };
    const { payments } = clientReceiving(body);
    expect(await payments.quotes.retrieve("Quote:1")).toEqual(body);
  });

  it("may be fractions if they are rates", async () => {
    const body = { ...quote, exchangeRate: 1.0000000000000002 };
    const { payments } = clientReceiving(body);
    expect(await payments.quotes.retrieve("Quote:1")).toEqual(body);
  });
});

describe("responseOf", () => {
  it("returns status, headers, request id, key and attempts of any result", async () => {
    const server = await startServer(
      inOrder(reply(500), reply(200, quote, { "x-request-id": "req-1", etag: '"7"' })),
    );
    const result = await createClient({ baseUrl: server.url }).quotes.execute(
      "Quote:1",
      {},
      { idempotencyKey: "order-17" },
    );
    const meta = responseOf(result);
    expect(meta).toMatchObject({ status: 200, requestId: "req-1", idempotencyKey: "order-17", attempts: 2 });
    expect(meta?.headers.get("etag")).toBe('"7"');
    expect(result).toEqual(quote);
  });

  it("accepts the request id under either name", async () => {
    const { fetch } = fakeFetch(() => json(quote, 200, { "request-id": "req-2" }));
    expect(responseOf(await createClient({ fetch }).quotes.retrieve("Quote:1"))?.requestId).toBe("req-2");
  });

  it("accepts only pages, lists and results", async () => {
    const { fetch } = fakeFetch(() => json({ data: [] }));
    const payments = createClient({ fetch });
    expect(responseOf(await payments.transactions.list())).toMatchObject({ status: 200, attempts: 1 });
    const other: unknown[] = [{}, { ...quote }, undefined, null, 7, "text"];
    for (const value of other) expect(responseOf(value)).toBeUndefined();
  });
});

describe("the return value of a call", () => {
  it("is a native promise, and several awaits read the body once", async () => {
    let reads = 0;
    const { fetch } = fakeFetch(() => {
      const response = json(quote);
      const read = response.text.bind(response);
      response.text = () => ((reads += 1), read());
      return response;
    });
    const call = createClient({ fetch }).quotes.retrieve("Quote:1");
    expect(Object.getPrototypeOf(call)).toBe(Promise.prototype);
    expect(call.constructor).toBe(Promise);
    const [one, other] = await Promise.all([call.then((value) => value), call.then((value) => value)]);
    expect(one).toBe(other);
    expect(reads).toBe(1);
  });

  it("can be replaced in a test, because resources are plain objects and fetch is an option", async () => {
    const { payments } = clientReceiving(quote);
    payments.quotes.retrieve = async () => ({ ...quote, id: "Quote:stub" });
    expect((await payments.quotes.retrieve("Quote:1")).id).toBe("Quote:stub");
  });
});
