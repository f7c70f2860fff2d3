import { inspect } from "node:util";
import { PaymentsClient } from "payments-sdk";
import type { ClientOptions, FetchLike } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayEvent, RelayOptions } from "payments-sdk/relay";
import { generateClientKeyPair } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { LIMIT_MS, passLimitOnSilence } from "../support/silence";
import { quoteBody } from "../support/parts";
import { Platform, relayAddress } from "./support";

/** A platform that writes down what happens. */
async function recorded(
  options: Partial<RelayOptions> = {},
  client: ClientOptions = {},
): Promise<{ platform: Platform; events: RelayEvent[]; byAda: object }> {
  const events: RelayEvent[] = [];
  const platform: Platform = await Platform.create(
    {
      onEvent: (event) => events.push(event),
      authenticate: ({ headers }) => {
        const name = /platform-session=(\w+)/.exec(headers.get("cookie") ?? "")?.[1];
        const customer = [platform.ada, platform.mallory].find(({ cookie }) => cookie.endsWith(`=${name}`));
        return (
          customer && {
            userId: `user-${String(name)}`,
            accountIds: [customer.accountId],
            customerId: customer.customerId,
          }
        );
      },
      ...options,
    },
    client,
  );
  const { customerId, accountId } = platform.ada;
  const byAda = { userId: "user-ada", customerId, accountId, durationMs: expect.any(Number) };
  return { platform, events, byAda };
}

describe("onEvent", () => {
  it("receives the user, the operation and the result", async () => {
    const { platform, events, byAda } = await recorded();
    const { ada } = platform;
    await platform.call("GET", `/auth/sessions?accountId=${ada.accountId}`, { from: ada });
    expect(events).toEqual([
      {
        ...byAda,
        operation: "GET /auth/sessions",
        status: 200,
        code: undefined,
        outcome: "executed",
        requestId: undefined,
      },
    ]);
    expect(events[0]?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it("receives both requests of a signed call; the first executes nothing", async () => {
    const { platform, events, byAda } = await recorded();
    const { ada } = platform;
    await platform.registerEmail(ada);
    const wallet = platform.wallet(ada);
    const session = await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    events.length = 0;
    await wallet.sessions.revoke(session.id);
    const deletion = { ...byAda, operation: "DELETE /auth/sessions/{id}" };
    expect(events.filter(({ operation }) => operation === "DELETE /auth/sessions/{id}")).toMatchObject([
      { ...deletion, status: 202, outcome: "not-executed" },
      { ...deletion, status: 204, outcome: "executed" },
    ]);
  });

  it("receives a quote that waits for an authorization as executed: its 202 is no challenge", async () => {
    const { platform, events, byAda } = await recorded();
    const { ada, simulator } = platform;
    const body = { id: "Quote:1", status: "PENDING_AUTHORIZATION" };
    simulator.route("POST", "/quotes", () => ({ status: 202, body }));
    const quote = {
      source: { sourceType: "ACCOUNT", accountId: ada.accountId },
      destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 100,
    };
    expect(await platform.call("POST", "/quotes", { from: ada, body: quote })).toMatchObject({
      status: 202,
      body,
    });
    expect(events).toMatchObject([{ ...byAda, status: 202, outcome: "executed" }]);
  });

  it("receives payments with the service's request id", async () => {
    const { platform, events, byAda } = await recorded();
    const { ada, simulator } = platform;
    await platform.fund(ada);
    const body = quoteBody(ada.accountId, await platform.bankAccount(ada));
    await platform.call("POST", "/quotes", { from: ada, body });
    expect(events).toMatchObject([{ ...byAda, operation: "POST /quotes", status: 201, outcome: "executed" }]);
    const made = events[0]?.requestId;
    expect(made).toMatch(/^sim-\d+$/);
    simulator.route("POST", "/quotes", () => ({
      status: 422,
      body: { status: 422, code: "LIMIT_EXCEEDED", message: "Too much" },
    }));
    await platform.call("POST", "/quotes", { from: ada, body });
    // With a key, an unlisted 422 may say that the first request still runs.
    expect(events[1]).toMatchObject({
      status: 422,
      code: "LIMIT_EXCEEDED",
      outcome: "unknown",
      requestId: expect.stringMatching(/^sim-\d+$/),
    });
    expect(events[1]?.requestId).not.toBe(made);
  });

  it.each([
    ["reset-after", 502, "unknown"],
    ["stall-headers", 504, "unknown"],
    ["truncate", 502, "unknown"],
    ["refuse", 503, "not-executed"],
  ] as const)("receives the outcome of a call after %s", async (kind, status, outcome) => {
    const { platform, events, byAda } = await recorded({}, { timeout: LIMIT_MS });
    passLimitOnSilence(platform.simulator);
    const { id } = await platform.registerEmail(platform.ada);
    platform.simulator.faults.add({ operation: "POST /auth/credentials/{id}/challenge", kind });
    await platform.call("POST", `/auth/credentials/${id}/challenge`, { from: platform.ada });
    expect(events).toMatchObject([{ ...byAda, status, outcome }]);
  });

  it("receives rejected calls with everything known about them", async () => {
    const { platform, events, byAda } = await recorded({ limit: () => ({ retryAfter: 1 }) });
    const { ada, mallory } = platform;
    const nobody = { userId: undefined, customerId: undefined, accountId: undefined };
    await platform.call("GET", "/nothing", { from: ada });
    await platform.call("GET", "/quotes/Quote:1", { headers: { origin: "https://evil.example" } });
    await platform.call("GET", "/quotes/Quote:1");
    await platform.call("GET", `/auth/sessions?accountId=${mallory.accountId}`, { from: ada });
    expect(events).toMatchObject([
      { ...nobody, operation: undefined, status: 404, code: "NOT_FOUND" },
      { ...nobody, operation: undefined, status: 403, code: "FOREIGN_ORIGIN" },
      { ...nobody, operation: "GET /quotes/{id}", status: 401, code: "NOT_SIGNED_IN" },
      { ...byAda, accountId: undefined, status: 429, code: "RATE_LIMITED" },
    ]);
    expect(new Set(events.map(({ outcome }) => outcome))).toEqual(new Set(["not-executed"]));
  });

  it("receives a wallet only if it belongs to the user", async () => {
    const { platform, events, byAda } = await recorded();
    const { ada, mallory } = platform;
    await platform.call("GET", `/auth/sessions?accountId=${mallory.accountId}`, { from: ada });
    expect(events).toMatchObject([{ ...byAda, accountId: undefined, status: 404 }]);
  });

  it("receives no preflight, and a failing `authenticate` as a 500", async () => {
    const failure = new Error("the database is away");
    const { platform, events } = await recorded({ authenticate: () => Promise.reject(failure) });
    await platform.call("OPTIONS", "/quotes/Quote:1");
    await expect(platform.call("GET", "/quotes/Quote:1")).rejects.toBe(failure);
    expect(events).toMatchObject([{ operation: "GET /quotes/{id}", status: 500, outcome: "not-executed" }]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("the log is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the log is full"))],
    ["hangs", () => new Promise(() => {})],
    [
      "throws through a thenable",
      () => ({
        then() {
          throw new Error("the log is full");
        },
      }),
    ],
  ])("changes nothing if it %s", async (_case, onEvent) => {
    const platform = await Platform.create({ onEvent });
    const { ada } = platform;
    const read = await platform.call("GET", `/auth/sessions?accountId=${ada.accountId}`, { from: ada });
    expect(read).toMatchObject({ status: 200, body: { data: [] } });
    expect((await platform.call("GET", "/nothing", { from: ada })).status).toBe(404);
  });

  it("receives no secret [AUT-08]", async () => {
    const { platform, events } = await recorded();
    const { ada, simulator } = platform;
    const { clientSecret } = simulator.clientOptions();
    const { id } = await platform.registerEmail(ada);
    const code = platform.code();
    const { publicKey } = await generateClientKeyPair();
    const body = { type: "EMAIL_OTP", otp: code, clientPublicKey: publicKey };
    const verify = () => platform.call("POST", `/auth/credentials/${id}/verify`, { from: ada, body });
    const verified = await verify();
    expect(verified.status).toBe(200);
    const sealed = Reflect.get(verified.body as object, "encryptedSessionSigningKey") as string;
    expect(sealed.length).toBeGreaterThan(50);
    // A service that says back what it was sent.
    for (const [status, body] of [
      [400, { code: "INVALID_INPUT", message: `not ${clientSecret}`, reason: clientSecret }],
      [200, { id: "Session:1" }],
    ] as const) {
      simulator.route("POST", "/auth/credentials/{id}/verify", () => ({ status, body }));
      expect((await verify()).status).toBe(status);
    }
    // And a service with the credentials in its request id.
    const echoing: FetchLike = async (address, init) => {
      const response = await simulator.fetch(address, init);
      const headers = new Headers(response.headers);
      headers.set("x-request-id", new Headers(init?.headers).get("authorization") ?? "");
      return new Response(await response.text(), { status: response.status, headers });
    };
    const client = new PaymentsClient({ ...simulator.clientOptions(), fetch: echoing });
    const relay = createWalletRelay({ ...platform.relayOptions, client });
    const list = `${relayAddress}/transactions?accountIdentifier=${ada.accountId}`;
    expect((await relay(new Request(list, { headers: { cookie: ada.cookie } }))).status).toBe(200);
    expect(events.at(-1)).toMatchObject({ operation: "GET /transactions", requestId: undefined });
    await platform.call("DELETE", "/auth/sessions/Session:1", {
      from: ada,
      headers: { "service-wallet-signature": "a-stamp-of-the-wallet", authorization: "Bearer page-token" },
    });
    const shown = inspect(events, { depth: Infinity, showHidden: true });
    expect(events.length).toBeGreaterThan(3);
    for (const secret of [
      code,
      clientSecret,
      sealed,
      publicKey,
      ada.cookie,
      "a-stamp-of-the-wallet",
      "page-token",
      Buffer.from(`${simulator.clientOptions().clientId}:${clientSecret}`).toString("base64"),
    ]) {
      expect(shown).not.toContain(secret);
    }
  });
});

describe("the request id", () => {
  it.each([
    ["Request:1", "Request:1"],
    ["Bearer token", undefined],
    ["token, or more", undefined],
    ["a".repeat(101), undefined],
  ])("%s appears in the event as %s", async (header, expected) => {
    const events: RelayEvent[] = [];
    const { simulator, relayOptions, ada } = await Platform.create({
      onEvent: (event) => events.push(event),
    });
    const fetch: FetchLike = async (address, init) => {
      const response = await simulator.fetch(address, init);
      return new Response(await response.text(), {
        status: response.status,
        headers: { "content-type": "application/json", "x-request-id": header },
      });
    };
    const client = new PaymentsClient({ ...simulator.clientOptions(), fetch });
    const relay = createWalletRelay({ ...relayOptions, client });
    const address = `${relayAddress}/transactions?accountIdentifier=${ada.accountId}`;
    const response = await relay(new Request(address, { headers: { cookie: ada.cookie } }));
    expect(response.status).toBe(200);
    expect(events).toMatchObject([{ requestId: expected }]);
  });
});
