import { deriveIdempotencyKey } from "payments-sdk";
import type { PaymentsClient, RequestOptions } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection, transfer } from "./client";
import { genuine, payment } from "./genuine";

/** Values that JavaScript can pass although the types forbid them. */
const untyped = <T>(value: unknown) => value as T;

/** Makes the call with options that the types forbid. Resolves to its error and the number of requests. */
async function refused(
  options: unknown,
  call: (payments: PaymentsClient, options: RequestOptions) => PromiseLike<unknown> = pay,
) {
  const { fetch, calls } = fakeFetch(() => json(payment));
  const error = await rejection(call(createClient({ fetch }), untyped(options)));
  return { error, sent: calls.length };
}

const pay = async (payments: PaymentsClient, options: RequestOptions) =>
  payments.transfers.in(transfer, options);

describe("a signal", () => {
  it("may be null: the payment succeeds and returns its result", async () => {
    const { fetch, calls } = fakeFetch(() => json(payment));
    const result = await createClient({ fetch }).transfers.in(transfer, untyped({ signal: null }));
    expect(result.id).toBe("Transaction:1");
    expect(calls).toHaveLength(1);
  });

  it("of another realm is accepted", async () => {
    const { signal } = new AbortController();
    const foreign = {
      aborted: false,
      reason: undefined,
      addEventListener: signal.addEventListener.bind(signal),
      removeEventListener: signal.removeEventListener.bind(signal),
    };
    const { fetch } = fakeFetch(() => json(payment));
    const result = await createClient({ fetch }).transfers.in(transfer, untyped({ signal: foreign }));
    expect(result.id).toBe("Transaction:1");
  });
});

describe("options", () => {
  it("may be null in every kind of call", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    await payments.transfers.in(transfer, untyped(null));
    await payments.customers.list({}, untyped(null));
    await payments.request("GET", "/config", untyped(null));
    await payments.auth.sessions.revoke("Session:1", untyped(null));
    expect(calls).toHaveLength(4);
  });
});

describe("headers", () => {
  it.each([
    ["a number", 5],
    ["a symbol", Symbol("s")],
    ["an object", {}],
    ["true", true],
    ["a line break", "a\r\nx-injected: 1"],
    ["a character beyond Latin-1", "日本"],
    ["a lone surrogate", "\ud800"],
    ["a control character", "a\u0000"],
  ])("with a value that is %s are rejected without showing the value", async (_case, value) => {
    const { error, sent } = await refused({ headers: { "x-tenant": value } });
    expect(sent).toBe(0);
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      outcome: "not-executed",
      issues: [{ path: "headers.x-tenant", message: "cannot be sent as an HTTP header" }],
    });
  });

  it.each(["", "x tenant", "x:tenant", "日本"])("with the name %o are rejected", async (name) => {
    expect(await refused({ headers: { [name]: "1" } })).toMatchObject({
      sent: 0,
      error: { name: "InvalidRequestError" },
    });
  });
});

describe("`deriveIdempotencyKey`", () => {
  it.each([
    ["undefined", undefined],
    ["null", null],
    ["an object", {}],
    ["a list", ["a"]],
    ["a date", new Date(0)],
    ["true", true],
    ["a big integer", 1n],
    ["a symbol", Symbol("a")],
    ["an empty text", ""],
    ["a fraction", 1.5],
    ["an unsafe integer", 2 ** 53],
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
  ])("rejects %s, because every row with it would get the same key", (_case, part) => {
    expect(() => deriveIdempotencyKey("payroll-2026-11", untyped(part))).toThrow(
      "`parts[1]` must be a non-empty string or a safe integer, got ",
    );
  });

  it("rejects a key of nothing", () => {
    expect(() => deriveIdempotencyKey()).toThrow(
      "`parts[0]` must be a non-empty string or a safe integer, got undefined",
    );
  });

  it("accepts texts and safe integers, and derives different keys from them", () => {
    const parts = ["1", "a", 0, 2, -1, Number.MAX_SAFE_INTEGER];
    const keys = new Set(parts.map((part) => deriveIdempotencyKey("payroll", part)));
    expect(keys.size).toBe(parts.length);
  });
});

describe("a raw call", () => {
  it.each([undefined, null, "HEAD", "CONNECT", 5, Symbol("GET")])(
    "with the method %o is rejected before any request",
    async (method) => {
      const { fetch, calls } = fakeFetch(genuine);
      const error = await rejection(createClient({ fetch }).request(untyped(method), "/config"));
      expect(error).toMatchObject({
        name: "InvalidRequestError",
        issues: [{ path: "method", message: "must be one of GET, POST, PATCH, PUT, DELETE" }],
      });
      expect(calls).toHaveLength(0);
    },
  );
});

describe("a query value", () => {
  it.each([Symbol("x"), () => 1, Number.NaN, {}, [Number.NaN], [{}]])(
    "that cannot be part of an address is rejected before any request: %o",
    async (value) => {
      const { fetch, calls } = fakeFetch(genuine);
      const error = await rejection(createClient({ fetch }).request("GET", "/config", { query: { value } }));
      expect(error).toMatchObject({
        name: "InvalidRequestError",
        issues: [{ path: "value", message: "must be text, a number, a boolean, a date or a list of them" }],
      });
      expect(calls).toHaveLength(0);
    },
  );
});

describe("an id with a character that nobody sees", () => {
  it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>, string]>([
    [
      "a byte-order mark in a parameter",
      (payments) =>
        payments.transfers.in({ ...transfer, source: { accountId: "\ufeffExternalAccount:e1" as never } }),
      "`source.accountId` contains the invisible character U+FEFF at position 1",
    ],
    [
      "a carriage return in a path",
      (payments) => payments.quotes.retrieve("Quote:1\r"),
      "`id` contains the invisible character U+000D at position 8",
    ],
    [
      "a zero-width space in a raw call",
      (payments) => payments.request("GET", "/quotes/{id}", { path: { id: "Quote:\u200b1" } }),
      "`path.id` contains the invisible character U+200B at position 7",
    ],
  ])("is refused before anything is sent: %s", async (_, call, message) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    expect(await rejection(call(createClient({ fetch })))).toMatchObject({
      name: "InvalidRequestError",
      message,
    });
    expect(calls).toEqual([]);
  });
});
