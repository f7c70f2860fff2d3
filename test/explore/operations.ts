import type { PaymentsClient, RequestOptions } from "payments-sdk";
import { AMOUNT, bodies, WALLET } from "./bodies";
import type { ServiceError } from "../support/endings";
import { OWN_TOKEN } from "./service";
import type { Habits } from "./habits";
import type { Effect, Service } from "./service";

/** An operation that a caller wants to execute once. */
export interface Operation {
  readonly name: string;
  readonly effect: Effect["kind"];
  readonly isKeyed: boolean;
  /** A result may belong to an earlier call. */
  readonly mayBeEarlier?: boolean;
  /** A browser may repeat the request, so "not-executed" is only checked by what is lost. */
  readonly isJudgedByLoss?: boolean;
  /** A second effect harms nobody. */
  readonly mayBeDouble?: boolean;
  /** True if the service refuses it. */
  readonly isRefused?: boolean;
  /** True if the first call fails, and a reader of its advice succeeds later. */
  readonly failsFirst?: boolean;
  readonly habits?: Habits;
  /** Creates the objects that the call needs. */
  readonly prepare?: (service: Service) => void;
  /** Makes the call. `round` starts at 1, and grows by one when the caller gives up a request, and not only its key. */
  readonly call: (client: PaymentsClient, options: Options, round: number) => Promise<unknown>;
  /** True if a result belongs to this effect. */
  readonly isResultOf: (result: unknown, effect: Effect) => boolean;
}

/** The caller's way to make a call. */
export type Options = Pick<RequestOptions, "idempotencyKey" | "signal"> & {
  signer: NonNullable<RequestOptions["signer"]>;
};

export const account = "InternalAccount:payer";
export const bank = "ExternalAccount:bob";
export const hasId = (result: unknown, { id }: Effect) => (result as { id?: unknown } | undefined)?.id === id;
export const keyOf = ({ idempotencyKey, signal }: Options) => ({
  ...(idempotencyKey !== undefined && { idempotencyKey }),
  signal,
});
export const signed = ({ signer, signal }: Options) => ({ signer, signal });

const payment = { effect: "payment", isKeyed: true, isResultOf: hasId } as const;

export const transferOut: Operation = {
  ...payment,
  name: "transfers.out",
  call: (client, options) =>
    client.transfers.out(
      { source: { accountId: account }, destination: { accountId: bank }, amount: AMOUNT },
      keyOf(options),
    ),
};

/** The service's response to an earlier payment from the same account. */
const earlier = (payee: string) =>
  bodies.transfer("Transaction:another", false, {
    source: { accountId: account },
    destination: { accountId: payee },
  });

export const transferIn: Operation = {
  ...payment,
  name: "transfers.in",
  call: (client, options) =>
    client.transfers.in(
      { source: { accountId: bank }, destination: { accountId: account }, amount: AMOUNT },
      keyOf(options),
    ),
};

export const quoteCreate: Operation = {
  ...payment,
  name: "quotes.create",
  call: (client, options) =>
    client.quotes.create(
      {
        source: { sourceType: "ACCOUNT", accountId: account },
        destination: { destinationType: "ACCOUNT", accountId: bank },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: AMOUNT,
        immediatelyExecute: true,
      },
      keyOf(options),
    ),
};

/** A caller that pays again uses a new key and a new quote. */
export const quoteExecute: Operation = {
  ...payment,
  name: "quotes.execute",
  prepare: (service) => {
    for (let round = 1; round <= 9; round += 1) service.addQuote(`Quote:${round}`, account);
  },
  call: (client, options, round) => client.quotes.execute(`Quote:${round}`, {}, keyOf(options)),
};

/** The key belongs to an earlier payment of another amount. */
export const reusedKey: Operation = {
  ...transferOut,
  name: "transfers.out (the key paid another amount)",
  failsFirst: true,
  prepare: (service) => service.useKey("key-1", { ...earlier(bank), sentAmount: { amount: 100 } }),
};

/** The key belongs to an earlier payment to somebody else. */
export const reusedKeyOfAnother: Operation = {
  ...reusedKey,
  name: "transfers.out (the key paid somebody else)",
  prepare: (service) => service.useKey("key-1", earlier("ExternalAccount:eve")),
};

/** The first quote has expired. The next ones are open. */
export const expiredQuote: Operation = {
  ...quoteExecute,
  name: "quotes.execute (the first quote expired)",
  failsFirst: true,
  prepare: (service) => {
    quoteExecute.prepare?.(service);
    service.expireQuotes("Quote:1");
  },
};

/** The account has too little money. After the first refusal, somebody funds it. */
export const refusedThenFunded: Operation = {
  ...transferOut,
  name: "transfers.out (refused, then funded)",
  failsFirst: true,
  habits: { needsFunds: true },
};

/** The service refuses every request with one code. */
export const refusedWith = (code: ServiceError, isBeforeKey: boolean): Operation => ({
  ...transferOut,
  name: `transfers.out (always ${code.status} ${code.code})`,
  isRefused: true,
  habits: { refusesAll: { ...code, isBeforeKey } },
});

export const customerCreate: Operation = {
  name: "customers.create",
  effect: "customer",
  isKeyed: false,
  isResultOf: hasId,
  call: (client, { signal }) =>
    client.customers.create(
      { customerType: "INDIVIDUAL", platformCustomerId: "ada", fullName: "Ada" },
      { signal },
    ),
};

export const email = bodies.credential("AuthMethod:email", "EMAIL_OTP", WALLET, "2020-01-01T00:00:00Z");
const oauth = bodies.credential("AuthMethod:oauth", "OAUTH", WALLET);

/** A second token of the same person right after the first. Only the list distinguishes them. */
export const credentialCreate: Operation = {
  name: "auth.credentials.create",
  effect: "credential",
  isKeyed: false,
  habits: { credentials: [email, oauth] },
  isResultOf: hasId,
  call: (client, options) =>
    client.auth.credentials.create({ type: "OAUTH", accountId: WALLET, oidcToken: "token" }, signed(options)),
};

/** The wallet has an old e-mail credential, so the service refuses a second one. */
export const emailCreate: Operation = {
  ...credentialCreate,
  name: "auth.credentials.create (e-mail)",
  isRefused: true,
  habits: { credentials: [email] },
  call: (client, options) =>
    client.auth.credentials.create({ type: "EMAIL_OTP", accountId: WALLET }, signed(options)),
};

/** The first credential of a wallet needs no signature. */
export const firstCredential: Operation = {
  ...emailCreate,
  name: "auth.credentials.create (first)",
  isRefused: false,
  habits: {},
};

export const sessionRevoke: Operation = {
  name: "auth.sessions.revoke",
  effect: "deletion",
  isKeyed: false,
  mayBeEarlier: true,
  isResultOf: (result) => result === undefined,
  call: (client, options) => client.auth.sessions.revoke("Session:other", signed(options)),
};

/** A deletion without a signature. */
export const tokenDelete: Operation = {
  ...sessionRevoke,
  name: "tokens.delete",
  call: (client, { signal }) => client.tokens.delete("token-1", { signal }),
};

/** The client deletes the token that it uses itself. */
export const ownTokenDelete: Operation = {
  ...tokenDelete,
  name: "tokens.delete (own)",
  call: (client, { signal }) => client.tokens.delete(OWN_TOKEN, { signal }),
};

const clientPublicKey = `04${"ab".repeat(64)}`;

export const walletExport: Operation = {
  name: "internalAccounts.export",
  effect: "export",
  isKeyed: false,
  isResultOf: (result, { id }) =>
    (result as { encryptedWalletCredentials?: unknown }).encryptedWalletCredentials === id,
  call: (client, options) => client.internalAccounts.export(WALLET, { clientPublicKey }, signed(options)),
};
