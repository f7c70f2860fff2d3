import { describe, expect, it } from "vitest";
import { environments, WalletWorld } from "./support";
import type { Environment } from "./support";

const phoneNumber = "+15551234567";
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** A wallet that holds its session keys, of a customer with a phone. */
async function withPhone(environment: Environment) {
  const world = await WalletWorld.create(environment);
  await world.payments.customers.update(world.customerId, { customerType: "INDIVIDUAL", phoneNumber });
  const codeIssuerKeys = [world.simulator.oneTimeCodeIssuerKey];
  const wallet = world.wallet({ sessionKeys: "held", codeIssuerKeys });
  return { world, wallet };
}

describe.each(environments)("a code by SMS (%s)", (environment) => {
  it("signs in, also after a typing error", async () => {
    const { world, wallet } = await withPhone(environment);
    const credential = await wallet.credentials.register({ type: "SMS_OTP" });
    expect(credential).toMatchObject({ type: "SMS_OTP", nickname: phoneNumber });
    expect(world.simulator.outbox.list.at(-1)).toMatchObject({
      to: phoneNumber,
      credentialId: credential.id,
    });
    // The first registration of a wallet has no key to seal the code to.
    await wallet.requestCode("SMS_OTP");
    const first = await wallet.signIn({ type: "SMS_OTP", otp: world.code() });
    expect(first).toMatchObject({ type: "SMS_OTP", credentialId: credential.id });

    const sent = await wallet.requestCode("SMS_OTP");
    expect(sent.id).toBe(credential.id);
    await wallet.requestCode(credential.id);
    const wrong = await caught(wallet.signIn({ type: "SMS_OTP", otp: "918273" }));
    expect(wrong).toMatchObject({ name: "AuthenticationError" });
    await wallet.signIn({ type: "SMS_OTP", otp: world.code() });
    expect((await wallet.executeQuote(await world.quote())).status).not.toBe("PENDING");
    expect(wallet.sessions.held).toHaveLength(2);
    const code = world.code();
    const bodies = world.sentTo("POST", /\/verify$/).map(({ body }) => body);
    expect(bodies.filter((body) => body.includes(`"${code}"`))).toEqual([]);
  });

  it("needs held keys, and sends nothing without them", async () => {
    const { world, wallet } = await withPhone(environment);
    await wallet.credentials.register({ type: "SMS_OTP" });
    const older = world.wallet();
    expect(await caught(older.signIn({ type: "SMS_OTP", otp: world.code() }))).toMatchObject({
      name: "InvalidRequestError",
      message: expect.stringContaining("sessionKeys"),
    });
    expect(world.sentTo("POST", /\/verify$/)).toEqual([]);
  });

  it("needs a customer with a phone number, and one credential of the type", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet({ sessionKeys: "held" });
    expect(await caught(wallet.credentials.register({ type: "SMS_OTP" }))).toMatchObject({ status: 400 });
    const { wallet: another, world: other } = await withPhone(environment);
    await another.credentials.register({ type: "SMS_OTP" });
    await another.requestCode("SMS_OTP");
    await another.signIn({ type: "SMS_OTP", otp: other.code() });
    expect(await caught(another.credentials.register({ type: "SMS_OTP" }))).toMatchObject({
      code: "SMS_OTP_CREDENTIAL_ALREADY_EXISTS",
    });
  });
});
