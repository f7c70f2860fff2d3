import { isPaymentsError, PaymentsClient, PaymentsError } from "payments-sdk";
import * as entry from "payments-sdk/wallet";
import {
  browserPasskeys,
  generateClientKeyPair,
  openWalletExport,
  PasskeyRegistrationError,
  PaymentOpenError,
  SessionKey,
  Wallet,
} from "payments-sdk/wallet";
import { inspect } from "node:util";
import { afterEach, expect, it, vi } from "vitest";
import { WalletWorld } from "./support";
import type { StoredPayment } from "payments-sdk/wallet";
import { splitStore } from "./split-store";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Everything that a careless log line could show of a value. */
function shown(value: unknown): string {
  const parts = [
    inspect(value, { depth: Infinity, showHidden: true, getters: false }),
    JSON.stringify(value),
  ];
  if (value instanceof Error) {
    parts.push(value.message, value.stack ?? "", shownCause(value.cause));
    parts.push(JSON.stringify(value, Object.getOwnPropertyNames(value)));
  }
  return parts.join("\n");
}

function shownCause(cause: unknown): string {
  return cause === undefined ? "" : shown(cause);
}

const caught = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

it("no error shows a code, a token, a stamp, a key or a phrase [AUT-08]", async () => {
  const world = await WalletWorld.create("production");
  const oidcToken = world.simulator.issueOidcToken({ email: "ada@example.com" });
  const otp = "731902";
  const privateKey = "1f".repeat(32);
  const secrets = [otp, oidcToken, privateKey, world.simulator.clientOptions().clientSecret];
  const errors: unknown[] = [];

  // A platform with errors that show everything they know, and a service that echoes its requests.
  const { fetch, ...connection } = world.simulator.clientOptions();
  let mode: "work" | "babble" | "echo" | "lost" = "work";
  const client = new PaymentsClient({
    ...connection,
    maxRetries: 0,
    fetch: async (url, init) => {
      const headers = JSON.stringify(Object.fromEntries(new Headers(init.headers)));
      const stamp = new Headers(init.headers).get("service-wallet-signature");
      if (stamp !== null) secrets.push(stamp);
      if (mode === "babble") throw new TypeError(`fetch failed: ${headers} ${String(init.body)}`);
      if (mode === "echo")
        return Response.json({ message: `${headers} ${String(init.body)}` }, { status: 400 });
      if (mode === "lost") {
        const message = `${headers} ${String(init.body)}`;
        return Response.json({ status: 401, code: "NOT_SIGNED_IN", message }, { status: 401 });
      }
      return fetch(url, init);
    },
  });
  const store = splitStore();
  const wallet = world.wallet({ client, store });
  const failing = async (act: () => Promise<unknown>) => errors.push(await caught(act()));

  const { id: credentialId } = await wallet.credentials.register({ type: "EMAIL_OTP" });
  await failing(() => wallet.exportMnemonic());
  const session = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
  const quote = await world.quote();
  for (mode of ["babble", "echo", "lost"] as const) {
    await failing(() => wallet.signIn({ type: "EMAIL_OTP", otp, credentialId }));
    await failing(() => wallet.signIn({ type: "OAUTH", oidcToken, credentialId }));
    await failing(() => wallet.credentials.register({ type: "OAUTH", oidcToken }));
    await failing(() => wallet.executeQuote(quote));
  }
  mode = "babble";
  await failing(() => wallet.refresh());
  // A service that refuses a held key, and repeats the token.
  mode = "echo";
  const held = world.wallet({ client, sessionKeys: "held" });
  const heldToken = (nonce: string) => {
    const token = world.simulator.issueOidcToken({ email: "ada@example.com", nonce });
    secrets.push(token);
    return token;
  };
  await failing(() => held.signIn({ type: "OAUTH", oidcToken: heldToken, credentialId }));
  mode = "work";
  await failing(() => wallet.signIn({ type: "EMAIL_OTP", otp: "000000" }));
  await failing(() => wallet.signIn({ type: "EMAIL_OTP", otp, credentialId }));
  await failing(() => wallet.signIn({ type: "PASSKEY" }));
  await failing(() => wallet.credentials.revoke(credentialId));
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  await failing(() => wallet.credentials.revoke(credentialId));
  // Another wallet, with this one's credential.
  await wallet.requestCode();
  const other = await client.customers.create({ customerType: "INDIVIDUAL", email: "eve@example.com" });
  const account = await client.internalAccounts.findWallet(other.id ?? "");
  const stranger = world.wallet({ client, accountId: account?.id ?? "" });
  await failing(() => stranger.signIn({ type: "EMAIL_OTP", otp: world.code(), credentialId }));
  // A damaged payment, without a digest.
  const { accountId } = wallet;
  const startedAt = quote.createdAt;
  const row = { quoteId: quote.id, accountId, idempotencyKey: "key", startedAt };
  await store.putPayment(row as StoredPayment);
  const [pending] = await wallet.pending();
  await failing(() => (pending?.outcome === "unknown" ? pending.finish() : Promise.resolve()));
  await failing(() => Promise.reject(new PaymentOpenError("wallet.pay", quote.id)));
  await failing(() => Promise.reject(new PasskeyRegistrationError("wallet.credentials.register", "open")));
  vi.spyOn(store, "listPayments").mockRejectedValueOnce(new Error(secrets.join(" ")));
  await failing(() => wallet.pending());
  // The passkeys of a browser, on a platform without one.
  await failing(() => world.wallet({ client, passkeys: browserPasskeys() }).signIn({ type: "PASSKEY" }));
  await failing(() => SessionKey.fromPrivateKey(`${privateKey}ff`));
  const keyPair = await generateClientKeyPair();
  await failing(() => openWalletExport("{}", keyPair, { environment: "sandbox" }));
  await failing(() =>
    openWalletExport(exportOf(), keyPair, { environment: "production", allowUnpinnedIssuer: true }),
  );
  await failing(() => keyPair.open(Uint8Array.from([4, ...new Uint8Array(64)]), new Uint8Array(32)));
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await failing(() => generateClientKeyPair());
  vi.unstubAllGlobals();
  session.wipe();
  await failing(() => session.stamp("anything"));

  const classes = Object.values<unknown>(entry).flatMap((value) =>
    typeof value === "function" && value.prototype instanceof PaymentsError ? [value.name] : [],
  );
  expect(classes.length).toBeGreaterThanOrEqual(9);
  const seen = new Set(errors.map((error) => (error as Error | undefined)?.name));
  expect([...seen]).toEqual(expect.arrayContaining(classes));
  expect(errors.every(isPaymentsError)).toBe(true);
  expect(secrets.length).toBeGreaterThan(4);
  for (const error of errors) {
    for (const secret of secrets) expect(shown(error)).not.toContain(secret);
  }
});

/** An unsigned wallet export of the right form. */
function exportOf(): string {
  return JSON.stringify({ version: "v1.0.0", data: "7b7d", dataSignature: "", enclaveQuorumPublic: "" });
}

it("a printed or serialized wallet shows no key [AUT-08, SES-11]", async () => {
  const { subtle } = crypto;
  const importKey = subtle.importKey.bind(subtle);
  const scalars: string[] = [];
  vi.spyOn(subtle, "importKey").mockImplementation((...args: unknown[]) => {
    const [format, key] = args;
    const { d } = format === "jwk" ? (key as JsonWebKey) : {};
    if (d !== undefined) scalars.push(d);
    return Reflect.apply(importKey, subtle, args);
  });
  const world = await WalletWorld.create("production");
  const store = splitStore();
  const wallet = world.wallet({ store });
  const session = await world.signInByEmail(wallet);
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });

  const [scalar = ""] = scalars;
  expect(scalar).not.toBe("");
  const bytes = Buffer.from(scalar, "base64url");
  for (const value of [
    wallet,
    wallet.credentials,
    wallet.sessions,
    session,
    prepared,
    await store.listSessions(world.accountId),
  ]) {
    for (const form of [scalar, bytes.toString("hex"), bytes.join(", ")])
      expect(shown(value)).not.toContain(form);
  }
  expect(shown(wallet)).not.toContain(world.simulator.clientOptions().clientSecret);
});

it("the log contains no secret [AUT-08]", async () => {
  const world = await WalletWorld.create("production");
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line);
  const wallet = new Wallet({
    client: world.payments,
    accountId: world.accountId,
    logger: { debug: keep, info: keep, warn: keep, error: keep },
    logLevel: "debug",
    store: {
      ...splitStore(),
      put: (entry) => Promise.reject(new Error(JSON.stringify(entry) + world.code())),
    },
  });
  await world.signInByEmail(wallet);
  expect(lines).toHaveLength(1);
  expect(lines.join("\n")).not.toContain(world.code());
});
