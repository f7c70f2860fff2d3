import type { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import {
  createClient,
  customerParams,
  fakeFetch,
  json,
  networkError,
  refusal,
  rejection,
  transfer,
} from "./client";
import { genuine } from "./genuine";
import { challenge, signer } from "./signed";

type Respond = () => Response | Promise<Response>;

const lost = () => Promise.reject(networkError("ECONNRESET"));
const silent = () => new Promise<Response>(() => {});

/** The error of a payment with attempts that end like this. */
async function errorAfter(...script: Respond[]) {
  const { fetch, calls } = fakeFetch((_call, index) => (script[index] ?? lost)());
  const error = await rejection(createClient({ fetch, timeout: 50 }).transfers.in(transfer));
  return { error, sent: calls.length };
}

/** Error bodies of gateways, proxies and load balancers. */
const foreign: [string, unknown][] = [
  ["a message alone", { message: "no Route matched with those values" }],
  ["an error text", { error: "not found" }],
  ["an error object", { error: { code: "NOT_FOUND", message: "not here" } }],
  ["a numeric code", { code: 404, message: "not here" }],
  ["a numeric code beside the status", { status: 404, code: 40401, message: "not here" }],
  ["digits as its code", { status: 404, code: "404", message: "not here" }],
  ["a code in small letters", { status: 404, code: "not_found", message: "not here" }],
  ["an empty code", { code: "", message: "not here" }],
  ["a code that is not the service's, alone", { code: "GONE", message: "not here" }],
  ["a reason alone", { reason: "not here" }],
  ["a status that is not the response's", { status: 200, code: "GONE", message: "not here" }],
  ["a status as text", { status: "404", code: "GONE", message: "not here" }],
  ["a status and a message", { status: 404, message: "not here" }],
  ["a status alone", { status: 404 }],
  ["a status and a code", { status: 404, code: "GONE" }],
  ["the members of WSO2", { code: "404", type: "Status report", message: "Runtime Error", description: "x" }],
  [
    "the members of Spring",
    { timestamp: "2026-01-01T00:00:00Z", status: 404, error: "Not Found", message: "No message", path: "/x" },
  ],
  [
    "the members of Spring and a code",
    { timestamp: "2026-01-01T00:00:00Z", status: 404, code: "GONE", message: "No message" },
  ],
  ["a list", [{ code: "NOT_FOUND" }]],
  ["a text", "NOT_FOUND"],
  ["nothing that is an object", null],
];

/** Bodies in the service's form (specification, "Errors"; contract, `Error404`). */
const own: [string, unknown][] = [
  ["a code of the service", { code: "QUOTE_NOT_FOUND" }],
  ["a new code, its status and a message", { status: 404, code: "GONE_FOR_GOOD", message: "not here" }],
];

const publicKey = `04${"ab".repeat(64)}`;

/** One operation of each kind. The signed ones already have their challenge. */
const operations: [string, (payments: PaymentsClient) => PromiseLike<unknown>][] = [
  ["transfers.in", (payments) => payments.transfers.in(transfer)],
  ["quotes.execute", (payments) => payments.quotes.execute("Quote:1")],
  ["customers.create", (payments) => payments.customers.create(customerParams)],
  ["customers.update", (payments) => payments.customers.update("Customer:1", customerParams)],
  ["transactions.approve", (payments) => payments.transactions.approve("Transaction:1")],
  ["documents.delete", (payments) => payments.documents.delete("document-1")],
  ["auth.sessions.revoke", (payments) => payments.auth.sessions.revoke("Session:1", { signer })],
  [
    "internalAccounts.export",
    (payments) =>
      payments.internalAccounts.export("InternalAccount:1", { clientPublicKey: publicKey }, { signer }),
  ],
];

describe.each(operations)("a foreign error response to %s", (_operation, call) => {
  it.each(foreign)("leaves the outcome unknown: %s", async (_case, body) => {
    const { fetch } = fakeFetch(({ url }, index) =>
      index === 0 && /sessions|export/.test(url) ? challenge() : json(body, 404),
    );
    expect(await rejection(call(createClient({ fetch })))).toMatchObject({
      name: "NotFoundError",
      outcome: "unknown",
    });
  });
});

describe("an error response to the first attempt", () => {
  it.each(own)("proves that nothing was executed if its body is the service's: %s", async (_case, body) => {
    expect(await errorAfter(() => json(body, 404))).toMatchObject({
      sent: 1,
      error: { name: "NotFoundError", outcome: "not-executed", advice: "fix" },
    });
  });

  it("with status 503 and `Retry-After` counts as a refusal only from the service", async () => {
    const later = { "retry-after": "61" };
    expect((await errorAfter(() => refusal(503, "DOWN", later))).error).toMatchObject({
      outcome: "not-executed",
    });
    // Caches add the header to their own errors, even after they forwarded the request.
    const cache = () => new Response("backend fetch failed", { status: 503, headers: later });
    expect((await errorAfter(cache)).error).toMatchObject({ outcome: "unknown", retryAfter: 61 });
  });

  it("with status 503 and `Retry-After` from a cache does not repeat a call without a key", async () => {
    const { fetch, calls } = fakeFetch(
      () => new Response("backend fetch failed", { status: 503, headers: { "retry-after": "0" } }),
    );
    const params = { customerType: "INDIVIDUAL" } as const;
    expect(await rejection(createClient({ fetch }).customers.create(params))).toMatchObject({
      outcome: "unknown",
    });
    expect(calls).toHaveLength(1);
  });
});

describe("a refusal after an attempt with an unknown outcome", () => {
  const firsts: [string, Respond][] = [
    ["was lost", lost],
    ["was held up", silent],
    ["got a server error", () => refusal(500, "INTERNAL_ERROR")],
    ["got the page of a portal", () => new Response("<h1>Sign in</h1>")],
    ["got a gateway's error", () => new Response("<h1>502</h1>", { status: 502 })],
  ];

  // An attempt that was held up waits for seven limits of 50 ms in real time.
  it.each(firsts)("keeps the outcome unknown: the first attempt %s", async (_case, first) => {
    for (const [status, code] of [
      [400, "INVALID_INPUT"],
      [401, "UNAUTHORIZED"],
      [403, "FORBIDDEN"],
      [404, "QUOTE_NOT_FOUND"],
      [409, "CONFLICT"],
      [410, "CUSTOMER_DELETED"],
      [422, "INVALID_INPUT"],
    ] as const) {
      expect(await errorAfter(first, () => refusal(status, code))).toMatchObject({
        sent: 2,
        error: {
          status,
          code,
          outcome: "unknown",
          advice: "retry-later",
          idempotencyKey: expect.any(String),
        },
      });
    }
  });

  it("is settled by the next call with the same key", async () => {
    const { fetch, calls } = fakeFetch((_call, index) => (index === 0 ? lost() : refusal(422)));
    const payments = createClient({ fetch });
    const options = { idempotencyKey: "order-17" };
    expect(await rejection(payments.transfers.in(transfer, options))).toMatchObject({
      status: 422,
      outcome: "unknown",
      idempotencyKey: "order-17",
    });
    expect(await rejection(payments.transfers.in(transfer, options))).toMatchObject({
      status: 422,
      outcome: "not-executed",
      advice: "fix",
      idempotencyKey: "order-17",
    });
    expect(calls).toHaveLength(3);
  });

  it("proves that nothing was executed if no attempt can have arrived", async () => {
    const refused = () => Promise.reject(networkError("ECONNREFUSED"));
    expect(await errorAfter(refused, () => refusal(422))).toMatchObject({
      sent: 2,
      error: { status: 422, outcome: "not-executed" },
    });
  });

  it.each(foreign)("does not count if its body is foreign: %s", async (_case, body) => {
    expect(await errorAfter(lost, () => json(body, 404))).toMatchObject({
      sent: 2,
      error: { name: "NotFoundError", outcome: "unknown", idempotencyKey: expect.any(String) },
    });
  });
});

describe("a conflict of a call with a key", () => {
  const inProgress: [string, Respond][] = [
    ["a 409 that says so", () => json({ code: "IDEMPOTENT_REQUEST_IN_PROGRESS" }, 409)],
    ["a 422 that says so", () => json({ code: "IDEMPOTENT_REQUEST_IN_PROGRESS" }, 422)],
  ];

  it.each(inProgress)("is repeated if the first request still runs: %s", async (_case, response) => {
    expect(await errorAfter(response, response, response)).toMatchObject({
      sent: 3,
      error: { outcome: "unknown", advice: "retry-later" },
    });
    const { fetch } = fakeFetch((call, index) => (index === 0 ? response() : genuine(call)));
    expect((await createClient({ fetch }).transfers.in(transfer)).id).toBe("Transaction:1");
  });

  it.each<[string, Respond]>([
    ["another code of the service", () => refusal(409, "TRANSACTION_LOCKED")],
    ["a code that only sounds like one in progress", () => refusal(409, "EMAIL_IN_USE")],
    ["an unlisted word for a used key", () => refusal(409, "IDEMPOTENCY_MISMATCH")],
    ["an unlisted 422", () => refusal(422, "PAYMENT_STILL_RUNNING")],
    ["no code", () => json({ message: "busy" }, 409)],
    ["a gateway's body", () => json({ message: "Conflict" }, 409)],
    ["a 422 with a number for its code", () => json({ code: 422, message: "key in use" }, 422)],
  ])("has an unknown outcome and is not repeated with %s", async (_case, response) => {
    expect(await errorAfter(response)).toMatchObject({ sent: 1, error: { outcome: "unknown" } });
  });

  it.each([
    ["CONFLICT", "a code of the specification"],
    ["IDEMPOTENCY_KEY_REUSED", "another body"],
    ["QUOTE_EXPIRED", "a code of the guide"],
    ["UMA_ADDRESS_EXISTS", "a code of the contract"],
    ["TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL", "a code of the contract"],
  ])("is a refusal with the code %s [OP-52]", async (code) => {
    expect(await errorAfter(() => refusal(409, code))).toMatchObject({
      sent: 1,
      error: { name: "ConflictError", code, outcome: "not-executed", advice: "reconcile" },
    });
  });

  it("says first that the key was used before with other parameters", async () => {
    const message = "another body";
    const response = () => json({ status: 409, code: "IDEMPOTENCY_KEY_REUSED", message }, 409);
    const { error } = await errorAfter(response);
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /failed with 409 IDEMPOTENCY_KEY_REUSED: the idempotency key was used before with other parameters: another body/,
      ) as string,
    });
  });

  it("is a refusal as a 422 with a listed code", async () => {
    expect(await errorAfter(() => refusal(422))).toMatchObject({
      sent: 1,
      error: { outcome: "not-executed" },
    });
  });
});

describe("a code that says that the service failed", () => {
  const codes = ["INTERNAL_ERROR", "SERVICE_SWITCH_ERROR", "SERVICE_UNAVAILABLE"];
  it.each(codes)("counts whatever the status, which a gateway may replace: %s", async (code) => {
    for (const status of [400, 404, 409, 422, 500]) {
      const { fetch, calls } = fakeFetch(() => refusal(status, code));
      const error = await rejection(createClient({ fetch }).transfers.in(transfer));
      expect(error).toMatchObject({ status, code, outcome: "unknown", advice: "retry-later" });
      expect(calls).toHaveLength(3);
    }
  });

  it("is not one that says that the service does not offer the call", async () => {
    const { fetch, calls } = fakeFetch(() => refusal(404, "NOT_IMPLEMENTED"));
    const error = await rejection(createClient({ fetch }).transfers.in(transfer));
    expect(error).toMatchObject({ outcome: "not-executed", advice: "fix" });
    expect(calls).toHaveLength(1);
  });
});

describe("a conflict of a call without a key", () => {
  it("is a refusal with any code", async () => {
    const { fetch, calls } = fakeFetch(() => refusal(409, "REQUEST_IN_PROGRESS"));
    expect(await rejection(createClient({ fetch }).customers.create(customerParams))).toMatchObject({
      outcome: "not-executed",
    });
    expect(calls).toHaveLength(1);
  });

  it.each(["approve", "reject"] as const)(
    "is a refusal of transactions.%s, and the transaction says what it is",
    async (method) => {
      for (const code of [
        "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
        "CONFLICT",
        "INVALID_STATE_TRANSITION",
      ]) {
        const { fetch, calls } = fakeFetch(() => refusal(409, code));
        const { transactions } = createClient({ fetch });
        expect(await rejection(transactions[method]("Transaction:1"))).toMatchObject({
          code,
          outcome: "not-executed",
          advice: "reconcile",
        });
        expect(calls).toHaveLength(1);
      }
    },
  );

  it("is a refusal of a read, which is not repeated", async () => {
    const { fetch, calls } = fakeFetch(() => refusal(409, "REQUEST_IN_PROGRESS"));
    expect(await rejection(createClient({ fetch }).customers.retrieve("Customer:1"))).toMatchObject({
      status: 409,
      outcome: "not-executed",
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    [400, "INVALID_INPUT"],
    [404, "USER_NOT_FOUND"],
    [409, "CONFLICT"],
    [410, "CUSTOMER_DELETED"],
    [422, "INVALID_INPUT"],
  ])(
    "leaves the outcome of a deletion unknown with a %i, because an earlier copy may have succeeded",
    async (status, code) => {
      const { fetch, calls } = fakeFetch(() => refusal(status, code));
      expect(await rejection(createClient({ fetch }).documents.delete("document-1"))).toMatchObject({
        status,
        code,
        outcome: "unknown",
        advice: "reconcile",
      });
      expect(calls).toHaveLength(1);
    },
  );
});
