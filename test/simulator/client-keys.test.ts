import { describe, expect, it } from "vitest";
import { compressKey, createClientKey } from "../support/node-wallet";
import { passkeyRegistration } from "../support/parts";
import { invalid } from "../support/exchanges";
import { challengePath, newDevice, production, register, verifyPath, World } from "../support/world";

const refused = { status: 400, body: { code: "INVALID_INPUT", details: { field: "clientPublicKey" } } };

describe("a clientPublicKey", () => {
  it.each<[string, (key: string) => string]>([
    ["a digit short", (key) => key.slice(0, -1)],
    ["a digit long", (key) => `${key}0`],
    ["not hexadecimal", (key) => `${key.slice(0, -1)}g`],
    ["not a point of the curve", () => `04${"f".repeat(128)}`],
  ])("that is %s is refused by all three operations [CRY-01, LIM-10, WEX-01]", async (_title, damage) => {
    const service = new World();
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

  it("that is compressed is refused where the service seals to it: by a code and by an export [WEX-01]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const email = await service.registerEmail(accountId);
    const clientPublicKey = compressKey(createClientKey().publicKey);
    for (const [path, body] of [
      [verifyPath(email), { type: "EMAIL_OTP", otp: "000000", clientPublicKey }],
      [`/internal-accounts/${accountId}/export`, { clientPublicKey }],
    ] as const) {
      const { status, body: problem } = await service.call("POST", path, body, invalid);
      expect([status, problem.code]).toEqual([400, "INVALID_INPUT"]);
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
});
