import { createHash } from "node:crypto";
import fc from "fast-check";
import type { PaymentsClient, RequestOptions } from "payments-sdk";
import { deriveIdempotencyKey, responseOf } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { cutBody, dropConnection, inOrder, reply, startServer } from "../support/local-server";
import { createClient, customerParams, fakeFetch, json, quoteParams, rejection, transfer } from "./client";
import { genuine, genuineReply } from "./genuine";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

type Action = (payments: PaymentsClient, options?: RequestOptions) => PromiseLike<unknown>;

const keyed: [string, Action][] = [
  ["quotes.create", (payments, options) => payments.quotes.create(quoteParams, options)],
  ["quotes.execute", (payments, options) => payments.quotes.execute("Quote:1", {}, options)],
  ["transfers.in", (payments, options) => payments.transfers.in(transfer, options)],
  [
    "transfers.out",
    (payments, options) =>
      payments.transfers.out(
        { ...transfer, source: transfer.destination, destination: transfer.source },
        options,
      ),
  ],
  [
    "POST /quotes by request()",
    (payments, options) => payments.request("POST", "/quotes", { body: quoteParams, ...options }),
  ],
  [
    "POST /quotes/…/execute by request()",
    (payments, options) => payments.request("POST", "/quotes/Quote%3A1/execute", options),
  ],
  [
    "POST /transfer-in by request()",
    (payments, options) => payments.request("POST", "/transfer-in", { body: transfer, ...options }),
  ],
  [
    "POST /transfer-out by request()",
    (payments, options) => payments.request("POST", "/transfer-out", { body: transfer, ...options }),
  ],
];

const publicKey = `04${"ab".repeat(64)}`;
const unkeyed: [string, Action][] = [
  ["customers.create", (payments, options) => payments.customers.create(customerParams, options)],
  ["customers.retrieve", (payments, options) => payments.customers.retrieve("Customer:1", options)],
  [
    "customers.update",
    (payments, options) => payments.customers.update("Customer:1", customerParams, options),
  ],
  ["customers.list", (payments, options) => payments.customers.list({}, options)],
  ["quotes.retrieve", (payments, options) => payments.quotes.retrieve("Quote:1", options)],
  [
    "verifications.create",
    (payments, options) => payments.verifications.create({ customerId: "Customer:1" }, options),
  ],
  [
    "auth.credentials.create",
    (payments, options) =>
      payments.auth.credentials.create({ type: "EMAIL_OTP", accountId: "InternalAccount:1" }, options),
  ],
  [
    "auth.credentials.verify",
    (payments, options) =>
      payments.auth.credentials.verify(
        "AuthMethod:1",
        { type: "EMAIL_OTP", otp: "1", clientPublicKey: publicKey },
        options,
      ),
  ],
  [
    "auth.credentials.revoke",
    (payments, options) => payments.auth.credentials.revoke("AuthMethod:1", options),
  ],
  ["auth.sessions.revoke", (payments, options) => payments.auth.sessions.revoke("Session:1", options)],
  [
    "internalAccounts.export",
    (payments, options) =>
      payments.internalAccounts.export("InternalAccount:1", { clientPublicKey: publicKey }, options),
  ],
  [
    "POST /customers",
    (payments, options) =>
      payments.request("POST", "/customers", { path: {}, body: customerParams, ...options }),
  ],
  [
    "request",
    (payments, options) =>
      payments.request("PATCH", "/customers/Customer%3A1", { body: customerParams, ...options }),
  ],
  ["sandbox.fund", (payments, options) => payments.sandbox.fund("InternalAccount:1", { amount: 1 }, options)],
];

describe("the Idempotency-Key", () => {
  it.each(keyed)("is sent with %s, new for every call [IDM-01, IDM-04]", async (_name, act) => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    await act(payments);
    await act(payments);
    const [first, second] = calls.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(UUID);
    expect(second).toMatch(UUID);
    expect(second).not.toBe(first);
  });

  it.each(unkeyed)("is not sent with %s, and is rejected there [IDM-01]", async (name, act) => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    await act(payments);
    expect(calls[0]?.headers.has("idempotency-key")).toBe(false);
    const error = await rejection((async () => act(payments, { idempotencyKey: "key-1" }))());
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "idempotencyKey" }],
      operation: name,
    });
    expect(calls).toHaveLength(1);
  });

  it.each(keyed)(
    "of the caller takes precedence in %s, and is on the result [IDM-01]",
    async (_name, act) => {
      const { fetch, calls } = fakeFetch(genuine);
      const result = await act(createClient({ fetch }), { idempotencyKey: "order-17" });
      expect(calls[0]?.headers.get("idempotency-key")).toBe("order-17");
      expect(responseOf(result)?.idempotencyKey).toBe("order-17");
    },
  );

  it("makes any other call of request() repeatable", async () => {
    const { fetch, calls } = fakeFetch((call, index) => (index === 0 ? json({}, 500) : genuine(call)));
    await createClient({ fetch }).request("POST", "/new-payments", { body: {}, idempotencyKey: "order-17" });
    expect(calls.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["order-17", "order-17"]);
  });

  it.each([
    ["empty", ""],
    ["with a blank", "order 17"],
    ["with a line break", "order\n17"],
    ["beyond ASCII", "ordér"],
    ["of 256 characters", "k".repeat(256)],
    ["that is no text", 17 as unknown as string],
  ])("is rejected before any request if it is %s", async (_case, idempotencyKey) => {
    const { fetch, calls } = fakeFetch(genuine);
    const error = await rejection(createClient({ fetch }).transfers.in(transfer, { idempotencyKey }));
    expect(error).toMatchObject({ name: "InvalidRequestError", issues: [{ path: "idempotencyKey" }] });
    expect(calls).toHaveLength(0);
  });

  it.each(keyed)("is rejected in %s if it is present without a value [C13]", async (_name, act) => {
    const { fetch, calls } = fakeFetch(genuine);
    for (const idempotencyKey of [undefined, null]) {
      // The compiler rejects it, but a misspelt column of a row has the type `any`.
      const options = { idempotencyKey } as unknown as RequestOptions;
      const error = await rejection((async () => act(createClient({ fetch }), options))());
      expect(error).toMatchObject({
        name: "InvalidRequestError",
        message: expect.stringMatching(/is (?:undefined|null): pass your key, or leave the option out/),
        issues: [{ path: "idempotencyKey" }],
        outcome: "not-executed",
      });
    }
    expect(calls).toHaveLength(0);
  });

  it("of 255 characters is sent", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    await createClient({ fetch }).transfers.in(transfer, { idempotencyKey: "k".repeat(255) });
    expect(calls[0]?.headers.get("idempotency-key")).toHaveLength(255);
  });

  it("and the body are the same on every attempt, even if the caller changes the parameters [IDM-02]", async () => {
    const server = await startServer(inOrder(dropConnection, reply(503), genuineReply(201)));
    const params = { ...transfer, source: { ...transfer.source } };
    const before = JSON.stringify(params);
    const result = createClient({ baseUrl: server.url }).transfers.in(params);
    params.amount = 999_999;
    params.source.accountId = "ExternalAccount:other";
    const meta = responseOf(await result);
    expect(server.requests.map(({ body }) => body)).toEqual([before, before, before]);
    const keys = new Set(server.requests.map(({ headers }) => headers["idempotency-key"]));
    expect([...keys]).toEqual([meta?.idempotencyKey]);
    expect(meta?.attempts).toBe(3);
  });

  it("is on the only request of `maxRetries: 0`, and on its error [IDM-01]", async () => {
    const server = await startServer(inOrder(dropConnection));
    const error = await rejection(
      createClient({ baseUrl: server.url, maxRetries: 0 }).transfers.in(transfer),
    );
    expect(server.requests).toHaveLength(1);
    const key = server.requests[0]?.headers["idempotency-key"];
    expect(key).toMatch(UUID);
    expect(error).toMatchObject({ name: "ConnectionError", idempotencyKey: key });
  });

  it.each([
    ["a refusal", reply(400, { code: "INVALID_INPUT" })],
    ["a server error", reply(500)],
    ["an unreadable response", reply(200, "{")],
    ["a broken response", cutBody(200)],
    ["a redirect", reply(302, "", { location: "/" })],
  ])("is on the error of %s", async (_case, behaviour) => {
    const server = await startServer(inOrder(behaviour));
    const error = await rejection(
      createClient({ baseUrl: server.url }).transfers.in(transfer, {
        idempotencyKey: "order-17",
        maxRetries: 0,
      }),
    );
    expect(error).toMatchObject({ idempotencyKey: "order-17", operation: "transfers.in" });
  });
});

describe("a key in the headers", () => {
  it.each([...keyed, ...unkeyed])("of %s is rejected [C13]", async (_name, act) => {
    const { fetch, calls } = fakeFetch(genuine);
    for (const headers of [{ "Idempotency-Key": "order-17" }, { "idempotency-key": undefined }]) {
      const error = await rejection((async () => act(createClient({ fetch }), { headers }))());
      expect(error).toMatchObject({
        name: "InvalidRequestError",
        message: expect.stringContaining("use the call's option `idempotencyKey`"),
        issues: [{ path: `headers.${Object.keys(headers)[0]}` }],
      });
      expect((error as Error).message).not.toContain("order-17");
    }
    expect(calls).toHaveLength(0);
  });

  it("of the client is rejected, because every payment would get the same key [C13]", () => {
    const { fetch, calls } = fakeFetch(genuine);
    const headers = { "Idempotency-Key": "one-for-all" };
    const refused = expect.objectContaining({
      name: "ConfigurationError",
      option: "headers.Idempotency-Key",
      message: expect.stringContaining("use the call's option `idempotencyKey`"),
    });
    expect(() => createClient({ fetch, headers })).toThrow(refused);
    expect(() => createClient({ fetch }).withOptions({ headers })).toThrow(refused);
    expect(calls).toHaveLength(0);
  });
});

describe("deriveIdempotencyKey", () => {
  it("returns the same key in every process", () => {
    // If these keys changed, resumed jobs would pay again.
    expect(deriveIdempotencyKey("payroll-2026-11", "employee-7")).toBe(
      "c289a673-f3e8-5e50-92c2-3e19fe609ca1",
    );
  });

  it("is a version 5 UUID: SHA-1 of a namespace and the name (RFC 9562, section 5.5)", () => {
    const namespace = Buffer.from("5d1b0a623c574e0b9a3e8f41d26c7710", "hex");
    const digest = createHash("sha1").update(namespace).update('["a","é"]').digest("hex");
    const key = deriveIdempotencyKey("a", "é");
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const hex = key.replaceAll("-", "");
    expect(hex.slice(0, 12) + hex.slice(13, 16) + hex.slice(17)).toBe(
      digest.slice(0, 12) + digest.slice(13, 16) + digest.slice(17, 32),
    );
  });

  it("returns different keys for different parts", () => {
    const parts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(deriveIdempotencyKey(...one) === deriveIdempotencyKey(...other)).toBe(same);
      }),
    );
    expect(deriveIdempotencyKey("a", "bc")).not.toBe(deriveIdempotencyKey("ab", "c"));
    expect(deriveIdempotencyKey('a","b')).not.toBe(deriveIdempotencyKey("a", "b"));
  });

  it("treats a number as its digits", () => {
    expect(deriveIdempotencyKey("run", 7)).toBe(deriveIdempotencyKey("run", "7"));
  });

  it.each([[[]], [[""]], [["a", ""]], [[Number.NaN]], [["a", Number.POSITIVE_INFINITY]]])(
    "rejects %j",
    (parts) => {
      expect(() => deriveIdempotencyKey(...parts)).toThrow(
        expect.objectContaining({ name: "InvalidRequestError" }),
      );
    },
  );

  it("returns a valid key for a call", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const idempotencyKey = deriveIdempotencyKey("order", 17);
    await createClient({ fetch }).transfers.in(transfer, { idempotencyKey });
    expect(calls[0]?.headers.get("idempotency-key")).toBe(idempotencyKey);
  });
});
