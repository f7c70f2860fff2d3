import { expect, it, vi } from "vitest";
import { WalletWorld } from "./support";

const loaded = vi.hoisted(() => ({ hpke: 0, p256: 0 }));
vi.mock("../../src/wallet/crypto/library-hpke", async (original) => {
  loaded.hpke += 1;
  return original();
});
vi.mock("../../src/wallet/crypto/library-p256", async (original) => {
  loaded.p256 += 1;
  return original();
});

it("neither HPKE nor P-256 is loaded for passkeys and OpenID tokens with held keys", async () => {
  const world = await WalletWorld.create("production");
  const held = world.wallet({ sessionKeys: "held" });
  await held.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  await held.signIn({ type: "PASSKEY" });
  const { simulator } = world;
  const email = "ada@example.com";
  await held.credentials.register({ type: "OAUTH", oidcToken: simulator.issueOidcToken({ email }) });
  await held.signIn({ type: "OAUTH", oidcToken: (nonce) => simulator.issueOidcToken({ email, nonce }) });
  await held.executeQuote(await world.quote());
  expect(loaded).toEqual({ hpke: 0, p256: 0 });
  // This test sees loads: the older flow opens a key, and an export has a signature.
  const older = world.wallet();
  await older.signIn({ type: "PASSKEY" });
  expect(loaded).toEqual({ hpke: 1, p256: 0 });
  await older.exportMnemonic();
  expect(loaded).toEqual({ hpke: 1, p256: 1 });
});
