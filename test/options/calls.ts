/** The methods of a client and of a wallet, with the kind of each of their options, written by hand. */
import type {
  ListOptions,
  RawRequestOptions,
  RequestOptions,
  UploadOptions,
  WaitOptions,
} from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import type { WalletRequestOptions } from "payments-sdk/wallet";
import { expect } from "vitest";
import { argumentsOf, invoke, METHODS } from "../resources/methods";
import { WITNESS } from "../resources/witness";
import {
  elsewhere,
  callback,
  group,
  headers,
  integer,
  listOf,
  methods,
  milliseconds,
  must,
  object,
  oneOf,
  SECRET,
  signal,
  text,
  wait,
} from "./kinds";
import type { Rule, Rules } from "./kinds";

import { client, request } from "./doors";
import type { Door } from "./doors";

type Expectation = NonNullable<RawRequestOptions["expect"]>;
const accountId = "InternalAccount:1";
const timeout = milliseconds(1);

/** The options of every call. */
const plain: Rules<Omit<RequestOptions, "idempotencyKey" | "signer">> = {
  signal,
  timeout,
  totalTimeout: timeout,
  maxRetries: integer(0),
  headers,
};
const keyed = {
  idempotencyKey: must(
    "be text of 1 to 255 visible ASCII characters",
    ...["", "a key", " a", "a\n", "schlüssel", "x".repeat(256), 7, true, {}, [SECRET]],
  ),
} satisfies Rules<Pick<RequestOptions, "idempotencyKey">>;
const signed = { signer: methods("stamp") } satisfies Rules<Pick<RequestOptions, "signer">>;
const listed = { prefetch: must("be 0 or 1, got", 2, -1, 0.5, "1", true, {}) } satisfies Rules<
  Pick<ListOptions, "prefetch">
>;
const uploaded = { onProgress: callback } satisfies Rules<Pick<UploadOptions, "onProgress">>;
const waited: Rules<WaitOptions<unknown>> = {
  until: callback,
  onProgress: callback,
  totalTimeout: wait,
  interval: wait,
  signal,
};

/** Reads a list, and is no operation of its own. */
const HELPER = "internalAccounts.findWallet";

/** Operations that send a file. */
const UPLOADS = ["customers.bulk.upload", "documents.upload", "documents.replace"];

/** One method for each set of options. It gets every wrong value, and the other methods get one for each option. */
const EXAMPLES = [
  "customers.create",
  "customers.list",
  "transfers.in",
  "auth.sessions.revoke",
  "documents.upload",
  "quotes.waitFor",
  "wallet.signIn",
  "wallet.executeQuote",
];

type DoorRules = Readonly<Record<string, Rule>>;

const shortened = (name: string, rules: DoorRules): DoorRules =>
  EXAMPLES.includes(name)
    ? rules
    : Object.fromEntries(
        Object.entries(rules).map(([option, { wrong }]) => [option, { wrong: wrong.slice(0, 1) }]),
      );

function rulesOf(name: string): DoorRules {
  if (name.endsWith(".waitFor")) return waited;
  if (name === HELPER) return plain;
  const witness = WITNESS.find((one) => one.name === name) ?? expect.fail(`no witness of ${name}`);
  return {
    ...plain,
    ...(witness.isKeyed && keyed),
    ...(witness.isSigned && signed),
    ...(name.endsWith(".list") && listed),
    ...(UPLOADS.includes(name) && uploaded),
    ...(name === "auth.credentials.verify" && { requestId: text }),
  };
}

/** The options that only raw calls have. */
const raw: Rules<Pick<RawRequestOptions, "path" | "query" | "expect">> = {
  path: object,
  query: must("be a plain object of names and values, got", SECRET, 5, true, new Map()),
  expect: group<Expectation>("expect", {
    form: oneOf("object", "list", "nothing"),
    kind: must("be letters and digits, got", "", "Card:", 5, {}),
    fields: listOf(text, "id"),
    same: object,
    amounts: object,
  }),
};

/** The same names, and those of the options that are checked when they are sent. */
const ofRequest = { path: elsewhere, query: elsewhere, body: elsewhere, form: elsewhere, expect: elsewhere };

const wallet = new Wallet({ client, accountId });
const walletCalls: Readonly<Record<string, (options: never) => unknown>> = {
  signIn: (options) => wallet.signIn({ type: "EMAIL_OTP", otp: "731902" }, options),
  prepareSignIn: (options) => wallet.prepareSignIn({ type: "PASSKEY" }, options),
  requestCode: (options) => wallet.requestCode("AuthMethod:1", options),
  signOut: (options) => wallet.signOut(options),
  refresh: (options) => wallet.refresh(options),
  balance: (options) => wallet.balance(options),
  executeQuote: (options) => wallet.executeQuote("Quote:1", options),
  pending: (options) => wallet.pending(options),
  exportMnemonic: (options) => wallet.exportMnemonic(options),
  "credentials.list": (options) => wallet.credentials.list(options),
  "credentials.devices": (options) => wallet.credentials.devices(options),
  "credentials.register": (options) => wallet.credentials.register({ type: "EMAIL_OTP" }, options),
  "credentials.prepareRegistration": (options) =>
    wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" }, options),
  "credentials.revoke": (options) => wallet.credentials.revoke("AuthMethod:1", options),
  "sessions.list": (options) => wallet.sessions.list(options),
  "sessions.revoke": (options) => wallet.sessions.revoke("Session:1", options),
  "transactions.list": (options) => wallet.transactions.list({}, options),
};

/** Calls: each method of the client and of a wallet. */
export const calls: readonly Door[] = [
  ...METHODS.map((method): Door => ({
    owner: method.name,
    rules: shortened(method.name, rulesOf(method.name)),
    call: (options) => invoke(client, method.name, [...argumentsOf(method), options]),
    refusal: request(method.name),
  })),
  {
    owner: "request",
    rules: { ...plain, ...keyed, ...signed, ...ofRequest },
    call: (options) => client.request("POST", "/new", options),
    refusal: request("request"),
  },
  {
    owner: "request",
    rules: raw,
    call: (options) => client.request("POST", "/new", options),
    refusal: (path) => ({ name: "InvalidRequestError", outcome: "not-executed", issues: [{ path }] }),
    isPart: true,
  },
  {
    owner: "paginate",
    rules: { ...plain, ...listed, path: elsewhere, query: elsewhere },
    call: (options) => client.paginate("/new", options),
    refusal: request("paginate"),
  },
  {
    owner: "customers.list().toArray",
    rules: { limit: must("be a number, got", SECRET, Number.NaN, "5", true, {}) },
    call: (options) => client.customers.list().toArray(options),
    refusal: request("customers.list().toArray"),
  },
  ...Object.entries(walletCalls).map(([name, call]): Door => {
    const owner = `wallet.${name}`;
    const rules = { ...plain, ...(name === "executeQuote" && keyed) } satisfies Partial<
      Rules<WalletRequestOptions & RequestOptions>
    >;
    return { owner, rules: shortened(owner, rules), call, refusal: request(owner) };
  }),
];
