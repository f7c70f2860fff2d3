import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayEvent } from "payments-sdk/relay";
import { generateClientKeyPair } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { clientPublicKey, pageOrigin, Platform, relayAddress } from "./support";

const badGateway = {
  status: 502,
  code: "BAD_GATEWAY",
  message: "The service sent no response that can be passed on",
};

/** A platform, and what its relay reports. */
async function recorded() {
  const events: RelayEvent[] = [];
  const platform = await Platform.create({ onEvent: (event) => events.push(event) });
  return { platform, events };
}

/** Calls a relay whose client has a secret that the service does not accept. */
async function callWithWrongSecret({ ada, relayOptions, simulator }: Platform, name: string, body?: object) {
  const options = { ...simulator.clientOptions(), clientSecret: "rotated away", logLevel: "off" } as const;
  const relay = createWalletRelay({ ...relayOptions, client: new PaymentsClient(options) });
  const [method = "", path = ""] = name.split(" ");
  const headers = { origin: pageOrigin, cookie: ada.cookie, "content-type": "application/json" };
  const proof = { "service-wallet-signature": "stamp", "request-id": "Request:1" };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const signed = method === "GET" ? headers : { ...headers, ...proof };
  return relay(new Request(`${relayAddress}${path}`, { method, headers: signed, ...init }));
}

describe("the platform's credentials, when the service refuses them,", () => {
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
    [
      "POST /quotes",
      {
        source: { sourceType: "ACCOUNT", accountId: "{account}" },
        destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 100,
      },
    ],
  ])("are the platform's concern on %s, and not the customer's", async (name, body?: object) => {
    const { platform, events } = await recorded();
    const { id } = await platform.registerEmail(platform.ada);
    const filled = (text: string) =>
      text.replace("{account}", platform.ada.accountId).replace("{credential}", id);
    const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object);
    const response = await callWithWrongSecret(platform, filled(name), sent);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 502,
      body: badGateway,
    });
    expect(response.headers.has("retry-after")).toBe(false);
    expect(events).toMatchObject([
      { status: 502, code: "BAD_GATEWAY", platformProblem: "CREDENTIALS_REFUSED", outcome: "not-executed" },
    ]);
  });

  it("are not to blame for a wrong proof of the customer's", async () => {
    const { platform, events } = await recorded();
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

describe("a response of the service that holds the platform's secret", () => {
  it.each(spellings)("%s does not reach the page", async (_case, bodyOf) => {
    const { platform, events } = await recorded();
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

  it("is told from one that holds a customer's own key", async () => {
    const { platform, events } = await recorded();
    await platform.registerEmail(platform.ada);
    const wallet = platform.wallet(platform.ada);
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    expect(events.map(({ platformProblem }) => platformProblem)).toEqual(events.map(() => undefined));
  });
});
