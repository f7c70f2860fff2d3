import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayEvent } from "payments-sdk/relay";
import { generateClientKeyPair } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { clientPublicKey, pageOrigin, Platform, relayAddress } from "./support";

const badGateway = {
  status: 502,
  code: "BAD_GATEWAY",
  message: "The service sent no usable response",
};

const quote = {
  source: { sourceType: "ACCOUNT", accountId: "{account}" },
  destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 100,
};

/** A platform, and what its relay reports. */
async function reporting(recording: { recorded?: boolean } = {}) {
  const events: RelayEvent[] = [];
  const platform = await Platform.create({ onEvent: (event) => events.push(event) }, {}, {}, recording);
  return { platform, events };
}

/** Calls a relay of Ada's page, over a client with other options. */
async function callWith(
  { ada, relayOptions, simulator }: Platform,
  clientOptions: ClientOptions,
  name: string,
  body?: object,
) {
  const options = { ...simulator.clientOptions(), logLevel: "off", ...clientOptions } as const;
  const relay = createWalletRelay({ ...relayOptions, client: new PaymentsClient(options) });
  const [method = "", path = ""] = name.split(" ");
  const headers = { origin: pageOrigin, cookie: ada.cookie, "content-type": "application/json" };
  const proof = { "service-wallet-signature": "stamp", "request-id": "Request:1" };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const signed = method === "GET" ? headers : { ...headers, ...proof };
  return relay(new Request(`${relayAddress}${path}`, { method, headers: signed, ...init }));
}

describe("rejected credentials of the platform", () => {
  it.each([
    ["GET /transactions?accountIdentifier={account}"],
    ["GET /auth/credentials?accountId={account}"],
    ["GET /receiver/uma/$bob@example.com"],
    ["POST /auth/credentials", { type: "EMAIL_OTP", accountId: "{account}" }],
    ["POST /auth/credentials", { type: "OAUTH", accountId: "{account}", oidcToken: "a.b.c" }],
    ["POST /internal-accounts/{account}/export", { clientPublicKey }],
    ["POST /auth/credentials/{credential}/verify", { type: "EMAIL_OTP", otp: "123456", clientPublicKey }],
    ["POST /auth/credentials/{credential}/challenge"],
    ["DELETE /auth/credentials/{credential}"],
    ["DELETE /auth/sessions/Session:1"],
    ["POST /quotes/Quote:1/execute"],
    ["POST /quotes", quote],
  ])("on %s are a 502 for the page and an event for the platform", async (name, body?: object) => {
    const { platform, events } = await reporting();
    const { id } = await platform.registerEmail(platform.ada);
    const filled = (text: string) =>
      text.replace("{account}", platform.ada.accountId).replace("{credential}", id);
    const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object);
    const response = await callWith(platform, { clientSecret: "rotated away" }, filled(name), sent);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 502,
      body: badGateway,
    });
    expect(response.headers.has("retry-after")).toBe(false);
    expect(events).toMatchObject([
      { status: 502, code: "BAD_GATEWAY", platformProblem: "CREDENTIALS_REFUSED", outcome: "not-executed" },
    ]);
  });

  it("differ from a wrong proof of the customer", async () => {
    const { platform, events } = await reporting();
    const { id } = await platform.registerEmail(platform.ada);
    const { publicKey } = await generateClientKeyPair();
    const body = { type: "EMAIL_OTP", otp: "wrong!", clientPublicKey: publicKey };
    const response = await platform.call("POST", `/auth/credentials/${id}/verify`, {
      from: platform.ada,
      body,
    });
    expect(response).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    expect(events).toMatchObject([{ status: 401, platformProblem: undefined }]);
  });

  it("are not assumed while the service cannot tell", async () => {
    const { platform, events } = await reporting();
    const { id } = await platform.registerEmail(platform.ada);
    let isRefused = false;
    const fetch: ClientOptions["fetch"] = async (input, init) => {
      if (isRefused) return Response.json({ code: "INTERNAL_ERROR", message: "" }, { status: 500 });
      const response = await platform.simulator.fetch(input, init);
      isRefused = response.status === 401;
      return response;
    };
    const { publicKey } = await generateClientKeyPair();
    const body = { type: "EMAIL_OTP", otp: "wrong!", clientPublicKey: publicKey };
    const response = await callWith(platform, { fetch }, `POST /auth/credentials/${id}/verify`, body);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED" },
    });
    expect(events).toMatchObject([{ status: 401, platformProblem: undefined }]);
  });
});

/** The contract lists a 403 for few operations, so these refusals are not recorded (OP-80). */
const readOnly = () => reporting({ recorded: false });

describe("a read-only token of the platform", () => {
  it.each([
    ["POST /auth/credentials", { type: "EMAIL_OTP", accountId: "{account}" }],
    ["POST /auth/credentials/{credential}/verify", { type: "EMAIL_OTP", otp: "123456", clientPublicKey }],
    ["POST /auth/credentials/{credential}/challenge"],
    ["DELETE /auth/credentials/{credential}"],
    ["POST /internal-accounts/{account}/export", { clientPublicKey }],
    ["POST /quotes", quote],
  ])("on %s is a 502 for the page and an event for the platform", async (name, body?: object) => {
    const { platform, events } = await readOnly();
    const { id } = await platform.registerEmail(platform.ada);
    const token = await platform.payments.tokens.create({ name: "reader", permissions: ["VIEW"] });
    const filled = (text: string) =>
      text.replace("{account}", platform.ada.accountId).replace("{credential}", id);
    const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object);
    const { clientId, clientSecret } = token;
    const response = await callWith(platform, { clientId, clientSecret }, filled(name), sent);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 502,
      body: badGateway,
    });
    expect(events).toMatchObject([
      { status: 502, code: "BAD_GATEWAY", platformProblem: "CREDENTIALS_REFUSED", outcome: "not-executed" },
    ]);
  });

  it("causes no further request after a 403", async () => {
    const { platform } = await readOnly();
    const { id } = await platform.registerEmail(platform.ada);
    const { clientId, clientSecret } = await platform.payments.tokens.create({
      name: "reader",
      permissions: ["VIEW"],
    });
    const exchanges = await platform.exchangesOf(async () => {
      await callWith(platform, { clientId, clientSecret }, `DELETE /auth/credentials/${id}`);
    });
    expect(exchanges.map(({ route }) => route)).toEqual([
      "GET /auth/credentials",
      "DELETE /auth/credentials/{id}",
    ]);
  });
});

describe("a 403 about the customer", () => {
  it.each([
    ["USER_NOT_READY", "POST /quotes", quote],
    ["COUNTERPARTY_NOT_ALLOWED", "POST /quotes", quote],
    ["VELOCITY_LIMIT_EXCEEDED", "POST /auth/credentials", { type: "EMAIL_OTP", accountId: "{account}" }],
    ["END_USER_TERMS_NOT_ACCEPTED", "POST /quotes", quote],
  ])("with %s reaches the page from %s", async (code, name, body) => {
    const { platform, events } = await reporting();
    const message = "Not before the verification.";
    const response = await callWith(
      platform,
      { fetch: () => Promise.resolve(Response.json({ status: 403, code, message }, { status: 403 })) },
      name,
      JSON.parse(JSON.stringify(body).replace("{account}", platform.ada.accountId)) as object,
    );
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 403,
      body: { status: 403, code, message },
    });
    expect(events).toMatchObject([
      { status: 403, code, platformProblem: undefined, outcome: "not-executed" },
    ]);
  });
});

/** How HTTP and JSON write a secret. */
const spellings: readonly [string, (secret: string, id: string) => unknown][] = [
  ["as it is", (secret) => ({ note: `the secret is ${secret}.` })],
  ["as the name of a field", (secret) => ({ [secret]: 1 })],
  ["deep inside", (secret) => ({ rows: [{ more: [[{ secret }]] }] })],
  [
    "as Basic credentials",
    (secret, id) => ({ sent: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` }),
  ],
  ["percent-encoded", (secret) => ({ url: `?key=${encodeURIComponent(secret)}` })],
  ["in another JSON text", (secret) => ({ echo: JSON.stringify({ secret }) })],
];

describe("a response with the platform's secret", () => {
  it.each(spellings)("%s does not reach the page", async (_case, bodyOf) => {
    const { platform, events } = await reporting();
    const { ada, simulator, relayOptions } = platform;
    const clientSecret = 'sec/ret"+ä with & marks';
    const { clientId, ...options } = simulator.clientOptions();
    const held = { ...(bodyOf(clientSecret, clientId) as object), data: [], hasMore: false };
    const client = new PaymentsClient({
      ...options,
      clientId,
      clientSecret,
      logLevel: "off",
      fetch: () => Promise.resolve(Response.json(held)),
    });
    const relay = createWalletRelay({ ...relayOptions, client });
    const headers = { origin: pageOrigin, cookie: ada.cookie };
    const response = await relay(new Request(`${relayAddress}/receiver/uma/$bob@example.com`, { headers }));
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 502,
      body: badGateway,
    });
    expect(events).toMatchObject([
      { status: 502, code: "BAD_GATEWAY", platformProblem: "SECRET_IN_RESPONSE", outcome: "executed" },
    ]);
  });

  it("differs from one with a customer's own key", async () => {
    const { platform, events } = await reporting();
    await platform.registerEmail(platform.ada);
    const wallet = platform.wallet(platform.ada);
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    expect(events.map(({ platformProblem }) => platformProblem)).toEqual(events.map(() => undefined));
  });
});
