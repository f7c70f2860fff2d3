import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, networkError, refusal, rejection, transfer } from "./client";

const lost = () => Promise.reject(networkError("ECONNRESET"));
const page = (status: number) =>
  new Response("<h1>nginx</h1>", { status, headers: { "content-type": "text/html" } });

/** The error of a payment whose attempts end in this way. */
async function errorAfter(...script: (() => Response | Promise<Response>)[]) {
  const { fetch, calls } = fakeFetch((_call, index) => (script[index] ?? lost)());
  const error = await rejection(createClient({ fetch }).transfers.in(transfer));
  return { error, sent: calls.length };
}

/** Bodies that a gateway, a proxy or a load balancer gives. */
const foreign: [string, unknown][] = [
  ["a message alone", { message: "no Route matched with those values" }],
  ["an error text", { error: "not found" }],
  ["an error object", { error: { code: "NOT_FOUND", message: "not here" } }],
  ["a numeric code", { code: 404, message: "not here" }],
  ["an empty code", { code: "", message: "not here" }],
  ["a status that is not the response's", { status: 200, message: "not here" }],
  ["a status as text", { status: "404", message: "not here" }],
  ["a status without a message", { status: 404 }],
  ["a list", [{ code: "NOT_FOUND" }]],
  ["a text", "NOT_FOUND"],
  ["nothing that is an object", null],
];

/** Bodies of the service's own shape (specification, "Errors"; contract, `Error404`). */
const own: [string, unknown][] = [
  ["a code", { code: "QUOTE_NOT_FOUND" }],
  ["a reason", { reason: "Invalid OTP code" }],
  ["the status of the response beside a message", { status: 404, message: "There is no such quote" }],
];

describe("an error response after a lost one", () => {
  it.each(foreign)("says nothing about the payment when its body is foreign: %s", async (_case, body) => {
    expect(await errorAfter(lost, () => json(body, 404))).toMatchObject({
      sent: 2,
      error: { name: "NotFoundError", outcome: "unknown", idempotencyKey: expect.any(String) },
    });
  });

  it.each(own)("says that nothing was executed when its body is the service's: %s", async (_case, body) => {
    expect(await errorAfter(lost, () => json(body, 404))).toMatchObject({
      sent: 2,
      error: { name: "NotFoundError", outcome: "not-executed" },
    });
  });

  it.each([400, 404, 422])(
    "is conclusive when it is the service's own %i, and not with a gateway's",
    async (status) => {
      expect((await errorAfter(lost, () => refusal(status))).error).toMatchObject({
        outcome: "not-executed",
      });
      const gateway = () => json({ message: "Bad request" }, status);
      expect((await errorAfter(lost, gateway)).error).toMatchObject({ outcome: "unknown" });
    },
  );

  it.each([401, 403, 409, 410, 412])(
    "is not conclusive when it is the service's %i, which is about now",
    async (status) => {
      expect((await errorAfter(lost, () => refusal(status, "CONFLICT"))).error).toMatchObject({
        outcome: "unknown",
      });
    },
  );
});

describe("an error response to the first attempt", () => {
  it.each(foreign)("leaves the outcome open when its body is foreign: %s", async (_case, body) => {
    expect((await errorAfter(() => json(body, 404))).error).toMatchObject({ outcome: "unknown" });
  });

  it.each(own)("says that nothing was executed when its body is the service's: %s", async (_case, body) => {
    expect((await errorAfter(() => json(body, 404))).error).toMatchObject({ outcome: "not-executed" });
  });

  it("of status 503 with `Retry-After` counts as turned away only when it is the service's", async () => {
    const later = { "retry-after": "61" };
    expect((await errorAfter(() => refusal(503, "DOWN", later))).error).toMatchObject({
      outcome: "not-executed",
    });
    // Caches add the header to errors of their own, also after they passed the request on.
    const cache = () => new Response("backend fetch failed", { status: 503, headers: later });
    expect((await errorAfter(cache)).error).toMatchObject({ outcome: "unknown", retryAfter: 61 });
  });

  it("of status 503 with `Retry-After` from a cache does not repeat a call without a key", async () => {
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

describe("a successful response that cannot be read", () => {
  it.each([
    ["the page of a portal", () => page(200)],
    [
      "JSON that was cut, in another content type",
      () => json('{"id":', 200, { "content-type": "text/plain" }),
    ],
    ["JSON that was cut, without a content type", () => new Response(new TextEncoder().encode('{"id":'))],
  ])("leaves the outcome open when it is not the service's: %s", async (_case, response) => {
    expect(await errorAfter(response, response, response)).toMatchObject({
      sent: 3,
      error: { code: "UNREADABLE_RESPONSE", outcome: "unknown" },
    });
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/problem+json",
    "Application/JSON",
  ])("says that the call was executed when it was cut in the service's content type: %s", async (type) => {
    const cut = () => json('{"id":', 201, { "content-type": type });
    expect((await errorAfter(cut, cut, cut)).error).toMatchObject({ outcome: "executed" });
  });

  it("is decided by the service's own refusal of the same key", async () => {
    const portal = () => page(200);
    const cut = () => json('{"id":', 201);
    for (const first of [portal, cut]) {
      expect(await errorAfter(first, () => refusal(400))).toMatchObject({
        sent: 2,
        error: { name: "BadRequestError", outcome: "not-executed" },
      });
    }
  });

  it("is not decided by a gateway's refusal of the same key", async () => {
    const gateway = () => json({ message: "no Route matched" }, 404);
    expect((await errorAfter(() => page(200), gateway)).error).toMatchObject({ outcome: "unknown" });
    expect((await errorAfter(() => json("{", 200), gateway)).error).toMatchObject({ outcome: "executed" });
  });

  it("becomes known when a later attempt is cut in the service's content type", async () => {
    const cut = () => json('{"id":', 201);
    expect((await errorAfter(lost, cut, lost)).error).toMatchObject({ outcome: "executed" });
  });
});

describe("a conflict of a call with a key", () => {
  const inProgress: [string, () => Response][] = [
    ["a code of another service", () => json({ code: "REQUEST_IN_PROGRESS" }, 409)],
    ["another word for it", () => json({ code: "CONCURRENT_REQUEST" }, 409)],
    ["a key in use", () => json({ code: "IDEMPOTENCY_KEY_IN_USE" }, 409)],
    ["no code", () => json({ message: "busy" }, 409)],
    ["a gateway's body", () => json({ message: "Conflict" }, 409)],
    ["a 422 that says so", () => json({ code: "IDEMPOTENT_REQUEST_IN_PROGRESS" }, 422)],
    ["a 422 about concurrency", () => json({ code: "CONCURRENT_REQUEST" }, 422)],
  ];

  it.each(inProgress)("may mean that the first request still runs: %s", async (_case, response) => {
    expect(await errorAfter(response, response, response)).toMatchObject({
      sent: 3,
      error: { outcome: "unknown" },
    });
    const { fetch } = fakeFetch((_call, index) => (index === 0 ? response() : json({ id: "Transaction:1" })));
    expect((await createClient({ fetch }).transfers.in(transfer)).id).toBe("Transaction:1");
  });

  it.each([
    "CONFLICT",
    "IDEMPOTENCY_KEY_REUSED",
    "UMA_ADDRESS_EXISTS",
    "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
  ])("is a refusal with the code %s [OP-52]", async (code) => {
    expect(await errorAfter(() => json({ code }, 409))).toMatchObject({
      sent: 1,
      error: { name: "ConflictError", outcome: "not-executed" },
    });
  });

  it("is a refusal of a call without a key, whatever its code", async () => {
    const { fetch, calls } = fakeFetch(() => json({ code: "REQUEST_IN_PROGRESS" }, 409));
    const error = await rejection(createClient({ fetch }).customers.create({ customerType: "INDIVIDUAL" }));
    expect(error).toMatchObject({ outcome: "not-executed" });
    expect(calls).toHaveLength(1);
  });

  it("is a refusal of a read, which has no key: it is not repeated", async () => {
    const { fetch, calls } = fakeFetch(() => json({ code: "REQUEST_IN_PROGRESS" }, 409));
    await rejection(createClient({ fetch }).customers.retrieve("Customer:1"));
    expect(calls).toHaveLength(1);
  });

  it("is a refusal as a 422 with any other code", async () => {
    expect(await errorAfter(() => json({ code: "INVALID_INPUT" }, 422))).toMatchObject({
      sent: 1,
      error: { outcome: "not-executed" },
    });
  });
});
