import type { PaymentsClient, RequestOptions } from "payments-sdk";
import type { ResponseMismatchEvent } from "../../src/core/types";
import { describe, expect, it } from "vitest";
import {
  createClient,
  fakeFetch,
  json,
  networkError,
  quoteParams,
  refusal,
  rejection,
  transfer,
} from "./client";
import { payment } from "./genuine";
import { challenge, lost, noContent, signer } from "./signed";
import type { Step } from "./signed";

function script(...steps: Step[]) {
  const { fetch, calls } = fakeFetch((_call, index) => (steps[index] ?? lost)());
  return { payments: createClient({ fetch, validation: "off" }), calls };
}

const unknown = { name: "ResponseValidationError", code: "UNREADABLE_RESPONSE", outcome: "unknown" };

/** Statuses of proxies and caches that no operation of the contract has. */
const foreign = [203, 205, 206, 207, 226];
const bodyOf = (status: number) => (status === 205 ? null : JSON.stringify(payment));
const partial =
  (status: number): Step =>
  () =>
    new Response(bodyOf(status), { status, headers: { "content-type": "application/json" } });

it("reports settings without any field of settings, which a portal may send", async () => {
  const reported: unknown[] = [];
  const hooks = { onResponseMismatch: ({ issues }: ResponseMismatchEvent) => reported.push(...issues) };
  const { fetch } = fakeFetch(() => json({ login: "required" }));
  const issue = { path: "umaDomain", message: "is missing" };
  expect(await createClient({ fetch, hooks }).config.retrieve()).toEqual({ login: "required" });
  expect(reported).toEqual([issue]);
  expect(await rejection(createClient({ fetch, validation: "strict" }).config.retrieve())).toMatchObject({
    code: "INVALID_RESPONSE",
    outcome: "not-executed",
    issues: [issue],
  });
});

describe.each(foreign)("a %i, which the service never sends", (status) => {
  it("is not a result of a payment, which repeats with its key", async () => {
    const { payments, calls } = script(partial(status), () => json(payment, 201));
    expect(await payments.transfers.in(transfer)).toEqual(payment);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>]>([
    ["a payment", (payments) => payments.transfers.in(transfer, { maxRetries: 0 })],
    ["a customer", (payments) => payments.customers.create({ customerType: "INDIVIDUAL" })],
    ["a raw call", (payments) => payments.request("POST", "/anything", { body: {} })],
    ["a deletion", (payments) => payments.documents.delete("document-1")],
  ])("leaves the outcome unknown for %s", async (_name, call) => {
    const { payments, calls } = script(partial(status));
    const error = await rejection(call(payments));
    expect(error).toMatchObject({ ...unknown, status });
    expect(String(error)).toContain(`(${status}) is not the service's`);
    expect(calls).toHaveLength(1);
  });

  it("does not end a signed call, which requests its challenge again [SRY-11]", async () => {
    const { payments, calls } = script(partial(status), challenge, noContent);
    expect(await payments.auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
    expect(calls).toHaveLength(3);
    const { payments: creating } = script(partial(status));
    const params = { type: "EMAIL_OTP", accountId: "InternalAccount:1" } as const;
    expect(await rejection(creating.auth.credentials.create(params, { signer }))).toMatchObject(unknown);
  });
});

it("an incomplete 206 does not prove that the payment was executed", async () => {
  const body = () =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(networkError("ECONNRESET"));
      },
    });
  const cut: Step = () =>
    new Response(body(), { status: 206, headers: { "content-type": "application/json" } });
  const { payments } = script(cut);
  expect(await rejection(payments.transfers.in(transfer, { maxRetries: 0 }))).toMatchObject({
    name: "ConnectionError",
    outcome: "unknown",
  });
});

it.each([200, 201, 204])("%i, which the service sends, is a result", async (status) => {
  const { payments } = script(() => new Response(status === 204 ? null : "{}", { status }));
  expect(await payments.request("POST", "/anything", { body: {} })).toEqual(status === 204 ? undefined : {});
});

/** Responses of portals, proxies and caches instead of the 204. */
const bodies: [string, Step][] = [
  ["the JSON of a portal", () => json({ message: "Accept the terms to go on" })],
  ["an empty object", () => json({})],
  ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["a page that is called JSON", () => json("<html>")],
  ["nothing, with status 200", () => new Response("")],
  ["nothing, with status 202", () => new Response("", { status: 202 })],
];

describe.each(bodies)("%s instead of the service's 204", (_name, response) => {
  it.each<[string, (payments: PaymentsClient) => Promise<void>]>([
    ["documents.delete", (payments) => payments.documents.delete("document-1")],
    ["tokens.delete", (payments) => payments.tokens.delete("token-1")],
    ["externalAccounts.delete", (payments) => payments.externalAccounts.delete("ExternalAccount:1")],
    [
      "platform.externalAccounts.delete",
      (payments) => payments.platform.externalAccounts.delete("ExternalAccount:1"),
    ],
  ])("leaves the outcome unknown for %s", async (_operation, call) => {
    const { payments, calls } = script(response);
    expect(await rejection(call(payments))).toMatchObject(unknown);
    expect(calls).toHaveLength(1);
  });
});

/** Texts that a proxy labels as JSON. */
const texts: [string, string][] = [
  ["nothing", ""],
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["XML", '<?xml version="1.0"?><id>Transaction:1</id>'],
  ["a stack trace", 'java.lang.NullPointerException: "id"\n\tat Gateway.forward(Gateway.java:42)'],
  ["the beginning of an object that is not a payment", '{"message":"Accept the te'],
  ["the beginning of a list", '[{"id":"Transaction:1"'],
  ["one brace", "{"],
];

describe.each([200, 201])("a %i labelled as JSON", (status) => {
  it.each(texts)("proves nothing about a payment: %s", async (_case, text) => {
    const { payments, calls } = script(...Array<Step>(3).fill(() => json(text, status)));
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ ...unknown, status });
    expect(calls).toHaveLength(3);
  });

  it.each([...JSON.stringify(payment).matchAll(/[,}]/g)].map(({ index }) => index))(
    "proves a payment if its genuine response is cut at %i",
    async (end) => {
      const cut = () => json(JSON.stringify(payment).slice(0, end), status);
      const { payments } = script(cut, cut, cut);
      expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
        code: "UNREADABLE_RESPONSE",
        outcome: "executed",
        advice: "retry",
      });
      const { payments: later } = script(cut, () => json(payment, 201));
      expect(await later.transfers.in(transfer)).toEqual(payment);
    },
  );
});

it("a cut genuine response proves the payment, even if later attempts fail", async () => {
  const cut: Step = () => json('{"id":"Transaction:1"');
  for (const after of [lost, () => refusal(400), () => new Response("<h1>502</h1>", { status: 502 })]) {
    const { payments } = script(cut, after, after);
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ outcome: "executed" });
  }
  const { payments } = script(lost, cut, lost);
  expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ outcome: "executed" });
});

const quote = {
  id: "Quote:1",
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
  destination: { destinationType: "UMA_ADDRESS", umaAddress: "$alice@uma.test" },
};

it.each(["lenient", "strict"] as const)(
  "the stored quote for another payee is unrelated, even with a UMA address (%s)",
  async (validation) => {
    const { fetch, calls } = fakeFetch(() => json(quote, 201));
    const payments = createClient({ fetch, validation });
    const to = (umaAddress: string) =>
      payments.quotes.create(
        {
          ...quoteParams,
          source: quote.source as never,
          destination: { ...quote.destination, umaAddress } as never,
        },
        { idempotencyKey: "order-17" },
      );
    if (validation === "lenient") expect(await to("$alice@uma.test")).toEqual(quote);
    calls.length = 0;
    expect(await rejection(to("$bob@uma.test"))).toMatchObject({
      name: "UnrelatedResponseError",
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
      advice: "reconcile",
      idempotencyKey: "order-17",
      issues: [{ path: "destination.umaAddress" }],
    });
    // The key would return the same response again.
    expect(calls).toHaveLength(1);
  },
);

const money = (amount: number) => ({ amount, currency: { code: "USD", decimals: 2 } });
const made = { ...payment, status: "PENDING" };

describe("an amount that differs from the request", () => {
  const params = { ...transfer, amount: 1_000_000 };
  const pays = (payments: PaymentsClient) => payments.transfers.in(params);
  const sends = (payments: PaymentsClient) =>
    payments.transfers.out({ ...params, source: params.destination, destination: params.source });
  const quotes = (payments: PaymentsClient) =>
    payments.quotes.create({ ...quoteParams, lockedCurrencyAmount: 1_000_000 });

  it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>, object, string]>([
    [
      "a fee in the amount sent",
      sends,
      { ...made, sentAmount: money(1_020_000), fees: 20_000 },
      "sentAmount.amount",
    ],
    [
      "a fee off the amount received",
      pays,
      { ...made, receivedAmount: money(980_000) },
      "receivedAmount.amount",
    ],
    ["a larger amount", pays, { ...made, receivedAmount: money(9_000_000) }, "receivedAmount.amount"],
    [
      "a total that is off by one",
      quotes,
      { ...quote, status: "PENDING", destination: {}, source: {}, totalSendingAmount: 1_000_001 },
      "totalSendingAmount",
    ],
  ])("is returned and reported: %s", async (_case, call, body, path) => {
    const events: ResponseMismatchEvent[] = [];
    const hooks = { onResponseMismatch: (event: ResponseMismatchEvent) => void events.push(event) };
    const { fetch, calls } = fakeFetch(() => json(body, 201));
    expect(await call(createClient({ fetch, hooks }))).toEqual(body);
    expect(calls).toHaveLength(1);
    const difference = expect.objectContaining({
      path,
      message: expect.stringContaining("asked for 1000000"),
    });
    expect(events.map(({ issues }) => issues)).toEqual([expect.arrayContaining([difference])]);

    expect(await rejection(call(createClient({ fetch, validation: "strict" })))).toMatchObject({
      name: "ResponseValidationError",
      code: "INVALID_RESPONSE",
      outcome: "executed",
      issues: expect.arrayContaining([difference]),
    });
  });

  it("is not reported if it is equal", async () => {
    const events: ResponseMismatchEvent[] = [];
    const hooks = { onResponseMismatch: (event: ResponseMismatchEvent) => void events.push(event) };
    const { fetch } = fakeFetch(() => json({ ...made, receivedAmount: money(1_000_000) }, 201));
    await pays(createClient({ fetch, hooks }));
    const paths = events.flatMap(({ issues }) => issues.map(({ path }) => path));
    expect(paths).not.toContain("receivedAmount.amount");
  });
});

describe("a smaller amount under the caller's own key", () => {
  const paid = (receivedAmount: number, options?: RequestOptions) => {
    const { fetch } = fakeFetch(() => json({ ...made, receivedAmount: money(receivedAmount) }, 201));
    return createClient({ fetch, logLevel: "off" }).transfers.in({ ...transfer, amount: 20_000 }, options);
  };
  const own = { idempotencyKey: "own" };

  it.each([18_000, 19_500, 20_000, 20_001])(
    "is that of this payment, less a hidden fee: %i",
    async (amount) => {
      expect(await paid(amount, own)).toMatchObject({ receivedAmount: { amount } });
    },
  );

  it.each([1, 2_000, 17_999, 20_002])("is another payment: %i of 20,000", async (amount) => {
    expect(await rejection(paid(amount, own))).toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
      advice: "reconcile",
    });
  });

  it("is delivered under a fresh key, which no other payment has", async () => {
    expect(await paid(1)).toMatchObject({ receivedAmount: { amount: 1 } });
  });
});

describe("a 202 with a challenge, from the newest service, of a method without a signer", () => {
  const body = { payloadToSign: "{}", requestId: "Request:1", expiresAt: "2999-01-01T00:00:00Z" };
  const clientPublicKey = `04${"0".repeat(128)}`;

  it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>]>([
    [
      "customers.update",
      (payments) => payments.customers.update("Customer:1", { customerType: "INDIVIDUAL", fullName: "Ada" }),
    ],
    [
      "auth.credentials.verify",
      (payments) =>
        payments.auth.credentials.verify("AuthMethod:1", {
          type: "EMAIL_OTP",
          otp: "000000",
          clientPublicKey,
        }),
    ],
  ])("says that nothing was done, and what to do: %s", async (_operation, call) => {
    const { fetch, calls } = fakeFetch(() => json(body, 202));
    expect(await rejection(call(createClient({ fetch })))).toMatchObject({
      name: "ResponseValidationError",
      status: 202,
      outcome: "not-executed",
      advice: "fix",
      message: expect.stringContaining(
        "nothing was done yet: send the request with `payments.request` and a",
      ),
      body: JSON.stringify(body),
    });
    expect(calls).toHaveLength(1);
  });
});
