import { PaymentsClient } from "payments-sdk";
import type { FetchLike, Quote } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { Fault } from "payments-sdk/simulator";
import { Wallet } from "payments-sdk/wallet";
import type { PendingPayment, WalletClientOptions } from "payments-sdk/wallet";
import { Platform } from "../relay/support";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

const EXECUTE = "POST /quotes/{quoteId}/execute";
/** What the wallet has at first. */
export const FUNDS = 10_000_000;
/** What is paid. */
export const AMOUNT = 1_000_000;
export const modes = ["client", "relay"] as const;
type Mode = (typeof modes)[number];

/** What a test may set. */
interface PaymentOptions {
  store?: SplitStore;
  /** How long the client waits for a response, in milliseconds. Default: the client's own. */
  timeout?: number;
}

/** A production service, and Ada's signed-in wallet. `open` returns the wallet after a reload. */
export async function paymentWorld(mode: Mode = "client", options: PaymentOptions = {}) {
  const { store = splitStore(), timeout } = options;
  const platform = await Platform.create();
  const { ada, simulator } = platform;
  const { fetch, ...connection } = simulator.clientOptions();
  const service: { fetch: FetchLike } = { fetch };
  /** The keys of the executions, as the service received them. */
  const keys: string[] = [];
  const said: { end: string; status: string }[] = [];
  let alter: ((quote: Quote) => object) | undefined;
  let repeated: Response | undefined;
  let isRepeating = false;
  const client = new PaymentsClient({
    ...connection,
    fetch: async (url, init) => {
      const isQuote = url.endsWith("/quotes") && init.method === "POST";
      if (isQuote && isRepeating && repeated !== undefined) return repeated.clone();
      const response = await service.fetch(url, init);
      if (isQuote) repeated = response.clone();
      const isRead = url.includes("/quotes/") && init.method === "GET" && response.ok;
      if (isRead && alter !== undefined) return Response.json(alter((await response.json()) as Quote));
      const [next] = said;
      if (next === undefined || !url.includes("/quotes/") || !url.endsWith(next.end)) return response;
      said.shift();
      return Response.json({ ...(await response.json()), status: next.status });
    },
    timeout,
    maxRetries: 0,
    logLevel: "off",
    hooks: {
      onRequest: ({ operation, url, idempotencyKey }) => {
        if (operation === "quotes.execute" || url.endsWith("/execute")) keys.push(idempotencyKey ?? "");
      },
    },
  });
  const relay = createWalletRelay({ ...platform.relayOptions, client });
  await platform.fund(ada, FUNDS);
  const bank = await platform.bankAccount(ada);
  await platform.registerEmail(ada);
  const open = (
    changed: Pick<
      WalletClientOptions,
      | "store"
      | "logger"
      | "logLevel"
      | "onSessionRequired"
      | "allowUnrecordedPayments"
      | "checkPayload"
      | "codeIssuerKeys"
      | "sessionKeys"
      | "trustedIssuerKeys"
    > = {},
  ) => {
    const shared = { store, logLevel: "off", ...changed } as const;
    return mode === "client"
      ? new Wallet({ client, accountId: ada.accountId, customerId: ada.customerId, ...shared })
      : platform.wallet(ada, {
          fetch: (url, init) => relay(new Request(url, init)),
          maxRetries: 0,
          ...shared,
        });
  };
  const wallet = open();
  await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
  return {
    platform,
    service,
    wallet,
    open,
    store,
    keys,
    ada,
    params: {
      destination: { destinationType: "ACCOUNT", accountId: bank },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: AMOUNT,
      confirm: () => true,
    } as const,
    balance: async () => (await open().balance()).amount,
    /** Has the next responses about quotes say that the quote has this status: each by the end of its address. */
    sayStatus: (status: string, ...ends: string[]) => said.push(...ends.map((end) => ({ end, status }))),
    /** Has the service, or a relay, change every quote that is read from now on. */
    alterQuotes: (change: (quote: Quote) => object) => {
      alter = change;
    },
    /** Has the service respond to every new quote with the last one. */
    repeatQuotes: () => {
      isRepeating = true;
    },
    lose: (kind: Fault["kind"], times: number) => simulator.faults.add({ kind, operation: EXECUTE, times }),
  };
}

/** The only payment of a list. It is unfinished. */
export function unfinished(pending: PendingPayment[]): PendingPayment & { outcome: "unknown" } {
  const [payment] = pending;
  if (pending.length !== 1 || payment?.outcome !== "unknown") throw new Error("not one unfinished payment");
  return payment;
}
