import { beforeEach, describe, expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab, VirtualAuthenticator } from "../support/browser";
import { strictPolicy } from "../support/site";
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

/** The WebAuthn ids of the authenticator's passkeys, in base64url. */
async function passkeyIds(): Promise<string[]> {
  const passkeys = await authenticator.passkeys();
  return passkeys.map(({ credentialId }) => Buffer.from(credentialId, "base64").toString("base64url"));
}

describe("a passkey wallet in a browser, behind a relay", () => {
  it.each([
    ["as browsers are today", []],
    ["without AbortSignal.any and AbortSignal.timeout", ["removeAbortHelpers"] as const],
  ])(
    "works from registration to sign-out under a strict policy, %s [CRD-22, SRY-13, CRY-11]",
    async (_, first) => {
      const { world } = site;
      for (const step of first) await call(step);

      await call("registerPasskey", []);
      const session = await call("signInByPasskey");
      const quote = await world.quote();
      const before = await world.balance();
      await call("executeQuote", quote.id);
      expect(await world.balance()).toBe(before - quote.totalSendingAmount);

      // A second credential: signed by the session of the first.
      await call("registerEmail");
      const second = await call("signInByEmail", world.code());
      expect(second?.id).not.toBe(session?.id);
      expect(await call("heldSessions")).toHaveLength(2);

      expect((await call("exportMnemonic")).split(" ").length).toBeGreaterThanOrEqual(12);
      await call("signOut");
      expect(await call("storedIds")).toEqual([]);
      expect((await world.payments.auth.sessions.list({ accountId: world.accountId })).data).toEqual([]);

      expect(await call("warnings")).toEqual([]);
      expect(await tab.violations()).toEqual([]);
      expect(await tab.problems()).toEqual([]);
    },
  );

  it("sends the browser's values unchanged, under the service's names [CRD-20, CRD-28, CRD-29, CRD-30]", async () => {
    await call("watchPasskeys");
    await call("registerPasskey", []);
    await call("signInByPasskey");
    const [made, given] = await call("givenPasskeys");
    const bodyOf = (path: string | RegExp) => JSON.parse(site.world.sentTo("POST", path)[0]?.body ?? "");
    const registration = bodyOf("/auth/credentials");
    expect(registration).toEqual({
      type: "PASSKEY",
      accountId: site.world.accountId,
      nickname: "Laptop",
      challenge: expect.any(String),
      attestation: {
        credentialId: made?.["rawId"],
        clientDataJson: made?.["clientDataJSON"],
        attestationObject: made?.["attestationObject"],
        transports: ["internal"],
      },
    });
    expect(made?.["transports"]).toEqual(["internal"]);
    const clientData: unknown = JSON.parse(
      Buffer.from(String(made?.["clientDataJSON"]), "base64url").toString(),
    );
    expect(clientData).toMatchObject({
      type: "webauthn.create",
      challenge: registration.challenge,
      origin: site.origin,
    });
    expect(bodyOf(/\/verify$/)).toEqual({
      type: "PASSKEY",
      clientPublicKey: expect.stringMatching(/^04[\da-f]{128}$/),
      assertion: {
        credentialId: given?.["rawId"],
        clientDataJson: given?.["clientDataJSON"],
        authenticatorData: given?.["authenticatorData"],
        signature: given?.["signature"],
        userHandle: given?.["userHandle"],
      },
    });
    expect(given?.["rawId"]).toBe(made?.["rawId"]);
    expect(given?.["userHandle"]).toBeTruthy();
  });

  it("loads the passkey library on demand", async () => {
    const before = await call("loadedScripts");
    await call("registerPasskey", []);
    expect(await call("loadedScripts")).toBeGreaterThan(before);
  });

  it("remembers its passkey across a reload, and after a failed verification of the user", async () => {
    await call("registerPasskey", []);
    const [id] = await passkeyIds();
    const key = `payments-sdk.passkey.${site.world.accountId}`;
    const remembered = () => tab.page.evaluate((name) => localStorage.getItem(name), key);
    await site.reload(tab);
    expect(await remembered()).toBe(id);
    await authenticator.setUserVerified(false);
    expect(await call("failToSignInByPasskey")).toMatchObject({ reason: "cancelled-or-unavailable" });
    expect(await remembered()).toBe(id);
    await authenticator.setUserVerified(true);
    expect(await call("signInByPasskey")).toBeDefined();
    expect(await remembered()).toBe(id);
  });
});

describe("a passkey error in a real browser", () => {
  it("is cancelled-or-unavailable without a hint if the user is not verified", async () => {
    await authenticator.setUserVerified(false);
    expect(await call("failToRegisterPasskey", [])).toMatchObject({
      name: "PasskeyError",
      code: "PASSKEY_FAILED",
      reason: "cancelled-or-unavailable",
      hint: undefined,
    });
  });

  it("does not come for a second passkey of an account that takes one: the wallet refuses it first", async () => {
    await call("registerPasskey", []);
    expect(await call("failToRegisterPasskey", await passkeyIds())).toMatchObject({
      name: "PasskeyRegistrationError",
      reason: "exists",
    });
  });

  it("is security if the relying party is not the page's domain", async () => {
    await call("open", { ...site.setup, relyingPartyId: "example.com" });
    expect(await call("failToRegisterPasskey", [])).toMatchObject({
      name: "PasskeyError",
      reason: "security",
    });
  });

  it("is unsupported in a browser without passkeys", async () => {
    await tab.page.evaluate(() =>
      Object.defineProperty(globalThis, "PublicKeyCredential", { value: undefined }),
    );
    expect(await call("failToRegisterPasskey", [])).toMatchObject({
      name: "PasskeyError",
      reason: "unsupported",
    });
  });

  it("has a hint in an iframe without permission", async () => {
    const framed = await WalletSite.create(
      browser,
      strictPolicy.replace("frame-ancestors 'none'", "frame-ancestors *"),
    );
    const outer = await browser.serve({
      files: new Map([
        ["/index.html", `<!doctype html><title>Outer</title><iframe src="${framed.origin}"></iframe>`],
      ]),
      policy: "default-src 'none'; frame-src http://localhost:*",
    });
    const { page } = await browser.open(outer.origin);
    const frame = page.frames().find((candidate) => candidate.url().startsWith(framed.origin));
    const failure = await frame?.evaluate(async (setup) => {
      const program: WalletProgram = Reflect.get(globalThis, "program");
      program.open(setup);
      return program.failToRegisterPasskey([]);
    }, framed.setup);
    expect(failure).toMatchObject({
      reason: "cancelled-or-unavailable",
      hint: expect.stringContaining("does not allow `publickey-credentials-create`"),
    });
  });

  it("is busy for a second dialog, and the first closes when the caller aborts", async () => {
    await call("registerPasskey", []);
    await authenticator.setPresent(false);
    expect(await call("openTwoDialogs")).toMatchObject([
      { name: "PasskeyError", reason: "busy" },
      { name: "AbortError" },
    ]);
    await authenticator.setPresent(true);
    expect(await call("signInByPasskey")).toBeDefined();
  });
});
