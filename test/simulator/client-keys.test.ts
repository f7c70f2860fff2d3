import { describe, expect, it } from "vitest";
import { createClientKey } from "../support/node-wallet";
import {
  challengePath,
  magicAssertion,
  newDevice,
  passkeyRegistration,
  production,
  register,
  verifyPath,
  WalletService,
} from "../support/wallet-service";
import type { PasskeyChallenge } from "../support/wallet-service";
import { invalid } from "../support/simulator";

/** The same point as a compressed SEC1 key. */
const compressed = (key: string) =>
  `${Number.parseInt(key.slice(-1), 16) % 2 === 1 ? "03" : "02"}${key.slice(2, 66)}`;

const refused = { status: 400, body: { code: "INVALID_INPUT", details: { field: "clientPublicKey" } } };

describe("a clientPublicKey", () => {
  it.each<[string, (key: string) => string]>([
    ["compressed", compressed],
    ["a digit short", (key) => key.slice(0, -1)],
    ["a digit long", (key) => `${key}0`],
    ["not hexadecimal", (key) => `${key.slice(0, -1)}g`],
    ["not a point of the curve", () => `04${"f".repeat(128)}`],
  ])("that is %s is refused by all three operations [CRY-01, LIM-10, WEX-01]", async (_title, damage) => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const email = await service.registerEmail(accountId);
    const passkey = await register(service, passkeyRegistration(accountId, newDevice()));
    const clientPublicKey = damage(createClientKey().publicKey);
    for (const [path, body] of [
      [verifyPath(email), { type: "EMAIL_OTP", otp: "000000", clientPublicKey }],
      [challengePath(passkey), { clientPublicKey }],
      [`/internal-accounts/${accountId}/export`, { clientPublicKey }],
    ] as const) {
      expect(await service.call("POST", path, body, invalid)).toMatchObject(refused);
    }
    expect(await service.list("sessions", accountId)).toEqual([]);
  });

  it("counts as used in upper case too [CRY-01, OP-20]", async () => {
    const service = production();
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    const verify = (clientPublicKey: string) =>
      service.call("POST", verifyPath(credential), {
        type: "EMAIL_OTP",
        otp: service.codeFor(credential.id),
        clientPublicKey,
      });
    const { publicKey } = createClientKey();
    expect((await verify(publicKey.toUpperCase())).status).toBe(200);
    await service.must("POST", challengePath(credential));
    expect(await verify(publicKey)).toMatchObject(refused);
  });

  it("matches the key of a passkey's challenge in upper case too [CRY-01, OP-20]", async () => {
    const service = new WalletService({ wallet: { strictClientKeys: true } });
    const { accountId } = await service.createWallet();
    const credential = await register(service, passkeyRegistration(accountId, newDevice()));
    const verify = async (first: string, second: string) => {
      const path = challengePath(credential);
      const challenge = await service.must<PasskeyChallenge>("POST", path, { clientPublicKey: first });
      const body = { type: "PASSKEY", assertion: magicAssertion, clientPublicKey: second };
      const headers = { "Request-Id": challenge.requestId };
      return (await service.call("POST", verifyPath(credential), body, headers)).status;
    };
    const key = createClientKey().publicKey;
    expect(await verify(key, createClientKey().publicKey)).toBe(401);
    expect(await verify(key, key.toUpperCase())).toBe(200);
  });
});
