import { beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab, VirtualAuthenticator } from "../support/browser";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser();
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
    ).toMatchObject({ code: "PASSKEY_CREDENTIAL_ALREADY_EXISTS" });
    expect(await device.passkeys()).toHaveLength(1);
    expect(await count()).toBe(1);
  });
});
