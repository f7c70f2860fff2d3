import { expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { everythingKept } from "./kept-by-page";
import type { SessionFacts, WalletProgram } from "./pages/wallet";
import { acceptedCodes } from "../wallet/crypto/vectors";
import { WalletSite } from "./wallet-site";

const browser = useBrowser(ONE_PROCESS);

/** Each flow with its sign-ins. Codes by SMS need held keys. */
const FLOWS = [
  { sessionKeys: "held", codes: ["EMAIL_OTP", "SMS_OTP"] },
  { sessionKeys: "sealed", codes: ["EMAIL_OTP"] },
] as const;

it.each(FLOWS)(
  "$sessionKeys keys: every sign-in, payment, second credentials, export, refresh, reload and two tabs [NSI-06]",
  async ({ sessionKeys, codes }) => {
    const site = await WalletSite.create(browser, undefined, undefined, { newestAccounts: true });
    site.sessionKeys = sessionKeys;
    const { world } = site;
    const { simulator, payments } = world;
    await payments.customers.update(world.customerId, {
      customerType: "INDIVIDUAL",
      phoneNumber: "+15551234567",
    });
    const tab = await site.open();
    const call = <Name extends keyof WalletProgram>(
      name: Name,
      ...parameters: Parameters<WalletProgram[Name]>
    ) => tab.call<WalletProgram, Name>(name, ...parameters);
    await call("watchKeys");
    const sessions: (SessionFacts | undefined)[] = [];
    const code = () => simulator.outbox.list.at(-1)?.code ?? "";

    // The account starts with its e-mail credential.
    for (const type of codes) {
      if (type === "SMS_OTP") await call("registerSms");
      await call("requestCode", type);
      sessions.push(await call("signInByCode", type, code()));
    }
    const phone = await tab.addAuthenticator();
    const passkey = await call("registerPasskey", []);
    sessions.push(await call("signInByPasskey"));
    await call("registerToken", world.registrationToken());
    const nonce = await call("askForToken");
    sessions.push(await call("giveToken", simulator.issueOidcToken({ email: "ada@example.com", nonce })));
    expect(await call("executeQuote", (await world.quote()).id)).toBe("COMPLETED");

    // Another device has a second passkey.
    await phone.remove();
    await tab.addAuthenticator();
    await call("registerPasskey", []);
    expect((await world.payments.auth.credentials.list({ accountId: world.accountId })).data).toHaveLength(
      codes.length + 3,
    );
    await call("revokeCredential", passkey);
    expect((await call("exportMnemonic")).split(" ")).toHaveLength(12);

    // The newest session is the one that ends last.
    await simulator.clock.advance("1m");
    const refreshed = await call("refresh");
    sessions.push(refreshed);
    await expectKeysStayOnDevice(tab, sessions);
    await expectNothingOfKeys(tab, simulator.requests, sessionKeys === "held" ? sessions.length : 0);
    await site.reload(tab);
    expect(await call("restore")).toEqual(refreshed);
    expect(await call("executeQuote", (await world.quote()).id)).toBe("COMPLETED");

    const other = await site.openAnother(tab);
    await other.call<WalletProgram, "restore">("restore");
    await other.call<WalletProgram, "signOut">("signOut");
    const quote = await world.quote();
    expect(await call("failToExecuteQuote", quote.id)).toMatchObject({ name: "SessionRequiredError" });
    expect([await call("warnings"), await tab.problems(), await tab.violations()]).toEqual([[], [], []]);
  },
);

it("two tabs, one with held keys and one with sealed keys, sign with each other's sessions", async () => {
  const site = await WalletSite.create(browser, undefined, undefined, { newestAccounts: true });
  const { world } = site;
  const open = {} as Record<"sealed" | "held", Tab>;
  open.sealed = await site.open();
  site.sessionKeys = "held";
  open.held = await site.openAnother(open.sealed);
  const call = <Name extends keyof WalletProgram>(
    tab: "sealed" | "held",
    name: Name,
    ...parameters: Parameters<WalletProgram[Name]>
  ) => open[tab].call<WalletProgram, Name>(name, ...parameters);
  const code = () => world.simulator.outbox.list.at(-1)?.code ?? "";

  const sessions: Record<string, SessionFacts | undefined> = {};
  for (const [own, other] of [
    ["sealed", "held"],
    ["held", "sealed"],
  ] as const) {
    await world.simulator.clock.advance("1m");
    await call(own, "requestCode");
    sessions[own] = await call(own, "signInByCode", "EMAIL_OTP", code());
    expect(await call(other, "restore")).toEqual(sessions[own]);
    expect(await call(other, "executeQuote", (await world.quote()).id)).toBe("COMPLETED");
    expect(await call(own, "executeQuote", (await world.quote()).id)).toBe("COMPLETED");
  }
  const stored = await call("held", "storedKeys");
  expect(stored.map(({ publicKey }) => publicKey).sort()).toEqual(
    [sessions["sealed"]?.publicKey, sessions["held"]?.publicKey].sort(),
  );
  expect(stored.map(({ extractable }) => extractable)).toEqual([false, false]);

  await call("sealed", "signOut");
  expect(await call("held", "storedIds")).toEqual([]);
  const quote = await world.quote();
  expect(await call("held", "failToExecuteQuote", quote.id)).toMatchObject({ name: "SessionRequiredError" });
  expect((await world.payments.auth.sessions.list({ accountId: world.accountId })).data).toEqual([]);
  for (const tab of ["sealed", "held"] as const) {
    expect([await call(tab, "warnings"), await open[tab].problems()]).toEqual([[], []]);
  }
});

it("sends no code for a target of somebody else, and takes the right code after a wrong one", async () => {
  const site = await WalletSite.create(browser, undefined, undefined, { newestAccounts: true });
  site.sessionKeys = "held";
  const { world } = site;
  const tab = await site.open();
  const call = <Name extends keyof WalletProgram>(
    name: Name,
    ...parameters: Parameters<WalletProgram[Name]>
  ) => tab.call<WalletProgram, Name>(name, ...parameters);
  const code = () => world.simulator.outbox.list.at(-1)?.code ?? "";
  const challenge = "**/challenge";
  const forged = (check: string) => ({
    name: "SignatureVerificationError",
    message: expect.stringContaining(`its ${check} is missing or invalid`),
  });

  for (const [change, refusal] of [
    [
      (target: object) => ({ ...target, enclaveQuorumPublic: acceptedCodes[0]?.trustedIssuerPublicKey }),
      forged("issuer"),
    ],
    [(target: object) => ({ ...target, dataSignature: "3006020101020101" }), forged("signature")],
    [() => ({}), { name: "MalformedBundleError" }],
  ] as const) {
    await tab.page.route(challenge, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { otpEncryptionTargetBundle: string };
      const target = JSON.stringify(change(JSON.parse(json.otpEncryptionTargetBundle) as object));
      await route.fulfill({ response, json: { ...json, otpEncryptionTargetBundle: target } });
    });
    await call("requestCode");
    await tab.page.unroute(challenge);
    expect(await call("failToSignInByCode", code())).toMatchObject(refusal);
  }
  expect(world.sentTo("POST", /\/verify$/)).toEqual([]);

  await call("requestCode");
  const wrong = code() === "111111" ? "222222" : "111111";
  expect(await call("failToSignInByCode", wrong)).toMatchObject({ name: "AuthenticationError" });
  expect(await call("signInByCode", "EMAIL_OTP", code())).toBeDefined();
});

/** Every session has its own key, which cannot be exported, and nothing else of it is stored. */
async function expectKeysStayOnDevice(
  tab: Tab,
  sessions: readonly (SessionFacts | undefined)[],
): Promise<void> {
  const keys = await tab.call<WalletProgram, "storedKeys">("storedKeys");
  expect(new Set(sessions.map((session) => session?.publicKey)).size).toBe(sessions.length);
  const refused = "InvalidAccessError";
  for (const key of keys)
    expect(key).toMatchObject({ extractable: false, exports: [refused, refused, refused] });
  expect(keys.map(({ publicKey }) => publicKey)).toContain(sessions.at(-1)?.publicKey);
  expect(await tab.call<WalletProgram, "readableInSessions">("readableInSessions")).toEqual(["publicKey"]);
}

/** Nothing of a held key is in the page's storage, scripts, messages or log, nor in a request. */
async function expectNothingOfKeys(tab: Tab, requests: unknown, count: number): Promise<void> {
  const scalars = await tab.call<WalletProgram, "watchedScalars">("watchedScalars");
  const messages = await tab.call<WalletProgram, "saidByWallet">("saidByWallet");
  expect(scalars).toHaveLength(count);
  expect(messages.join()).toContain("sessions-stored");
  const kept = await tab.page.evaluate(everythingKept);
  const shown = [kept, JSON.stringify(requests), ...messages].join("\n");
  for (const scalar of scalars) {
    const bytes = Buffer.from(scalar, "base64url");
    for (const form of [scalar, bytes.toString("base64"), bytes.toString("hex"), bytes.join()])
      expect(shown).not.toContain(form);
  }
}
