import { beforeEach, describe, expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab, VirtualAuthenticator } from "../support/browser";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser(ONE_PROCESS);
let site: WalletSite;
let tab: Tab;
let authenticator: VirtualAuthenticator;

beforeEach(async () => {
  site = await WalletSite.create(browser);
  tab = await site.open();
  authenticator = await tab.addAuthenticator();
});

/** Calls the page's program. */
function call<Name extends keyof WalletProgram>(name: Name, ...parameters: Parameters<WalletProgram[Name]>) {
  return tab.call<WalletProgram, Name>(name, ...parameters);
}

describe("passkey autofill in a browser", () => {
  it("signs in with the customer's choice, without a dialog or a gesture", async () => {
    await call("registerPasskey", []);
    await site.reload(tab);
    await call("addField");
    await call("restore");
    await call("watchState");
    expect(await call("signInByAutofill")).toBeDefined();
    expect(await call("seenStates")).toEqual(["signed-in"]);
    expect(await tab.problems()).toEqual([]);
    expect(await call("warnings")).toEqual([]);
  });

  it("ends when a button opens the dialog", async () => {
    await call("registerPasskey", []);
    await call("addField");
    // Nobody touches the authenticator, so only the dialog can end the offer.
    await authenticator.setPresent(false);
    await call("offerPasskey");
    expect(await call("openDialogOverOffer")).toMatchObject([
      { name: "PasskeyError", reason: "aborted" },
      { name: "AbortError" },
    ]);
    await authenticator.setPresent(true);
    expect(await call("signInByPasskey")).toBeDefined();
  });

  it("reports a missing field", async () => {
    await call("registerPasskey", []);
    await call("offerPasskey");
    expect(await call("endOfOffer")).toMatchObject({
      name: "InvalidRequestError",
      message: expect.stringContaining('<input autocomplete="username webauthn">'),
    });
  });
});

describe("a passkey that its owner changes in the settings of the device", () => {
  const only = async () => {
    const [passkey, ...others] = await authenticator.passkeys();
    if (passkey === undefined || others.length > 0) throw new Error("the device has not exactly one passkey");
    return passkey;
  };

  it("signs in with another name, and keeps the name", async () => {
    await call("registerPasskey", []);
    const passkey = await only();
    await authenticator.delete(passkey);
    await authenticator.add({ ...passkey, userName: "Grandma", userDisplayName: "Grandma’s phone" });
    expect(await call("signInByPasskey")).toBeDefined();
    const { credentialId } = passkey;
    const names = { credentialId, userName: "Grandma", userDisplayName: "Grandma’s phone" };
    expect(await only()).toMatchObject(names);
    expect(await call("warnings")).toEqual([]);
  });

  it("sends nothing once it is deleted. The customer signs in by code, and replaces it", async () => {
    await call("registerEmail");
    await call("signInByEmail", site.world.code());
    const id = await call("registerPasskey", []);
    const session = await call("signInByPasskey");
    await authenticator.delete(await only());
    site.world.sent.length = 0;
    for (let tries = 0; tries < 2; tries += 1) {
      const unavailable = { code: "PASSKEY_FAILED", reason: "cancelled-or-unavailable" };
      expect(await call("failToSignInByPasskey")).toMatchObject(unavailable);
    }
    expect(site.world.sentTo("POST", /\/verify$/)).toEqual([]);
    expect(await call("session")).toEqual(session);
    // The service still has it, and takes one.
    expect(await call("failToRegisterPasskey", [])).toMatchObject({ reason: "exists" });
    await call("revokeCredential", id);
    await call("registerPasskey", []);
    await only();
    expect(await call("signInByPasskey")).toBeDefined();
    expect(await call("warnings")).toEqual([]);
  });

  it("has a second one after it is deleted, where the service takes several", async () => {
    site = await WalletSite.create(browser, undefined, undefined, { newestAccounts: true });
    site.sessionKeys = "held";
    tab = await site.open();
    authenticator = await tab.addAuthenticator();
    await call("requestCode");
    await call("signInByCode", "EMAIL_OTP", site.world.code());
    await call("registerPasskey", []);
    await authenticator.delete(await only());
    expect(await call("failToSignInByPasskey")).toMatchObject({ reason: "cancelled-or-unavailable" });
    await call("registerPasskey", []);
    expect(await call("signInByPasskey")).toBeDefined();
    await only();
  });
});

describe("the Signal API of a browser", () => {
  const count = async () => (await authenticator.passkeys()).length;

  it("removes a passkey that the customer revoked", async () => {
    await call("registerEmail");
    await call("signInByEmail", site.world.code());
    const id = await call("registerPasskey", []);
    expect(await count()).toBe(1);
    await call("revokeCredential", id);
    await expect.poll(count, { timeout: 20_000 }).toBe(0);
    expect(await call("warnings")).toEqual([]);
  });

  it("removes it from another device at the next visit", async () => {
    const { payments, accountId } = site.world;
    await call("registerEmail");
    await call("signInByEmail", site.world.code());
    const id = await call("registerPasskey", []);
    const [passkey] = await authenticator.passkeys();
    if (passkey === undefined) throw new Error("the authenticator has no passkey");
    await call("revokeCredential", id);
    await expect.poll(count, { timeout: 20_000 }).toBe(0);
    await authenticator.add(passkey);
    expect(await call("failToSignInByPasskey")).toMatchObject({ name: "CredentialNotFoundError" });
    // One list is no proof.
    expect(await count()).toBe(1);
    await site.world.simulator.clock.advance("2m");
    expect(await call("failToSignInByPasskey")).toMatchObject({ name: "CredentialNotFoundError" });
    // Nor is one response with a time that the device's clock does not have.
    expect(await count()).toBe(1);
    expect(await call("failToSignInByPasskey")).toMatchObject({ name: "CredentialNotFoundError" });
    await expect.poll(count, { timeout: 20_000 }).toBe(0);
    expect((await payments.auth.credentials.list({ accountId })).data).toHaveLength(1);
  });

  it("keeps a passkey that an earlier copy of the registration may have registered", async () => {
    await call("registerEmail");
    await call("signInByEmail", site.world.code());
    await call("registerPasskey", []);
    const other = await site.openAnother(tab);
    const device = await other.addAuthenticator();
    await other.call<WalletProgram, "restore">("restore");
    expect(
      await other.call<WalletProgram, "failToRegisterPasskey">("failToRegisterPasskey", []),
    ).toMatchObject({ code: "PASSKEY_REGISTRATION", reason: "exists" });
    expect(await device.passkeys()).toHaveLength(0);
    expect(await count()).toBe(1);
  });

  it("keeps the only passkey if the customer registers twice [W1]", async () => {
    await call("registerEmail");
    await call("signInByEmail", site.world.code());
    await call("registerPasskey", []);
    const before = await authenticator.passkeys();
    expect(await call("failToRegisterPasskey", [])).toMatchObject({ reason: "exists" });
    expect((await authenticator.passkeys()).map(({ credentialId }) => credentialId)).toEqual(
      before.map(({ credentialId }) => credentialId),
    );
    await call("signInByPasskey");
  });

  it("keeps a passkey if the response of its registration is lost, and signs in with it [W10]", async () => {
    await call("registerEmail");
    await call("signInByEmail", site.world.code());
    let lost = 0;
    await tab.page.route("**/auth/credentials", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      if (response.status() === 202) return route.fulfill({ response });
      lost += 1;
      return route.abort("connectionreset");
    });
    // The list of credentials shows that the service has it.
    await call("registerPasskey", []);
    expect(lost).toBeGreaterThan(0);
    await tab.page.unroute("**/auth/credentials");
    expect(await count()).toBe(1);
    await call("signInByPasskey");
    expect(await count()).toBe(1);
  });

  it("keeps a passkey if one list is empty [W11]", async () => {
    await call("registerPasskey", []);
    await tab.page.route("**/auth/credentials?*", (route) => route.fulfill({ json: { data: [] } }));
    expect(await call("failToSignInByPasskey")).toMatchObject({ name: "CredentialNotFoundError" });
    await tab.page.unroute("**/auth/credentials?*");
    await call("signInByPasskey");
    expect(await count()).toBe(1);
  });
});
