import { describe, expect, it } from "vitest";
import { LIMIT_MS, passLimitOnSilence } from "../support/silence";
import { generateClientKeyPair } from "payments-sdk/wallet";
import { quoteBody } from "../support/parts";
import { Platform } from "./support";

const challengePath = (id: string) => `/auth/credentials/${id}/challenge`;
const CHALLENGE = "POST /auth/credentials/{id}/challenge";

describe("an error of the service", () => {
  it("keeps its status, code, message and reason", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    const credential = await platform.registerEmail(ada);
    const second = await platform.call("POST", "/auth/credentials", {
      from: ada,
      body: { type: "EMAIL_OTP", accountId: ada.accountId },
    });
    expect(second).toMatchObject({
      status: 400,
      body: {
        status: 400,
        code: "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS",
        message: expect.stringMatching(/e-?mail/i),
      },
    });
    const { publicKey } = await generateClientKeyPair();
    const wrong = await platform.call("POST", `/auth/credentials/${credential.id}/verify`, {
      from: ada,
      body: { type: "EMAIL_OTP", otp: "wrong!", clientPublicKey: publicKey },
    });
    expect(wrong).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED", reason: expect.any(String) } });
  });

  it("keeps `Retry-After`, and the relay does not retry", async () => {
    const platform = await Platform.create();
    const credential = await platform.registerEmail(platform.ada);
    platform.simulator.faults.add({ operation: CHALLENGE, kind: "status", status: 429, retryAfter: 7 });
    const exchanges = await platform.exchangesOf(async () => {
      const response = await platform.call("POST", challengePath(credential.id), { from: platform.ada });
      expect(response.status).toBe(429);
      expect(response.headers.get("retry-after")).toBe("7");
    });
    expect(exchanges.filter(({ route }) => route === CHALLENGE)).toHaveLength(1);
  });

  it("shows neither the platform's credentials nor headers of the service", async () => {
    const platform = await Platform.create();
    const { ada, simulator } = platform;
    const { clientSecret } = simulator.clientOptions();
    const credential = await platform.registerEmail(ada);
    simulator.route("POST", "/auth/credentials/{id}/challenge", ({ headers }) => {
      const authorization = headers.get("authorization") ?? "";
      return {
        status: 400,
        headers: { "Set-Cookie": "internal=1", "X-Internal": "host-7", Authorization: authorization },
        body: {
          status: 400,
          code: "DEBUG",
          message: `you sent ${authorization}`,
          details: { authorization, note: `secret ${clientSecret}` },
          trace: `${authorization} ${clientSecret}`,
        },
      };
    });
    const { status, headers, body } = await platform.call("POST", challengePath(credential.id), {
      from: ada,
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      status: 400,
      code: "DEBUG",
      message: "The service refused the call",
      details: { authorization: "[redacted]", note: "secret [redacted]" },
    });
    expect([...headers.keys()]).not.toEqual(expect.arrayContaining(["set-cookie"]));
    expect(headers.has("x-internal")).toBe(false);
    expect(headers.has("authorization")).toBe(false);
  });

  it("becomes a 502 without its text if it is a proxy's page", async () => {
    const platform = await Platform.create();
    const credential = await platform.registerEmail(platform.ada);
    platform.simulator.faults.add({ operation: CHALLENGE, kind: "html", status: 500 });
    const { status, body } = await platform.call("POST", challengePath(credential.id), {
      from: platform.ada,
    });
    expect(status).toBe(502);
    expect(body).toMatchObject({ code: "BAD_GATEWAY" });
    expect(JSON.stringify(body)).not.toContain("<");
  });

  /** The relay's response when the service refuses a challenge with this body. */
  async function refusedWith(sent: unknown) {
    const platform = await Platform.create();
    const credential = await platform.registerEmail(platform.ada);
    platform.simulator.route("POST", "/auth/credentials/{id}/challenge", () => ({ status: 400, body: sent }));
    return platform.call("POST", challengePath(credential.id), { from: platform.ada });
  }

  it.each([
    ["an empty list", []],
    ["a number", 400],
    ["an object", { text: "no" }],
  ])("keeps its status, but not %s as the message", async (_case, message) => {
    expect(await refusedWith({ code: "INVALID_INPUT", message })).toMatchObject({
      status: 400,
      body: { status: 400, code: "INVALID_INPUT", message: "The service refused the call" },
    });
  });

  it.each([
    ["null", null],
    ["only a message", { message: "no" }],
    ["a code of its own", { code: "404", message: "no" }],
    ["a reason alone", { reason: "no" }],
  ])("becomes a 502 if it comes from a gateway, with %s", async (_case, sent) => {
    expect(await refusedWith(sent)).toMatchObject({
      status: 502,
      body: {
        status: 502,
        code: "BAD_GATEWAY",
        message: "The service sent no usable response",
      },
    });
  });

  it("about the relay's own credentials does not reach the user", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    for (const status of [401, 403]) {
      platform.simulator.faults.add({ operation: "GET /transactions", kind: "status", status, times: 1 });
      const path = `/transactions?accountIdentifier=${ada.accountId}`;
      expect(await platform.call("GET", path, { from: ada })).toMatchObject({
        status: 502,
        body: { code: "BAD_GATEWAY" },
      });
    }
  });
});

describe("a call without a usable response", () => {
  it.each([
    ["refuse", 503, "SERVICE_UNREACHABLE", "1"],
    ["reset-after", 502, "BAD_GATEWAY", null],
    ["truncate", 502, "BAD_GATEWAY", null],
    ["stall-headers", 504, "SERVICE_TIMEOUT", null],
  ] as const)(
    "because of %s is a %i, so the page knows the outcome",
    async (kind, status, code, retryAfter) => {
      const platform = await Platform.create({}, { timeout: LIMIT_MS });
      const credential = await platform.registerEmail(platform.ada);
      passLimitOnSilence(platform.simulator);
      platform.simulator.faults.add({ operation: CHALLENGE, kind });
      const exchanges = await platform.exchangesOf(async () => {
        const response = await platform.call("POST", challengePath(credential.id), { from: platform.ada });
        expect(response).toMatchObject({ status, body: { status, code } });
        expect(response.headers.get("retry-after")).toBe(retryAfter);
      });
      expect(exchanges.filter(({ route }) => route === CHALLENGE)).toHaveLength(1);
    },
  );

  it.each([
    ["status", { status: 503 }, "1"],
    ["status", { status: 429, retryAfter: 90 }, "90"],
    ["reset-before", {}, "1"],
    ["html", { status: 500 }, "1"],
  ] as const)(
    "during an ownership check (%s %j) forwards nothing, and may be retried",
    async (kind, fault, retryAfter) => {
      const platform = await Platform.create({}, { maxRetries: 0 });
      const credential = await platform.registerEmail(platform.ada);
      platform.simulator.faults.add({ operation: "GET /auth/credentials", kind, ...fault });
      const exchanges = await platform.exchangesOf(async () => {
        const response = await platform.call("POST", challengePath(credential.id), { from: platform.ada });
        expect(response).toMatchObject({ status: 503, body: { code: "OWNERSHIP_UNKNOWN" } });
        expect(response.headers.get("retry-after")).toBe(retryAfter);
      });
      expect(exchanges.map(({ route }) => route)).toEqual(["GET /auth/credentials"]);
    },
  );

  it.each(["null", "1", '"ok"', "true"])(
    "because the service responds with %s instead of an object is a 502",
    async (json) => {
      const platform = await Platform.create();
      const { ada, simulator } = platform;
      const credential = await platform.registerEmail(ada);
      simulator.route("POST", "/auth/credentials/{id}/challenge", () => ({
        status: 200,
        body: JSON.parse(json),
      }));
      const value = () => ({ status: 200, body: JSON.parse(json) as unknown });
      for (const path of ["/transactions", "/auth/sessions", "/customers/internal-accounts"]) {
        simulator.route("GET", path, value);
      }
      simulator.route("POST", "/quotes", value);
      const body = quoteBody(ada.accountId, await platform.bankAccount(ada));
      for (const response of [
        await platform.call("POST", challengePath(credential.id), { from: ada }),
        await platform.call("POST", "/quotes", { from: ada, body, headers: { "idempotency-key": "1" } }),
        await platform.call("GET", `/transactions?accountIdentifier=${ada.accountId}`, { from: ada }),
        await platform.call("GET", `/auth/sessions?accountId=${ada.accountId}`, { from: ada }),
        await platform.call("GET", "/customers/internal-accounts", { from: ada }),
      ]) {
        const message = "The service sent no usable response";
        expect(response).toMatchObject({
          status: 502,
          body: { status: 502, code: "BAD_GATEWAY", message },
        });
      }
    },
  );

  it.each([
    ["GET", "/quotes/Quote:1", "null"],
    ["GET", "/quotes/Quote:1", "1"],
    ["GET", "/quotes/Quote:1", "{}"],
    ["GET", "/quotes/Quote:1", '{"source":null}'],
    ["GET", "/quotes/Quote:1", '{"source":"InternalAccount:1"}'],
    ["DELETE", "/auth/sessions/Session:1", "null"],
    ["DELETE", "/auth/sessions/Session:1", "1"],
    ["DELETE", "/auth/sessions/Session:1", "{}"],
    ["DELETE", "/auth/sessions/Session:1", '{"data":[null,1]}'],
    ["GET", "/receiver/external-account/ExternalAccount:1", "null"],
    ["GET", "/receiver/external-account/ExternalAccount:1", '"ok"'],
    ["GET", "/receiver/external-account/ExternalAccount:1", '{"id":"ExternalAccount:1"}'],
  ])("during the ownership check of %s %s, but with %s, forwards nothing", async (method, path, json) => {
    const platform = await Platform.create();
    const result = { status: 200, body: JSON.parse(json) as unknown };
    platform.simulator.route("GET", "/quotes/{id}", () => result);
    platform.simulator.route("GET", "/auth/sessions", () => result);
    platform.simulator.route("GET", "/customers/external-accounts/{id}", () => result);
    const exchanges = await platform.exchangesOf(async () => {
      const { status } = await platform.call(method, path, { from: platform.ada });
      expect([404, 502, 503]).toContain(status);
    });
    expect(exchanges.map((exchange) => exchange.method)).toEqual(["GET"]);
  });

  it("with malformed rows shows none of them", async () => {
    const platform = await Platform.create({}, { validation: "lenient" });
    const { ada, simulator } = platform;
    const rows = [null, 1, "text", {}, { source: null, destination: 1 }];
    const list = () => ({
      status: 200,
      body: { data: rows, hasMore: true, nextCursor: "next", totalCount: 5 },
    });
    for (const path of [
      "/auth/sessions",
      "/auth/credentials",
      "/transactions",
      "/customers/internal-accounts",
    ]) {
      simulator.route("GET", path, list);
    }
    const read = async (path: string) => (await platform.call("GET", path, { from: ada })).body;
    for (const path of ["/auth/sessions", "/auth/credentials"]) {
      expect(await read(`${path}?accountId=${ada.accountId}`)).toEqual({ data: [] });
    }
    for (const path of [`/transactions?accountIdentifier=${ada.accountId}`, "/customers/internal-accounts"]) {
      expect(await read(path)).toEqual({ data: [], hasMore: true, nextCursor: "next" });
    }
  });

  it.each([
    ["no list", { rows: [] }],
    ["a list that goes on without a cursor", { data: [], hasMore: true }],
  ])("because the service sends %s is a 502", async (_case, list) => {
    const platform = await Platform.create();
    const { accountId } = platform.ada;
    // Transactions are passed on page by page, with their cursors.
    const paths = [`/auth/sessions?accountId=${accountId}`, `/auth/credentials?accountId=${accountId}`];
    if (!("data" in list)) paths.push(`/transactions?accountIdentifier=${accountId}`);
    for (const path of paths) {
      platform.simulator.route("GET", path.split("?")[0] ?? "", () => ({ status: 200, body: list }));
      expect(await platform.call("GET", path, { from: platform.ada })).toMatchObject({
        status: 502,
        body: { status: 502, code: "BAD_GATEWAY" },
      });
    }
  });
});

describe("a call that the client rejects", () => {
  it("is a 400 that names the field", async () => {
    const platform = await Platform.create();
    const wrong = await platform.call("GET", "/quotes/Customer:1", { from: platform.ada });
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringContaining("`id`") } });
    const key = await platform.call("GET", "/transactions?accountIdentifier=", { from: platform.ada });
    expect(key.status).toBe(404);
  });
});
