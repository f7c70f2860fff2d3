import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";

import { afterEach, describe, expect, it, vi } from "vitest";
import { Platform } from "../relay/support";
import { everyView, expectHidden } from "./plant";
import { splitStore } from "../wallet/split-store";

afterEach(() => {
  vi.restoreAllMocks();
});

const { subtle } = crypto;

/**
 * Lets the test know the scalar of each ECDSA key. The wallet gets the key that it asked for. Returns every scalar, and
 * whether the wallet asked for extractable keys.
 */
function watchKeys() {
  const scalars: string[] = [];
  const extractable: boolean[] = [];
  const generateKey = subtle.generateKey.bind(subtle);
  const watched = async (algorithm: EcKeyGenParams, isExtractable: boolean, usages: KeyUsage[]) => {
    if (algorithm.name !== "ECDSA") return generateKey(algorithm, isExtractable, usages);
    extractable.push(isExtractable);
    const pair = await generateKey(algorithm, true, usages);
    const jwk = await subtle.exportKey("jwk", pair.privateKey);
    scalars.push(jwk.d ?? "");
    const privateKey = await subtle.importKey(
      "jwk",
      { ...jwk, ext: isExtractable },
      algorithm,
      isExtractable,
      ["sign"],
    );
    return { ...pair, privateKey };
  };
  vi.spyOn(subtle, "generateKey").mockImplementation(watched as typeof subtle.generateKey);
  return { scalars, extractable };
}

/** The forms in which bytes are printed. */
function formsOf(scalar: string): string[] {
  const bytes = Buffer.from(scalar, "base64url");
  return [scalar, bytes.toString("base64"), bytes.toString("hex"), bytes.join(", "), bytes.join(",")];
}

describe.each(["EMAIL_OTP", "SMS_OTP", "OAUTH", "PASSKEY"] as const)("a held key of %s", (type) => {
  it("appears in no store, log, hook, audit event, error, request or message to other tabs", async () => {
    const { scalars, extractable } = watchKeys();
    const platform = await Platform.create();
    const { ada, simulator } = platform;
    const seen: Record<string, string[]> = {};
    const see = (where: string) => (value: unknown) => void (seen[where] ??= []).push(everyView(value));
    const log = see("a line of the log");
    const hook = see("a hook");
    const watched = {
      hooks: { onRequest: hook, onResponse: hook, onRetry: hook, onError: hook, onEnd: hook },
      logger: { debug: log, info: log, warn: log, error: log },
      logLevel: "debug",
      maxRetries: 0,
    } as const;
    vi.spyOn(BroadcastChannel.prototype, "postMessage").mockImplementation(see("a message to other tabs"));
    const client = new PaymentsClient({ ...simulator.clientOptions(), ...watched });
    const relay = createWalletRelay({ ...platform.relayOptions, client, onEvent: see("an audit event") });
    const store = splitStore();
    let isLost = false;
    const wallet = platform.wallet(ada, {
      ...watched,
      store,
      sessionKeys: "held",
      codeIssuerKeys: [simulator.oneTimeCodeIssuerKey],
      fetch: async (url, init) => {
        see("a request")([url, init.headers, init.body]);
        const response = await relay(new Request(url, init));
        if (isLost) throw new TypeError("the connection was lost");
        see("a response")(await response.clone().text());
        return response;
      },
    });
    wallet.subscribe((...state) => see("a listener")(state));
    const fails = async (act: () => Promise<unknown>) =>
      see("an error")(
        await act().then(
          () => expect.fail("no error"),
          (error: unknown) => error,
        ),
      );

    const { email, customerId } = ada;
    const phoneNumber = "+15551234567";
    await platform.payments.customers.update(customerId, { customerType: "INDIVIDUAL", phoneNumber });
    const oidcToken = (nonce?: string) => simulator.issueOidcToken({ email, nonce });
    await wallet.credentials.register(
      type === "PASSKEY"
        ? { type, nickname: "Phone" }
        : type === "OAUTH"
          ? { type, oidcToken: oidcToken() }
          : { type },
    );
    if (type === "EMAIL_OTP" || type === "SMS_OTP") {
      await wallet.requestCode(type);
      await fails(() => wallet.signIn({ type, otp: "918273" }));
      await wallet.signIn({ type, otp: platform.code() });
    } else if (type === "OAUTH") {
      await fails(() => wallet.signIn({ type, oidcToken: () => oidcToken("another") }));
      await wallet.signIn({ type, oidcToken });
    } else {
      see("a prepared sign-in")(await wallet.prepareSignIn({ type }));
      await wallet.signIn({ type });
    }
    isLost = true;
    await fails(() => wallet.refresh());
    isLost = false;
    const session = await wallet.refresh();
    await platform.fund(ada);
    await wallet.executeQuote(await platform.quote(ada));
    await wallet.exportMnemonic();
    see("the store")(await store.listSessions(ada.accountId));
    for (const part of [wallet, wallet.sessions, session, wallet.state]) see("the wallet")(part);
    const { privateKey } = session.stored()?.key ?? expect.fail("no key");
    for (const format of ["pkcs8", "jwk"] as const) {
      const exported = subtle.exportKey(format, privateKey);
      await expect(exported).rejects.toThrow(/not extractable/);
    }
    session.wipe();
    await fails(() => session.stamp("payload"));
    await wallet.signOut();

    expect(extractable).toEqual(scalars.map(() => false));
    expect(new Set(scalars).size).toBeGreaterThanOrEqual(3);
    const hidden = scalars.flatMap(formsOf);
    for (const [where, views] of Object.entries(seen)) expectHidden(views.join("\n"), { hidden }, where);
    expect(Object.keys(seen).sort()).toEqual(
      expect.arrayContaining([
        "a hook",
        "a line of the log",
        "a listener",
        "a message to other tabs",
        "a request",
        "a response",
        "an audit event",
        "an error",
        "the store",
        "the wallet",
      ]),
    );
  });
});
