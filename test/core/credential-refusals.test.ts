import { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, networkError, quoteParams, rejection, transfer } from "./client";
import { payment } from "./genuine";

/** A client that gets this response to every call, and the number of requests for its credentials. */
function refusedBy(refuse: () => Response) {
  const state = { calls: 0 };
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    credentials: () => {
      state.calls += 1;
      return { bearer: `token-${state.calls}` };
    },
    fetch: fakeFetch(refuse).fetch,
    maxRetries: 0,
    logLevel: "off",
  });
  return { payments, state };
}

const unauthorized = (more: object = {}, headers: Record<string, string> = {}) =>
  json({ status: 401, code: "UNAUTHORIZED", message: "Unknown API token", ...more }, 401, headers);

describe("a 401 renews credentials", () => {
  const quote = "Quote:1";
  const call = (payments: PaymentsClient) => payments.transfers.in(transfer);
  const signedCall = (payments: PaymentsClient) => payments.quotes.execute(quote, { signature: "stamp" });
  const describedCall = (payments: PaymentsClient) =>
    payments.quotes.create({ ...quoteParams, description: '{"signature":"Bob"}' });
  const unsignedCall = (payments: PaymentsClient) => payments.quotes.execute(quote);
  const verify = (payments: PaymentsClient) =>
    payments.auth.credentials.verify("AuthMethod:1", {
      type: "EMAIL_OTP",
      otp: "111111",
      clientPublicKey: `04${"a".repeat(128)}`,
    });
  const challenge = { "www-authenticate": "Basic" };

  it.each<[string, () => Response, (payments: PaymentsClient) => Promise<unknown>, boolean]>([
    ["of the service", unauthorized, call, true],
    ["with a code of the contract only", () => json({ code: "UNAUTHORIZED" }, 401), call, true],
    ["with `WWW-Authenticate`, for a signed call", () => unauthorized({}, challenge), signedCall, true],
    ["for a call without a signature", unauthorized, unsignedCall, true],
    ["for a description that has the name of a proof", unauthorized, describedCall, true],
    ["of a gateway", () => json({ message: "Unauthorized" }, 401), call, false],
    ["of a gateway with `WWW-Authenticate`", () => json("<html>", 401, challenge), call, false],
    ["with `INVALID_SIGNATURE`", () => unauthorized({ code: "INVALID_SIGNATURE" }, challenge), call, false],
    [
      "about a signature that is missing",
      () => unauthorized({ reason: "Invalid Service-Wallet-Signature" }),
      unsignedCall,
      false,
    ],
    [
      "about a signature, with the reason in `details`",
      () => unauthorized({ details: { reason: "Invalid signature" } }),
      unsignedCall,
      false,
    ],
    ["for a call with a signature", () => unauthorized({ reason: "Unknown Request-Id" }), signedCall, false],
    ["for a call with a code", () => unauthorized({ reason: "Invalid OTP code" }), verify, false],
    ["403", () => json({ status: 403, code: "FORBIDDEN", message: "no" }, 403), call, false],
  ])("%s", async (_, refuse, run, renews) => {
    const { payments, state } = refusedBy(refuse);
    const error = (await rejection(run(payments))) as { status: number };
    expect([401, 403]).toContain(error.status);
    expect(state.calls).toBe(renews ? 2 : 1);
  });
});

describe("a function for `credentials` that never settles", () => {
  const stuckOnce = () => {
    let loads = 0;
    const credentials = () => {
      loads += 1;
      return loads === 1 ? new Promise<never>(() => {}) : { bearer: "second" };
    };
    const { fetch, calls } = fakeFetch(() => json({ data: [], hasMore: false }));
    return { payments: createClient({ fetch, credentials }), calls };
  };

  it("stops only the call that started it", async () => {
    const { payments, calls } = stuckOnce();
    expect(await rejection(payments.transactions.list({}, { totalTimeout: 20 }))).toMatchObject({
      code: "TIMEOUT",
    });
    await payments.transactions.list({}, { totalTimeout: 1_000 });
    expect(calls).toHaveLength(1);
  });

  it("is called again for a call that shared it, once its starter gave up", async () => {
    const { payments } = stuckOnce();
    const first = rejection(payments.transactions.list({}, { totalTimeout: 20 }));
    await payments.transactions.list({}, { totalTimeout: 2_000 });
    expect(await first).toMatchObject({ code: "TIMEOUT" });
  });
});

describe("a function for `credentials` that others have renewed", () => {
  /** A payment that gets a 401 each time another call has used its credentials, so many times. */
  function overtaken(rotations: number) {
    let loads = 0;
    const credentials = () => ({ bearer: `token-${(loads += 1)}` });
    let left = rotations;
    const { fetch, calls } = fakeFetch(async ({ headers }) => {
      if (headers.get("idempotency-key") !== "overtaken" || left === 0) return json(payment, 201);
      left -= 1;
      await payments.transfers.in(transfer);
      return unauthorized();
    });
    const payments = createClient({ fetch, credentials });
    const sent = () => calls.filter(({ headers }) => headers.get("idempotency-key") === "overtaken");
    return { paid: payments.transfers.in(transfer, { idempotencyKey: "overtaken" }), sent };
  }

  it("is called again for credentials that have worked since [C10]", async () => {
    const { paid, sent } = overtaken(2);
    expect(await paid).toEqual(payment);
    expect(sent().map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-1",
      "Bearer token-2",
      "Bearer token-3",
    ]);
  });

  it("is called three times more at most [C10]", async () => {
    const { paid, sent } = overtaken(10);
    expect(await rejection(paid)).toMatchObject({ name: "AuthenticationError", outcome: "not-executed" });
    expect(sent()).toHaveLength(4);
  });
});

describe("a function for `credentials`", () => {
  it("may throw an error of another call: a later try may pass", async () => {
    const fetch = () => Promise.reject(networkError("ECONNRESET"));
    const other = createClient({ fetch, maxRetries: 0 });
    const credentials = async () => ({ bearer: (await other.tokens.retrieve("Token:1")).id });
    const baseUrl = "https://payments.test/api";
    const payments = new PaymentsClient({
      baseUrl,
      credentials,
      fetch: fakeFetch(() => json(payment)).fetch,
    });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      code: "CREDENTIALS_UNAVAILABLE",
      message: "POST transfers.in was not sent: the function in `credentials` failed",
      outcome: "not-executed",
      advice: "retry",
    });
  });

  it("leaves the retries of a call to other failures, and reports each attempt once", async () => {
    const script = [() => unauthorized(), () => json({}, 500)];
    const { fetch } = fakeFetch((_, index) => script[index]?.() ?? json({ data: [], hasMore: false }));
    let loads = 0;
    const seen: unknown[] = [];
    const payments = createClient({
      fetch,
      credentials: () => ({ bearer: `token-${(loads += 1)}` }),
      maxRetries: 1,
      retryDelay: () => 1,
      hooks: { onRetry: ({ attempt, delayMs }) => seen.push([attempt, delayMs]) },
    });
    await payments.transactions.list();
    expect(seen).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it("that throws is not called again by the same call", async () => {
    let loads = 0;
    const credentials = () => {
      loads += 1;
      throw new Error("sealed");
    };
    const { fetch } = fakeFetch(() => json({}));
    const list = createClient({ fetch, credentials, maxRetries: 2, retryDelay: () => 0 }).transactions.list();
    expect(await rejection(list)).toMatchObject({ code: "CREDENTIALS_UNAVAILABLE" });
    expect(loads).toBe(1);
  });

  it("gives a call that waited for a place the credentials that another call has renewed [C10]", async () => {
    let loads = 0;
    const { fetch, calls } = fakeFetch(({ headers }) =>
      headers.get("authorization") === "Bearer token-1" ? unauthorized() : json({ data: [], hasMore: false }),
    );
    const payments = createClient({
      fetch,
      credentials: () => ({ bearer: `token-${(loads += 1)}` }),
      limits: { concurrent: 1 },
    });
    await Promise.all(["A", "B", "C"].map((reference) => payments.transactions.list({ reference })));
    const sent = calls.map(({ url, headers }) => [/\w$/.exec(url)?.[0], headers.get("authorization")]);
    expect(sent.filter(([name]) => name === "C")).toEqual([["C", "Bearer token-2"]]);
  });

  it("never sends a call that waited for a place without credentials, while another call renews them", async () => {
    const state = { loads: 0, valid: "Bearer token-1" };
    const { fetch, calls } = fakeFetch(({ headers }) =>
      headers.get("authorization") === state.valid ? json({ data: [], hasMore: false }) : unauthorized(),
    );
    const credentials = async () => {
      const bearer = `token-${(state.loads += 1)}`;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { bearer };
    };
    const payments = createClient({ fetch, credentials, limits: { concurrent: 1 } });
    await payments.transactions.list();
    state.valid = "Bearer token-2";
    await Promise.all(["A", "B", "C"].map((reference) => payments.transactions.list({ reference })));
    const sent = calls.map(({ headers }) => headers.get("authorization"));
    expect(sent).toEqual(
      ["token-1", "token-1", "token-2", "token-2", "token-2"].map((token) => `Bearer ${token}`),
    );
    expect(state.loads).toBe(2);
  });
});
