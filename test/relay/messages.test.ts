import { createWalletRelay } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import { generateClientKeyPair } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { LIMIT_MS, passLimitOnSilence } from "../support/silence";
import { Platform } from "./support";
import type { PageCall } from "./support";

/** Sets a platform up and makes the call that a row is about. */
type Attempt = (platform: Platform) => Promise<{ status: number; body: unknown }>;

const read =
  (path: string, call: PageCall = {}): Attempt =>
  (platform) =>
    platform.call("GET", path, { from: platform.ada, ...call });

const challengeUnder =
  (fault: "refuse" | "reset-after" | "stall-headers"): Attempt =>
  async (platform) => {
    const { id } = await platform.registerEmail(platform.ada);
    const path = "/auth/credentials/{id}/challenge";
    platform.simulator.faults.add({ operation: `POST ${path}`, kind: fault });
    return platform.call("POST", path.replace("{id}", id), { from: platform.ada });
  };

const rows: readonly [code: string, status: number, message: string, attempt: Attempt][] = [
  ["NOT_SIGNED_IN", 401, "Nobody is signed in", read("/quotes/Quote:1", { from: undefined })],
  ["NOT_FOUND", 404, "The resource does not exist", read("/nothing")],
  [
    "FOREIGN_ORIGIN",
    403,
    "The call does not come from a page of this platform",
    read("/quotes/Quote:1", { headers: { origin: "https://evil.example" } }),
  ],
  [
    "INVALID_INPUT",
    400,
    "The method cannot be overridden",
    read("/quotes/Quote:1", { headers: { "x-http-method": "DELETE" } }),
  ],
  ["INVALID_INPUT", 400, "Unknown query parameter", read("/quotes/Quote:1?a=b")],
  ["INVALID_INPUT", 400, "`limit` is repeated", read("/transactions?limit=1&limit=2")],
  [
    "INVALID_INPUT",
    400,
    "The header service-wallet-signature is malformed",
    (platform) =>
      platform.call("DELETE", "/auth/sessions/Session:1", {
        from: platform.ada,
        headers: { "service-wallet-signature": "two words" },
      }),
  ],
  ...Object.entries({
    type: { type: "PASSWORD" },
    // Only the older service takes a code in the clear, and only from an e-mail.
    encryptedOtpBundle: { type: "SMS_OTP", otp: "123456", clientPublicKey: "04" },
    oidcToken: { type: "OAUTH", clientPublicKey: "04" },
    assertion: { type: "PASSKEY", clientPublicKey: "04" },
    "assertion.credentialId": { type: "PASSKEY", assertion: {} },
  }).map(([field, body]): [string, number, string, Attempt] => [
    "INVALID_INPUT",
    400,
    `\`${field}\` is missing or malformed`,
    async (platform) => {
      const { id } = await platform.registerEmail(platform.ada);
      return platform.call("POST", `/auth/credentials/${id}/verify`, { from: platform.ada, body });
    },
  ]),
  ["SERVICE_UNREACHABLE", 503, "The service cannot be reached", challengeUnder("refuse")],
  ["BAD_GATEWAY", 502, "The service sent no usable response", challengeUnder("reset-after")],
  ["SERVICE_TIMEOUT", 504, "The service did not respond in time", challengeUnder("stall-headers")],
  [
    "OWNERSHIP_UNKNOWN",
    503,
    "The service cannot be reached right now",
    async (platform) => {
      platform.simulator.faults.add({ operation: "GET /auth/sessions", kind: "refuse" });
      return platform.call("DELETE", "/auth/sessions/Session:1", { from: platform.ada });
    },
  ],
  [
    "INVALID_REGISTRATION_CHALLENGE",
    400,
    "The passkey was not created for a current challenge of this wallet: request a new one",
    (platform) =>
      platform.call("POST", "/auth/credentials", {
        from: platform.ada,
        body: {
          type: "PASSKEY",
          accountId: platform.ada.accountId,
          challenge: "AAAA",
          attestation: { credentialId: "a", clientDataJson: "e30", attestationObject: "a" },
        },
      }),
  ],
];

describe("an error of the relay", () => {
  it.each(rows)("%s (%i) says: %s", async (code, status, message, attempt) => {
    const platform = await Platform.create({}, { timeout: LIMIT_MS, maxRetries: 0 });
    passLimitOnSilence(platform.simulator);
    expect(await attempt(platform)).toMatchObject({ status, body: { status, code, message } });
  });
});

describe("a rejected signature or proof", () => {
  it("is the service's own 401, on every call that carries one", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const { id } = await platform.registerEmail(ada);
    const session = await platform.wallet(ada).signIn({ type: "EMAIL_OTP", otp: platform.code() });
    const quote = await platform.quote(ada);
    const read = await platform.call("GET", `/quotes/${quote.id}`, { from: ada });
    expect(read).toMatchObject({ status: 200, body: { id: quote.id } });
    const { publicKey: clientPublicKey } = await generateClientKeyPair();
    const headers = { "service-wallet-signature": "garbage", "request-id": "Request:unknown" };
    for (const [method, path, body] of [
      ["DELETE", `/auth/sessions/${session.id}`],
      ["POST", "/auth/credentials", { type: "OAUTH", accountId: ada.accountId, oidcToken: "a.b.c" }],
      ["POST", `/internal-accounts/${ada.accountId}/export`, { clientPublicKey }],
      ["POST", `/quotes/${quote.id}/execute`],
      ["POST", `/auth/credentials/${id}/verify`, { type: "EMAIL_OTP", otp: "wrong!", clientPublicKey }],
    ] as const) {
      const response = await platform.call(method, path, { from: ada, headers, body });
      expect([path, response.status, response.body]).toEqual([
        path,
        401,
        expect.objectContaining({ code: "UNAUTHORIZED" }),
      ]);
    }
  });
});

describe("an invalid option of the relay", () => {
  it.each([
    [{ client: undefined }, "`client` must be a PaymentsClient"],
    [{ client: null }, "`client` must be a PaymentsClient"],
    [{ authenticate: "me" }, "`authenticate` must be a function"],
    [{ origins: [] }, "`origins` must list at least one origin"],
    [{ origins: "https://wallet.example" }, "`origins` must list at least one origin"],
    [
      { origins: ["https://wallet.example", 1] },
      "`origins` must contain origins as browsers write them, for example https://app.example.com",
    ],
    [{ secret: new Uint8Array(31) }, "`secret` must be at least 32 bytes, as a string or as bytes"],
    [{ secret: 32 }, "`secret` must be at least 32 bytes, as a string or as bytes"],
    [{ basePath: "/a b" }, "`basePath` must be a path such as /wallet, or empty"],
    [{ basePath: 1 }, "`basePath` must be a path such as /wallet, or empty"],
    [{ challengeLifetime: 0 }, "`challengeLifetime` must be an integer from 1 to 2147483647"],
    [{ challengeLifetime: 2_147_483_648 }, "`challengeLifetime` must be an integer from 1 to 2147483647"],
    [{ now: 7 }, "`now` must be a function"],
    [{ maxBodyBytes: 0.5 }, "`maxBodyBytes` must be an integer of at least 1"],
    [{ bodyTimeout: 0 }, "`bodyTimeout` must be an integer from 1 to 2147483647"],
    [{ authenticateTimeout: 0 }, "`authenticateTimeout` must be an integer from 1 to 2147483647"],
  ])("%j: %s", async (wrong, message) => {
    const platform = await Platform.create();
    const options = { ...platform.relayOptions, ...wrong } as RelayOptions; // Wrong on purpose.
    expect(() => createWalletRelay(options)).toThrow(
      expect.objectContaining({ name: "ConfigurationError", message: expect.stringContaining(message) }),
    );
  });

  it("differs from the smallest and the largest valid value", async () => {
    const platform = await Platform.create();
    for (const right of [
      { secret: new Uint8Array(32) },
      { secret: "x".repeat(32) },
      { challengeLifetime: 1, maxBodyBytes: 1, bodyTimeout: 1, authenticateTimeout: 1 },
      { bodyTimeout: 2_147_483_647, authenticateTimeout: 2_147_483_647, challengeLifetime: 2_147_483_647 },
      { basePath: "/a.b/~c/d-e_f" },
    ]) {
      expect(createWalletRelay({ ...platform.relayOptions, ...right })).toBeTypeOf("function");
    }
  });
});
