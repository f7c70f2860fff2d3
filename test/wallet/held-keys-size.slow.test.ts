import { expect, it, vi } from "vitest";
import { WalletWorld } from "./support";

const loaded = vi.hoisted(() => ({ hpke: 0 }));
vi.mock("../../src/wallet/crypto/library-hpke", async (original) => {
  loaded.hpke += 1;
  return original();
});

it("HPKE is not loaded for passkeys and OpenID tokens with held keys", async () => {
  const world = await WalletWorld.create("production");
  const held = world.wallet({ sessionKeys: "held" });
  await held.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  await held.signIn({ type: "PASSKEY" });
  const { simulator } = world;
  const email = "ada@example.com";
  await held.credentials.register({ type: "OAUTH", oidcToken: simulator.issueOidcToken({ email }) });
  await held.signIn({ type: "OAUTH", oidcToken: (nonce) => simulator.issueOidcToken({ email, nonce }) });
  await held.executeQuote(await world.quote());
  expect(loaded.hpke).toBe(0);
  // The older flow does load it, so this test sees a load.
  await world.wallet().signIn({ type: "PASSKEY" });
  expect(loaded.hpke).toBe(1);
});
