import { PaymentsClient } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";
import { createWalletRelay } from "payments-sdk/relay";
import { SessionKey, Wallet } from "payments-sdk/wallet";
import { parseEvent, verifyWebhook } from "payments-sdk/webhooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { argumentsWith, METHODS } from "../resources/methods";
import { createSimulator } from "../support/world";
import { everyView, expectHidden, plant } from "./plant";

afterEach(() => {
  vi.unstubAllEnvs();
});

const SECRET = "sEcReT-option-77";
const planted = plant(["as it is", "in an address"], [SECRET]);
/** Invalid values of every type that contain the secret. */
const WRONG: readonly unknown[] = [
  `${SECRET}\u0000`,
  `https://user:${SECRET}@host.example/?key=${SECRET}#${SECRET}`,
  `-----BEGIN PUBLIC KEY-----${SECRET}`,
  { text: SECRET },
  [SECRET],
  Symbol(SECRET),
];
const valid = { baseUrl: "https://payments.test", clientId: "id", clientSecret: "secret" };
const wallet = { relay: "https://shop.example/wallet", accountId: "InternalAccount:1" };
/** The lines of the client's log. */
const lines: string[] = [];
const log = (...line: unknown[]) => void lines.push(JSON.stringify(line));
const client = new PaymentsClient({
  ...valid,
  logger: { debug: log, info: log, warn: log, error: log },
  logLevel: "debug",
  maxRetries: 0,
  fetch: () => Promise.resolve(Response.json({}, { status: 500 })),
});
const relay = {
  client,
  authenticate: () => undefined,
  origins: ["https://shop.example"],
  secret: "x".repeat(32),
};
/** The generator of P-256 (SEC 2, section 2.4.2). */
const POINT = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
const check = (options: object) =>
  verifyWebhook("{}", { "x-service-signature": SECRET }, { publicKeys: [POINT], ...options });

/** Every constructor and function with options, and the names of its options. */
const MADE: Readonly<Record<string, [make: (options: never) => unknown, valid: object, names: string]>> = {
  PaymentsClient: [
    (options) => new PaymentsClient(options),
    valid,
    "baseUrl apiVersion clientId clientSecret timeout totalTimeout maxRetries fetch logLevel validation unknown",
  ],
  Wallet: [
    (options) => new Wallet(options),
    wallet,
    "relay accountId environment passkeys store relyingParty trustedIssuerKeys organizationId oidcTokenMaxAge logLevel",
  ],
  createWalletRelay: [
    (options) => createWalletRelay(options),
    relay,
    "client authenticate origins secret topOrigins rateLimit maxBodyBytes onEvent",
  ],
  nodeTransport: [
    (options) => nodeTransport(options),
    {},
    "connections pipelining keepAlive connectTimeout proxy tls http2 autoSelectFamily unknown",
  ],
  // An error names the header that is missing.
  verifyWebhook: [check, {}, "publicKeys maxAge now"],
  "SessionKey.fromPrivateKey": [({ key }: { key: string }) => SessionKey.fromPrivateKey(key), {}, "key"],
  parseEvent: [({ body }: { body: unknown }) => parseEvent(body), {}, "body"],
  "Simulator.tokens": [(options) => createSimulator(options), {}, "tokens"],
  "Simulator.webhooks": [(webhooks) => createSimulator({ webhooks }), {}, "url"],
};

async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("an error about a wrong value hides that value", () => {
  it.each(Object.entries(MADE))("in an option of %s [AUT-08]", async (maker, [make, right, names]) => {
    let refused = 0;
    for (const name of names.split(" ")) {
      for (const value of WRONG) {
        const error = await errorOf(() => make({ ...right, [name]: value } as never));
        if (error === undefined) continue;
        refused += 1;
        expectHidden(everyView(error), planted, `${maker}, ${name}`);
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it.each(["PAYMENTS_BASE_URL", "PAYMENTS_CLIENT_ID", "PAYMENTS_CLIENT_SECRET", "PAYMENTS_LOG"])(
    "in the environment variable %s [AUT-08]",
    async (name) => {
      vi.stubEnv("PAYMENTS_BASE_URL", valid.baseUrl);
      vi.stubEnv("PAYMENTS_CLIENT_ID", valid.clientId);
      vi.stubEnv("PAYMENTS_CLIENT_SECRET", valid.clientSecret);
      vi.stubEnv(name, `:${SECRET}\u0001${SECRET}`);
      const error = await errorOf(() => new PaymentsClient());
      expect(error).toMatchObject({ name: "ConfigurationError" });
      expectHidden(everyView(error), planted, name);
    },
  );

  it("in an argument of a call, in its error and in the log", async () => {
    const hidden = { hidden: ["907713123456789", SECRET] };
    for (const method of METHODS) {
      const owner = method.name
        .split(".")
        .slice(0, -1)
        .reduce<object>((at, key) => Reflect.get(at, key) as object, client);
      const run = Reflect.get(owner, method.name.split(".").at(-1) ?? "") as () => unknown;
      for (const value of [{ otp: 907713123456789n }, SECRET, { file: SECRET, documentType: SECRET }]) {
        const error = await errorOf(() => {
          const call = Reflect.apply(run, owner, argumentsWith(method, value)) as { then?: unknown };
          return call as Promise<unknown>;
        });
        if (error instanceof Error) expectHidden(everyView(error), hidden, method.name);
      }
    }
    // A body with a member that this version does not know is sent, and its response is logged.
    expect(lines.length).toBeGreaterThan(0);
    expectHidden(lines.join("\n"), hidden, "the log");
  });
});

it("a transport with a proxy and its errors show no credentials [AUT-08]", async () => {
  const transport = nodeTransport({ proxy: `http://user:${SECRET}@127.0.0.1:9/`, connectTimeout: 2_000 });
  expectHidden(everyView(transport), planted, "the transport");
  const payments = new PaymentsClient({ ...valid, baseUrl: "http://127.0.0.1:9", transport, maxRetries: 0 });
  const error = await errorOf(() => payments.config.retrieve());
  expect(error).toMatchObject({ name: "ConnectionError" });
  expectHidden(everyView(error), planted, "the error");
  expectHidden(everyView(payments), planted, "the client");
  await transport.close();
});
