import type { PaymentsClient } from "payments-sdk";

import type { PreparedSignIn } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { environments, WalletWorld } from "./support";
import type { Environment } from "./support";
import { splitStore } from "./split-store";

/** A prepared sign-in with the wallet's only credential, and a change of the service's response. */
async function preparedSignIn(
  environment: Environment,
  alter: (session: object) => object = (session) => session,
) {
  const world = await WalletWorld.create(environment);
  const store = splitStore();
  const wallet = world.wallet({ store });
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  world.wire.intercept = async ({ path }, forward) => {
    const response = await forward();
    if (!path.endsWith("/verify")) return response;
    return Response.json(alter(await response.json()));
  };
  const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
  return { world, wallet, store, prepared };
}

/** What a pair that still has its private half says to this is that it cannot be decrypted. */
const opening = async ({ keyPair }: PreparedSignIn) => {
  if (!("open" in keyPair)) throw new Error("not the key pair of the older sign-in");
  return keyPair.open(Uint8Array.from([4, ...new Uint8Array(64)]), new Uint8Array(32));
};

describe("the key pair of a sign-in", () => {
  it.each(environments)("is wiped when the session exists (%s) [CRY-02]", async (environment) => {
    const { wallet, prepared } = await preparedSignIn(environment);
    await wallet.signIn(prepared);
    await expect(opening(prepared)).rejects.toMatchObject({ name: "InvalidKeyError" });
  });

  it.each(environments)("is wiped if the session belongs to another wallet (%s)", async (environment) => {
    const { wallet, prepared } = await preparedSignIn(environment, (session) => ({
      ...session,
      accountId: "InternalAccount:other",
    }));
    await expect(wallet.signIn(prepared)).rejects.toMatchObject({ name: "CredentialMismatchError" });
    await expect(opening(prepared)).rejects.toMatchObject({ name: "InvalidKeyError" });
  });
});

describe("a new session", () => {
  it.each(["id", "accountId", "expiresAt"])("is not stored without its `%s`", async (name) => {
    const { world, wallet, store, prepared } = await preparedSignIn("production", (session) => ({
      ...session,
      [name]: undefined,
    }));
    await expect(wallet.signIn(prepared)).rejects.toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
      issues: [{ path: name, message: "is missing" }],
    });
    expect(wallet.session).toBeUndefined();
    expect(await store.listSessions(world.accountId)).toEqual([]);
  });

  it("also opens with a client from another copy of the package", async () => {
    const world = await WalletWorld.create("production");
    const { credentials } = world.payments.auth;
    const verify = async (...params: Parameters<typeof credentials.verify>) => ({
      ...(await credentials.verify(...params)),
    });
    const client = {
      auth: { credentials: { verify } },
      quotes: world.payments.quotes,
      serviceTime: () => undefined,
    } as unknown as PaymentsClient; // What a sign-in with a known credential needs of it.
    const { id: credentialId } = await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    const wallet = world.wallet({ client });
    const session = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code(), credentialId });
    expect(session.credentialId).toBe(credentialId);
  });

  it("stays ended if the clock is set back [SES-05]", async () => {
    const world = await WalletWorld.create("production");
    let now = world.simulator.clock.now();
    const session = await world.signInByEmail(world.wallet({ now: () => now }));
    now += 16 * 60_000;
    await expect(session.stamp("{}")).rejects.toMatchObject({ name: "SessionExpiredError" });
    now -= 10 * 60_000;
    expect(session.isActive).toBe(false);
  });
});
