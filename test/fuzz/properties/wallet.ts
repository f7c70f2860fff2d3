import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigurationError, InvalidRequestError } from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import type { WalletStore, WalletClientOptions } from "payments-sdk/wallet";
import { endingOf, requireNoEngineText, requirePaymentsError } from "../assertions";
import type { Ending } from "../assertions";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { junk, tameJunk } from "../values";
import type { Junk } from "../values";
import * as service from "../wallet-service";
import type { Environment, Sent } from "../wallet-service";
import { isCallersOwn, pathsOf, pictureOf, put, requireWellFormed } from "./arguments";

/** A public method or property of a wallet with valid arguments. One that takes parameters of several forms stands there with each. */
export interface WalletMember {
  /** As a caller names it: `credentials.register`. */
  readonly name: string;
  /** Without the options. */
  readonly args?: (wallet: Wallet) => unknown[] | Promise<unknown[]>;
}

const destination = { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" };
const quoteParams = { destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 5 };
const attestation = { credentialId: "a", clientDataJson: "b", attestationObject: "c" };
const usd = { currency: "USD", accountInfo: { accountType: "NEW_ACCOUNT" } };

export const WALLET_MEMBERS: readonly WalletMember[] = [
  { name: "accountId" },
  { name: "environment" },
  { name: "state" },
  { name: "session" },
  { name: "payments" },
  { name: "subscribe", args: () => [() => {}] },
  { name: "restore" },
  { name: "serviceTime" },
  { name: "balance" },
  { name: "requestCode", args: () => [service.EMAIL] },
  { name: "prepareSignIn", args: () => [{ type: "PASSKEY", credentialId: service.PASSKEY }] },
  { name: "signIn", args: () => [{ type: "EMAIL_OTP", otp: "123456" }] },
  { name: "signIn", args: () => [{ type: "OAUTH", oidcToken: "a.b.c", credentialId: service.OAUTH }] },
  { name: "signIn", args: () => [{ type: "OAUTH", oidcToken: () => "a.b.c" }] },
  { name: "signIn", args: () => [{ type: "PASSKEY", allowCredentials: ["Y3JlZA"] }] },
  { name: "signIn", args: async (wallet) => [await wallet.prepareSignIn({ type: "PASSKEY" })] },
  { name: "refresh" },
  { name: "signOut" },
  { name: "executeQuote", args: () => ["Quote:1"] },
  { name: "executeQuote", args: () => [structuredClone(service.QUOTE)] },
  { name: "pay", args: () => [{ ...quoteParams, confirm: () => true }] },
  { name: "pending" },
  { name: "pending.finish" },
  { name: "exportMnemonic" },
  { name: "credentials.list" },
  { name: "credentials.devices" },
  { name: "credentials.prepareRegistration", args: () => [{ type: "PASSKEY", nickname: "Phone" }] },
  { name: "credentials.register", args: () => [{ type: "EMAIL_OTP" }] },
  { name: "credentials.register", args: () => [{ type: "OAUTH", oidcToken: "a.b.c" }] },
  {
    name: "credentials.register",
    args: () => [
      {
        type: "PASSKEY",
        nickname: "Phone",
        user: { name: "ada", displayName: "Ada" },
        excludeCredentials: ["Y3JlZA"],
      },
    ],
  },
  {
    name: "credentials.register",
    args: () => [{ type: "PASSKEY", nickname: "Phone", challenge: "Y2g", attestation }],
  },
  {
    name: "credentials.register",
    args: async (wallet) => [
      await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" }),
    ],
  },
  { name: "credentials.revoke", args: () => [service.OAUTH] },
  { name: "sessions.held" },
  { name: "sessions.list" },
  { name: "sessions.revoke", args: () => [service.SESSION] },
  { name: "transactions.list", args: () => [{ limit: 5, status: "COMPLETED" }] },
  { name: "quotes.create", args: () => [quoteParams] },
  { name: "quotes.retrieve", args: () => ["Quote:1"] },
  { name: "receivers.lookupUma", args: () => ["$bob@example.com"] },
  { name: "receivers.lookupExternalAccount", args: () => ["ExternalAccount:1"] },
  { name: "externalAccounts.list", args: () => [{ currency: "USD" }] },
  { name: "externalAccounts.create", args: () => [usd] },
  { name: "session.stamp", args: () => ["payload"] },
  { name: "session.signDer", args: () => ["payload"] },
  { name: "session.stored" },
  { name: "session.wipe" },
];

/** Calls a member as plain JavaScript can. */
async function call(wallet: Wallet, name: string, args: readonly unknown[]): Promise<unknown> {
  const path = name.split(".");
  const [first, ...rest] = name === "pending.finish" ? await wallet.pending() : [];
  if (first !== undefined) assert.equal(rest.length, 0);
  const root: unknown = first ?? wallet;
  const owner = path
    .slice(first === undefined ? 0 : 1, -1)
    .reduce<unknown>((at, step) => Reflect.get(Object(at) as object, step), root);
  const member: unknown = Reflect.get(Object(owner) as object, path.at(-1) ?? "");
  return typeof member === "function" ? (Reflect.apply(member, owner, args) as unknown) : member;
}

/** Where a value is put. */
type Place =
  | { readonly kind: "argument" | "property"; readonly at: number }
  | { readonly kind: "option" | "device"; readonly name: string };

interface Case {
  readonly member: WalletMember;
  readonly environment: Environment;
  readonly sessionKeys: "held" | "sealed";
  readonly isSignedIn: boolean;
  readonly changes: readonly { readonly place: Place; readonly junk: Junk }[];
}

const OPTIONS = ["idempotencyKey", "headers", "timeout", "totalTimeout", "maxRetries", "signal", "signer"];

/** What the caller gave the wallet, and what that gives when the wallet calls it. */
const DEVICE = [
  "store.get",
  "store.list",
  "store.listPayments",
  "passkeys.create",
  "passkeys.get",
  "passkeys.recall",
  "registrationChallenge",
  "onSessionRequired",
  "relyingParty",
  "confirm",
];

const IN_LISTS = ["store.list", "store.listPayments"];

function withDevice(options: WalletClientOptions, name: string, given: Junk): WalletClientOptions {
  const value = given.value();
  // A list that a store may return; otherwise the value that a function returns.
  const gives = IN_LISTS.includes(name) ? () => [value] : () => value;
  const [owner = "", method] = name.split(".");
  if (name === "relyingParty") return { ...options, relyingParty: { id: value, name: value } as never };
  if (method === undefined) return { ...options, [owner]: gives };
  const whole = Reflect.get(options, owner) as Partial<WalletStore>;
  return { ...options, [owner]: { ...whole, [method]: gives } };
}

function argumentsOf(args: unknown[], changes: Case["changes"]): unknown[] {
  const optionsAt = args.length;
  const paths = pathsOf(args[0]);
  for (const { place, junk: given } of changes) {
    const value = given.value();
    if (place.kind === "argument") args[place.at % (optionsAt + 1)] = value;
    else if (place.kind === "option") args[optionsAt] = put(args[optionsAt], [place.name], value);
    else if (place.kind === "property") {
      const path = paths[place.at % Math.max(1, paths.length)];
      if (path !== undefined) args[0] = put(args[0], path, value);
    } else if (place.kind === "device" && place.name === "confirm" && optionsAt > 0)
      args[0] = put(args[0], ["confirm"], () => value);
  }
  return args;
}

/** More than any call of a wallet needs. */
const MOST_REQUESTS = 12;
const ENDS = ["restoring", "signed-out", "signed-in", "expiring", "expired"];

/** A call resolves, or rejects with an error of this package. The wallet keeps working. */
async function holds({ member, environment, sessionKeys, isSignedIn, changes }: Case): Promise<void> {
  const sent: Sent[] = [];
  const client = service.recordedClient(sent);
  let options = { ...service.goodOptions(environment, client), sessionKeys };
  if (!isSignedIn) await options.store?.delete("sessions", service.SESSION);
  const good = new Wallet(options);
  const base = (await member.args?.(good)) ?? [];
  for (const { place, junk: given } of changes)
    // `confirm` is an argument of one method.
    if (place.kind === "device" && place.name !== "confirm")
      options = { ...withDevice(options, place.name, given), sessionKeys };
  const wallet = new Wallet(options);
  try {
    const args = argumentsOf(base, changes);
    sent.length = 0;
    const before = pictureOf(args);
    const ending = await endingOf(async () => {
      if (member.name.startsWith("session.")) await wallet.restore();
      const value = await call(wallet, member.name, args);
      if (member.name === "subscribe") (value as () => void)();
      return value;
    });
    requireOwnEnding(ending, changes);
    assert.equal(pictureOf(args), before, "an argument was changed");
    assert.ok(sent.length <= MOST_REQUESTS, `${sent.length} requests`);
    for (const { url, init } of sent) requireWellFormed(url, init, undefined);
    const { state } = wallet;
    assert.ok(ENDS.includes(state.status), `the wallet was left ${state.status}`);
    assert.ok(Object.isFrozen(state));
    assert.equal((await wallet.balance()).amount, 5);
  } finally {
    service.letGo(wallet);
    service.letGo(good);
  }
}

function requireOwnEnding(ending: Ending, changes: Case["changes"]): void {
  if (!("error" in ending)) return;
  // What a function of the caller's throws is the caller's.
  const hasOwnFunction = changes.some(({ junk: { name } }) => name === "throwing function");
  if (hasOwnFunction && isCallersOwn(ending)) return;
  requirePaymentsError(ending.error);
  requireNoEngineText(ending.error);
}

const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("argument" as const), at: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("property" as const), at: fc.nat(12) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("option" as const), name: fc.constantFrom(...OPTIONS) }),
  },
);
const device = fc.record({ kind: fc.constant("device" as const), name: fc.constantFrom(...DEVICE) });

const methods: FuzzProperty = defineProperty(
  "any argument of any method of a wallet",
  5,
  fc.record({
    member: fc.constantFrom(...WALLET_MEMBERS),
    environment: fc.constantFrom("sandbox" as const, "production" as const),
    sessionKeys: fc.constantFrom("held" as const, "sealed" as const),
    isSignedIn: fc.boolean(),
    changes: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.record({ place, junk }) },
        // A promise of the caller's that cannot be resolved is the caller's own failure.
        { weight: 1, arbitrary: fc.record({ place: device, junk: tameJunk }) },
        {
          weight: 1,
          arbitrary: fc.record({
            place: fc.record({
              kind: fc.constant("device" as const),
              name: fc.constantFrom(...IN_LISTS),
            }),
            junk,
          }),
        },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  holds,
);

const WALLET_OPTIONS = [
  "client",
  "relay",
  "accountId",
  "customerId",
  "environment",
  "store",
  "passkeys",
  "relyingParty",
  "registrationChallenge",
  "onSessionRequired",
  "trustedIssuerKeys",
  "codeIssuerKeys",
  "sessionKeys",
  "autoRefreshFor",
  "allowUnpinnedIssuer",
  "organizationId",
  "executeSignature",
  "oidcTokenMaxAge",
  "now",
  "logger",
  "logLevel",
  "fetch",
  "headers",
  "timeout",
  "maxRetries",
  "hooks",
  "validation",
];

const options: FuzzProperty = defineProperty(
  "any option of a wallet",
  20,
  fc.record({
    names: fc.subarray(WALLET_OPTIONS, { minLength: 1, maxLength: 2 }),
    given: junk,
    whole: fc.nat(9),
    isRelayed: fc.boolean(),
  }),
  async ({ names, given, whole, isRelayed }) => {
    const { client, customerId, ...shared } = service.goodOptions("sandbox", service.recordedClient([]));
    const good = isRelayed
      ? { ...shared, relay: "https://wallet.example/wallet" }
      : { ...shared, client, customerId };
    const made: unknown =
      whole === 0
        ? given.value()
        : names.reduce<object>(
            (at, name) => Object.defineProperty({ ...at }, name, { value: given.value(), enumerable: true }),
            good,
          );
    const ending = await endingOf(() => {
      const wallet = Reflect.construct(Wallet, [made]) as Wallet;
      assert.ok(ENDS.includes(wallet.state.status));
    });
    if (!("error" in ending)) return;
    requirePaymentsError(ending.error);
    requireNoEngineText(ending.error);
    const isNamed = ending.error instanceof ConfigurationError || ending.error instanceof InvalidRequestError;
    assert.ok(isNamed, ending.error.name);
  },
);

export const wallets: readonly FuzzProperty[] = [methods, options];
