import { describe, expect, it } from "vitest";
import { Platform } from "./support";

/** A platform, the wallet of Ada's page, and the calls that reach the service. */
async function heldPlatform() {
  const platform = await Platform.create();
  const wallet = platform.wallet(platform.ada, {
    sessionKeys: "held",
    codeIssuerKeys: [platform.simulator.oneTimeCodeIssuerKey],
  });
  return { platform, wallet };
}

describe("held keys through the relay", () => {
  it("sign in with each type of credential, pay and end", async () => {
    const { platform, wallet } = await heldPlatform();
    const { ada, simulator } = platform;
    await wallet.credentials.register({ type: "PASSKEY", nickname: "My phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    const { email } = ada;
    await wallet.credentials.register({ type: "OAUTH", oidcToken: simulator.issueOidcToken({ email }) });
    await wallet.signIn({ type: "OAUTH", oidcToken: (nonce) => simulator.issueOidcToken({ email, nonce }) });
    const held = wallet.sessions.held.map(({ type }) => type);
    expect(held.sort()).toEqual(["EMAIL_OTP", "OAUTH", "PASSKEY"]);
    await wallet.signOut();
    expect((await wallet.sessions.list()).data).toEqual([]);
  });

  it("refresh a session, also one with a sealed key", async () => {
    const { platform, wallet } = await heldPlatform();
    await wallet.credentials.register({ type: "PASSKEY", nickname: "My phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.refresh();
    const sealed = platform.wallet(platform.ada, { passkeys: undefined });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await sealed.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    await platform.simulator.clock.advance("10m");
    await sealed.refresh();
    await platform.simulator.clock.advance("10m");
    expect(sealed.state.status).toBe("signed-in");
    expect((await sealed.sessions.list()).data).toHaveLength(1);
    await sealed.signOut();
  });

  it("passes a sealed code on with its signature, and never sees the code", async () => {
    const { platform, wallet } = await heldPlatform();
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.requestCode();
    const bodies: string[] = [];
    const page = platform.wallet(platform.ada, {
      sessionKeys: "held",
      codeIssuerKeys: [platform.simulator.oneTimeCodeIssuerKey],
      fetch: async (url, init) => {
        bodies.push(String(init.body ?? ""));
        return platform.relay(new Request(url, init));
      },
    });
    await page.requestCode();
    const code = platform.code();
    expect((await page.signIn({ type: "EMAIL_OTP", otp: code })).isActive).toBe(true);
    expect(bodies.filter((body) => body.includes("encryptedOtpBundle"))).toHaveLength(2);
    expect(bodies.join()).not.toContain(code);
  });

  it("registers and verifies codes by SMS", async () => {
    const { platform, wallet } = await heldPlatform();
    const { customerId } = platform.ada;
    await platform.payments.customers.update(customerId, {
      customerType: "INDIVIDUAL",
      phoneNumber: "+15551234567",
    });
    await wallet.credentials.register({ type: "SMS_OTP" });
    await wallet.requestCode("SMS_OTP");
    expect(platform.simulator.outbox.list.at(-1)?.to).toBe("+15551234567");
    expect((await wallet.signIn({ type: "SMS_OTP", otp: platform.code() })).type).toBe("SMS_OTP");
  });

  it("refuses a sealed code for another customer's credential", async () => {
    const { platform } = await heldPlatform();
    const credential = await platform.registerEmail(platform.ada);
    const response = await platform.call("POST", `/auth/credentials/${credential.id}/verify`, {
      from: platform.mallory,
      body: { type: "EMAIL_OTP", encryptedOtpBundle: "{}" },
    });
    expect(response.status).toBe(404);
  });
});
