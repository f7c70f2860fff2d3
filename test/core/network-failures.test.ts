import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, networkError, rejection, transfer } from "./client";

/** The error of a payment if `fetch` rejects with this. */
async function errorOf(cause: unknown, clientSecret = "client-secret-74f1c9") {
  const { fetch } = fakeFetch(() => Promise.reject(cause));
  const error = await rejection(createClient({ fetch, clientSecret, maxRetries: 0 }).transfers.in(transfer));
  return error as Error & { platformCode?: string; outcome: string };
}

const withCode = (code: unknown, more: object = {}) => Object.assign(new Error("inner"), { code, ...more });

describe("the code of a network failure", () => {
  it("is found up to five causes deep", async () => {
    let at: Error = withCode("ECONNREFUSED");
    for (let depth = 1; depth < 5; depth += 1) at = new Error("outer", { cause: at });
    expect(await errorOf(at)).toMatchObject({ platformCode: "ECONNREFUSED", outcome: "not-executed" });
    expect(await errorOf(new Error("outer", { cause: at }))).not.toHaveProperty("platformCode");
  });

  it("comes from the first of several errors, or from one that may have sent the request", async () => {
    const refused = [withCode("ECONNREFUSED"), withCode("ENOTFOUND")];
    expect(
      await errorOf(new TypeError("fetch failed", { cause: new AggregateError(refused) })),
    ).toMatchObject({
      platformCode: "ECONNREFUSED",
      outcome: "not-executed",
    });
    // A `fetch` that tries a second address: the request reached it.
    const reset = new TypeError("fetch failed", { cause: withCode("ECONNRESET", { syscall: "read" }) });
    expect(await errorOf(new AggregateError([withCode("ECONNREFUSED"), reset]))).toMatchObject({
      platformCode: "ECONNRESET",
      outcome: "unknown",
    });
    const endless: Error & { errors?: unknown[] } = new Error("endless");
    endless.errors = [endless];
    expect(await errorOf(endless)).toMatchObject({ outcome: "unknown" });
    const odd = Object.assign(new Error("odd"), { errors: "ECONNREFUSED" });
    expect(await errorOf(odd)).not.toHaveProperty("platformCode");
  });

  it("means that nothing was sent if Node could open no address of the host", async () => {
    const connect = { syscall: "connect" };
    const errors = [withCode("ETIMEDOUT", connect), withCode("ECONNREFUSED", connect)];
    const all = Object.assign(new AggregateError(errors), { code: "ETIMEDOUT" });
    expect(await errorOf(new TypeError("fetch failed", { cause: all }))).toMatchObject({
      message: "POST transfers.in could not connect (ETIMEDOUT)",
      outcome: "not-executed",
      advice: "retry",
    });
    const none = Object.assign(new AggregateError([]), { code: "ECONNRESET" });
    expect(await errorOf(none)).toMatchObject({ platformCode: "ECONNRESET", outcome: "unknown" });
  });

  it.each([[7], [undefined], [null], [{}]])("must be a text: for %o, the next cause counts", async (code) => {
    const error = Object.assign(withCode(code), { cause: withCode("ENOTFOUND") });
    expect(await errorOf(error)).toMatchObject({ platformCode: "ENOTFOUND" });
  });

  it("means a broken connection only if reading or writing failed", async () => {
    for (const syscall of ["read", "write", "writev"]) {
      const error = new TypeError("fetch failed", { cause: withCode("EHOSTUNREACH", { syscall }) });
      expect(await errorOf(error)).toMatchObject({ outcome: "unknown" });
    }
    for (const syscall of ["connect", "bind for read", undefined]) {
      const error = new TypeError("fetch failed", { cause: withCode("EHOSTUNREACH", { syscall }) });
      expect(await errorOf(error)).toMatchObject({ outcome: "not-executed" });
    }
  });

  it("is part of the message", async () => {
    expect((await errorOf(networkError("ECONNRESET"))).message).toBe(
      "POST transfers.in lost the connection before the response was complete (ECONNRESET). It may have been carried out: repeat it with the same key",
    );
    expect((await errorOf(networkError("ECONNREFUSED"))).message).toBe(
      "POST transfers.in could not connect (ECONNREFUSED)",
    );
    expect((await errorOf(new TypeError("Failed to fetch"))).message).toBe(
      "POST transfers.in got no response from the passed `fetch`: TypeError: Failed to fetch. It may have been carried out: repeat it with the same key",
    );
  });
});

describe("a connection that fails until the set-up changes", () => {
  it.each([
    ["SELF_SIGNED_CERT_IN_CHAIN"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ["CERT_HAS_EXPIRED"],
    ["ERR_TLS_CERT_ALTNAME_INVALID"],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"],
  ])("is not retried, and your own key is kept: %s", async (code) => {
    const { fetch, calls } = fakeFetch(() => Promise.reject(withCode(code, { syscall: "connect" })));
    const client = createClient({ fetch });
    expect(await rejection(client.transfers.in(transfer))).toMatchObject({
      outcome: "not-executed",
      advice: "fix",
    });
    expect(await rejection(client.transfers.in(transfer, { idempotencyKey: "order-17" }))).toMatchObject({
      outcome: "not-executed",
      advice: "retry-later",
    });
    expect(calls).toHaveLength(2);
  });

  it("is not one that the server blames on itself", async () => {
    const internal = withCode("ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR", { syscall: "connect" });
    const { fetch, calls } = fakeFetch(() => Promise.reject(internal));
    const client = createClient({ fetch, maxRetries: 1, retryDelay: () => 0 });
    expect(await rejection(client.transfers.in(transfer))).toMatchObject({
      outcome: "not-executed",
      advice: "retry",
    });
    expect(calls).toHaveLength(2);
  });

  it("leaves the outcome unknown if the platform does not say that nothing was sent", async () => {
    expect(await errorOf(withCode("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"))).toMatchObject({
      outcome: "unknown",
      advice: "retry-later",
    });
  });
});

describe("the cause of a connection error", () => {
  it("is a copy with name, code, stack and causes", async () => {
    const inner = Object.assign(new RangeError("inner text"), { code: "EPIPE" });
    const outer = new TypeError("outer text", { cause: inner });
    outer.stack = "TypeError: outer text\n    at somewhere";
    const { cause } = await errorOf(outer);
    expect(cause).toBeInstanceOf(Error);
    expect(cause).not.toBe(outer);
    expect(cause).toMatchObject({
      name: "TypeError",
      message: "outer text",
      code: "EPIPE",
      stack: "TypeError: outer text\n    at somewhere",
      cause: { name: "RangeError", message: "inner text", code: "EPIPE" },
    });
    expect((cause as Error & { cause: object }).cause).not.toHaveProperty("cause");
  });

  it("lacks a code and a stack if the platform's error lacks them", async () => {
    const outer = new TypeError("text");
    Object.defineProperty(outer, "stack", { value: undefined });
    const { cause } = await errorOf(outer);
    expect(cause).not.toHaveProperty("code");
    expect((cause as Error).stack).toContain("presentable");
  });

  it("shows no secret in its message, its stack or a cause", async () => {
    const secret = "sEcReT-client-77";
    const inner = new Error(`inner ${secret}`);
    const outer = new TypeError(`outer ${secret}`, { cause: inner });
    outer.stack = `at ${secret}`;
    const { cause } = await errorOf(outer, secret);
    expect(cause).toMatchObject({
      message: "outer [redacted]",
      stack: "at [redacted]",
      cause: { message: "inner [redacted]" },
    });
  });

  it("ends after five errors, or at a value that is not an error", async () => {
    let at: Error = new Error("deepest");
    for (let depth = 0; depth < 9; depth += 1) at = new Error(`level ${depth}`, { cause: at });
    let length = 0;
    for (let copy = (await errorOf(at)).cause; copy instanceof Error; copy = copy.cause) length += 1;
    expect(length).toBe(5);
    expect(await errorOf("a text")).not.toHaveProperty("cause");
    const { cause } = await errorOf(new Error("outer", { cause: { message: "an object" } }));
    expect(cause).toMatchObject({ message: "outer", cause: undefined });
  });
});

it.each(["code", "cause"])(
  "an error of the user's own `fetch` with an odd `%s` is a lost connection",
  async (name) => {
    const error = await errorOf(Object.assign(new Error("inner"), { [name]: Symbol("odd") }));
    expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(error).not.toHaveProperty("platformCode");
  },
);

it("an error with a syscall of another kind keeps its code", async () => {
  expect(await errorOf(withCode("ECONNRESET", { syscall: Object.create(null) }))).toMatchObject({
    name: "ConnectionError",
    platformCode: "ECONNRESET",
    outcome: "unknown",
  });
});
