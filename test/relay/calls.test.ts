import { createWalletRelay } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import { describe, expect, it } from "vitest";
import { quoteBody } from "../support/parts";
import { nothingThere, pageOrigin, Platform, relayAddress, text } from "./support";

const json = '{"type":"EMAIL_OTP","accountId":"InternalAccount:none"}';

/** A stream of these pieces. */
function piecewise(...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      }
      controller.close();
    },
  });
}

describe("a body", () => {
  it("may arrive in pieces", async () => {
    const platform = await Platform.create();
    const response = await platform.stream(
      "/auth/credentials",
      piecewise(json.slice(0, 9), json.slice(9, 20), json.slice(20)),
    );
    expect({ status: response.status, body: await response.json() }).toEqual(nothingThere);
  });

  it("may announce exactly the limit", async () => {
    const platform = await Platform.create({ maxBodyBytes: json.length });
    const call = (length: number) =>
      platform.call("POST", "/auth/credentials", {
        from: platform.ada,
        body: json,
        headers: { "content-length": String(length) },
      });
    expect(await call(json.length)).toMatchObject(nothingThere);
    expect(await call(json.length + 1)).toMatchObject({
      status: 413,
      body: { code: "BODY_TOO_LARGE", message: "The body is too large" },
    });
  });

  it("is not JSON if one byte is not UTF-8", async () => {
    const platform = await Platform.create();
    const broken = piecewise(json.slice(0, -2), Uint8Array.of(0xff), json.slice(-2));
    const response = await platform.stream("/auth/credentials", broken);
    expect(await response.json()).toEqual({
      status: 400,
      code: "INVALID_INPUT",
      message: "The body is not JSON",
    });
  });

  it.each([
    ["[]", "The body must be a JSON object"],
    ["1", "The body must be a JSON object"],
    ['{"type":"EMAIL_OTP"}', "`accountId` is missing or malformed"],
    [
      '{"type":"PASSKEY","accountId":"InternalAccount:1","challenge":"x","attestation":{}}',
      "`attestation.credentialId` is missing or malformed",
    ],
  ])("of %s is rejected with the invalid field", async (body, message) => {
    const platform = await Platform.create();
    const response = await platform.call("POST", "/auth/credentials", { from: platform.ada, body });
    expect(response).toMatchObject({ status: 400, body: { message } });
  });

  it.each([
    ["text/plain;application/json", undefined, "The body must be application/json"],
    ["application/json2", undefined, "The body must be application/json"],
    ["application/json", "br", "The body must not be compressed"],
  ])("of type %s, encoded as %s, is rejected with the reason", async (type, encoding, message) => {
    const platform = await Platform.create();
    const headers = { "content-type": type, "content-encoding": encoding };
    const response = await platform.call("POST", "/auth/credentials", {
      from: platform.ada,
      body: json,
      headers,
    });
    expect(response).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_MEDIA_TYPE", message } });
  });
});

describe("the response", () => {
  it("is the service's 204, without a body or a type", async () => {
    const platform = await Platform.create();
    const { ada, simulator } = platform;
    await platform.registerEmail(ada);
    const session = await platform.wallet(ada).signIn({ type: "EMAIL_OTP", otp: platform.code() });
    simulator.route("DELETE", "/auth/sessions/{id}", () => ({ status: 204 }));
    const response = await platform.call("DELETE", `/auth/sessions/${session.id}`, { from: ada });
    expect(response).toMatchObject({ status: 204, body: undefined });
    expect(response.headers.has("content-type")).toBe(false);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("keeps the service's status: 202 for a challenge, 201 for a quote", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.registerEmail(ada);
    const session = await platform.wallet(ada).signIn({ type: "EMAIL_OTP", otp: platform.code() });
    const revoke = await platform.call("DELETE", `/auth/sessions/${session.id}`, { from: ada });
    expect(revoke).toMatchObject({ status: 202, body: { payloadToSign: expect.any(String) } });
  });

  it("is an error if the client belongs to another copy of the package", async () => {
    const platform = await Platform.create();
    const { ada, payments } = platform;
    const { id } = await platform.registerEmail(ada);
    // What another copy knows about a response, this one does not: only the plain value arrives.
    const foreign = {
      auth: payments.auth,
      serviceTime: () => undefined,
      request: async (...args: Parameters<typeof payments.request>) => ({
        ...((await payments.request(...args)) as object),
      }),
    } as unknown as RelayOptions["client"];
    const relay = createWalletRelay({ ...platform.relayOptions, client: foreign });
    const headers = { origin: pageOrigin, cookie: ada.cookie };
    const request = new Request(`${relayAddress}/auth/credentials/${id}/challenge`, {
      method: "POST",
      headers,
    });
    await expect(relay(request)).rejects.toThrow(/another copy of payments-sdk/);
  });

  it("has no date until the service's time is known", async () => {
    const platform = await Platform.create();
    const { serviceTime: _, ...client } = { request: platform.payments.request, serviceTime: null };
    const silent = { ...client, serviceTime: () => undefined } as unknown as RelayOptions["client"];
    const relay = createWalletRelay({ ...platform.relayOptions, client: silent });
    const response = await relay(new Request(`${relayAddress}/nothing`));
    expect(response.status).toBe(404);
    expect(response.headers.has("date")).toBe(false);
  });
});

describe("a retry", () => {
  it("comes from the page, never from the relay", async () => {
    const platform = await Platform.create();
    const { ada, simulator } = platform;
    const read = (path: string) => platform.call("GET", path, { from: ada });
    for (const [operation, path] of [
      ["GET /transactions", `/transactions?accountIdentifier=${ada.accountId}`],
      ["GET /auth/sessions", `/auth/sessions?accountId=${ada.accountId}`],
    ] as const) {
      simulator.faults.add({ operation, kind: "reset-before", times: 1 });
      // A relay that waited would keep the page, and the person before it, for half a minute without a word.
      simulator.faults.add({ operation, kind: "status", status: 429, retryAfter: 30, times: 1 });
      const reads = await platform.exchangesOf(async () => {
        expect((await read(path)).status).toBe(503);
        const limited = await read(path);
        expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "30"]);
        expect((await read(path)).status).toBe(200);
      });
      expect(reads).toHaveLength(3);
    }
    simulator.faults.add({ operation: "GET /quotes/{quoteId}", kind: "status", status: 429, retryAfter: 30 });
    const lookups = await platform.exchangesOf(async () => {
      const limited = await read("/quotes/Quote:1");
      expect([limited.status, limited.headers.get("retry-after")]).toEqual([503, "30"]);
    });
    expect(lookups).toHaveLength(1);
    await platform.fund(ada);
    const bank = await platform.bankAccount(ada);
    simulator.faults.add({ operation: "POST /quotes", kind: "reset-after", times: 1 });
    const writes = await platform.exchangesOf(async () => {
      const body = quoteBody(ada.accountId, bank);
      expect((await platform.call("POST", "/quotes", { from: ada, body })).status).toBe(502);
    });
    expect(writes.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("without an idempotency key is another call", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const body = quoteBody(ada.accountId, await platform.bankAccount(ada));
    const create = async (key?: string) =>
      text(
        (await platform.call("POST", "/quotes", { from: ada, body, headers: { "idempotency-key": key } }))
          .body,
        "id",
      );
    const ids = [
      await create(),
      await create(),
      await create("one"),
      await create("one"),
      await create("two"),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(ids[2]).toBe(ids[3]);
  });
});

describe("a quote to a UMA address", () => {
  it("needs no account of the user, and no customer", async () => {
    const platform = await Platform.create({
      authenticate: () => ({ accountIds: [platform.ada.accountId] }),
    });
    await platform.fund(platform.ada);
    const { umaAddress } = await platform.payments.customers.retrieve(platform.mallory.customerId);
    const { destination: _, ...quote } = quoteBody(platform.ada.accountId, "");
    const body = { ...quote, destination: { destinationType: "UMA_ADDRESS", umaAddress, currency: "USD" } };
    const response = await platform.call("POST", "/quotes", { body });
    expect(response).toMatchObject({ status: 201, body: { destination: { umaAddress } } });
  });
});

describe("filters of a list", () => {
  it.each([
    [
      "/transactions",
      {
        accountIdentifier: "$ada",
        type: "OUTGOING",
        status: "COMPLETED",
        reference: "R1",
        startDate: "2026-01-01T00:00:00Z",
        endDate: "2026-12-31T00:00:00Z",
        sortOrder: "asc",
        limit: "5",
      },
    ],
    ["/customers/internal-accounts", { type: "EMBEDDED_WALLET", currency: "USDC", limit: "5" }],
  ])("of %s reach the service unchanged", async (path, filters) => {
    const platform = await Platform.create();
    const query = { ...filters } as Record<string, string>;
    if ("accountIdentifier" in query) query["accountIdentifier"] = platform.ada.accountId;
    const [exchange] = await platform.exchangesOf(async () => {
      const address = `${path}?${new URLSearchParams(query)}`;
      expect((await platform.call("GET", address, { from: platform.ada })).status).toBe(200);
    });
    expect(exchange).toMatchObject({ route: `GET ${path}`, query });
  });
});

describe("a path parameter", () => {
  it("has at most 200 characters, and at least one", async () => {
    const platform = await Platform.create();
    const asked = async (length: number) => {
      const exchanges = await platform.exchangesOf(() =>
        platform.call("GET", `/receiver/uma/${"a".repeat(length)}`, { from: platform.ada }),
      );
      return exchanges.length;
    };
    expect([await asked(0), await asked(1), await asked(200), await asked(201)]).toEqual([0, 1, 1, 0]);
  });
});
