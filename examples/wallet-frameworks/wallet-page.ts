/** The code that the three pages share. */
import { formatAmount, isConnectionError } from "payments-sdk";
import type { Quote } from "payments-sdk";
import {
  browserPasskeys,
  indexedDbStore,
  PaymentOpenError,
  PlatformSignInRequiredError,
  SessionRequiredError,
  StoreUnavailableError,
  Wallet,
} from "payments-sdk/wallet";
import type { PaymentProgress, PendingPayment, WalletPayments, WalletState } from "payments-sdk/wallet";

/** The user who is signed in to the platform. */
export interface PlatformUser {
  /** The embedded wallet. */
  readonly accountId: string;
  /** The bank account that the page pays to. */
  readonly payeeId: string;
}

/** Signs in to the platform. */
export async function signInToPlatform(email: string): Promise<PlatformUser> {
  const response = await fetch("/platform/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  if (!response.ok) throw new Error("The platform did not sign you in. Try again.");
  return response.json();
}

/** Uses no browser API, so a server can call it while it renders the page. */
export function openWallet({ accountId }: PlatformUser): Wallet {
  return new Wallet({ relay: "/wallet", accountId, passkeys: browserPasskeys(), store: indexedDbStore() });
}

/** Describes the state of the sign-in in words, with the next step. */
export function describe(state: WalletState): string {
  if ("until" in state) {
    const until = new Date(state.until).toLocaleTimeString();
    return state.status === "expiring"
      ? `Signed in until ${until}. Sign in again to stay signed in.`
      : `Signed in until ${until}`;
  }
  return {
    restoring: "One moment …",
    "signed-out": "Signed out",
    "signing-in": "Signing in …",
    expired: "Your session has expired. Sign in again to go on.",
    "platform-sign-in-required": "Sign in to the platform again",
  }[state.status];
}

/** Describes the payment in progress. The list of payments says how it ended, except that nothing was sent. */
export function describeProgress(progress: PaymentProgress): string {
  switch (progress.status) {
    case "quote":
      return "Asking for the price …";
    case "confirm":
      return question(progress.quote);
    case "sending":
      return "Paying …";
    case "failed":
      return progress.error === undefined ? "" : `Nothing was paid. ${explain(progress.error)}`;
    default:
      return "";
  }
}

/** Keeps the list of payments current, also after changes in other tabs. Returns the function that ends this. */
export function followPayments(wallet: Wallet, show: (payments: WalletPayments) => void): () => void {
  let isLoading = false;
  const load = async () => {
    // A payment of this page is shown as such until it has ended.
    if (isLoading || wallet.payments.progress.status === "sending") return;
    isLoading = true;
    await wallet.pending().catch(() => {}); // `wallet.payments` has the error.
    isLoading = false;
  };
  const stop = wallet.subscribe((_, payments) => {
    show(payments);
    if (!payments.isCurrent && payments.error === undefined) void load();
  });
  for (const event of ["online", "focus"]) addEventListener(event, load);
  void load();
  return () => {
    stop();
    for (const event of ["online", "focus"]) removeEventListener(event, load);
  };
}

/** Describes a payment of the list, with the next step. */
export function describePayment({ outcome, quote }: PendingPayment): string {
  if (outcome === "unreadable") {
    return "We cannot read one of your payments now. It may have been made. Check your balance before you pay again.";
  }
  const what = `Your payment of ${formatAmount(quote.totalSendingAmount, quote.sendingCurrency)}`;
  if (outcome === "unknown") {
    return `${what} has no known outcome yet. Finish it: it is made once. If you give it up, it may still be made.`;
  }
  if (outcome === "not-executed") return `${what} was not made. You can pay again.`;
  if (quote.status === "FAILED") return `${what} failed. The money comes back to your balance.`;
  return quote.status === "REFUNDED" ? `${what} was paid back to you.` : `${what} was made.`;
}

/** Describes a list that could not be read. */
export const UNREADABLE =
  "We cannot read your payments now. Refresh, and do not pay again until you see them.";

/** The name of the button that removes a payment from the list. */
export function dismissalOf({ outcome }: PendingPayment): string {
  return outcome === "unknown" || outcome === "unreadable" ? "Give it up" : "OK";
}

/** What the customer can do about an error of a payment. */
function explain(error: unknown): string {
  if (error instanceof SessionRequiredError) return "Sign in first.";
  if (error instanceof PaymentOpenError) return "The same payment is still open: see the list.";
  if (error instanceof StoreUnavailableError) {
    return "This browser cannot note payments. Leave its private mode, or free some storage.";
  }
  return isConnectionError(error) ? "The connection failed. Try again." : `Try again. (${String(error)})`;
}

/** Sends a code by email. The first time, registers the address instead, which also sends a code. */
export async function sendCode(wallet: Wallet): Promise<string> {
  const { data } = await wallet.credentials.list();
  if (data.some(({ type }) => type === "EMAIL_OTP")) await wallet.requestCode();
  else await wallet.credentials.register({ type: "EMAIL_OTP" });
  return "A code is in your mail.";
}

/** The balance, formatted for the customer. */
export async function readBalance(wallet: Wallet): Promise<string> {
  const { amount, currency } = await wallet.balance();
  return formatAmount(amount, currency);
}

/** Pays 1 USDC to the customer's bank account if the customer confirms. The list of payments has the outcome. */
export async function pay(wallet: Wallet, { payeeId }: PlatformUser): Promise<void> {
  await wallet.pay({
    destination: { destinationType: "ACCOUNT", accountId: payeeId },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1_000_000,
    confirm,
  });
}

/** Replace this with your own dialog. */
const confirm = (quote: Quote) => globalThis.confirm(question(quote));

/** The text that the customer confirms. */
export function question(quote: Quote): string {
  const sent = formatAmount(quote.totalSendingAmount, quote.sendingCurrency);
  const received = formatAmount(quote.totalReceivingAmount, quote.receivingCurrency);
  return `Send ${sent}? ${received} arrives.`;
}

/** The outcome of an action: a message for the customer, and whether they must sign in to the platform again. */
export interface Outcome {
  readonly message: string;
  readonly isPlatformSignInRequired: boolean;
}

/** Runs an action of the customer. */
export async function attempt(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    const message = await action();
    return { message: typeof message === "string" ? message : "", isPlatformSignInRequired: false };
  } catch (error) {
    if (error instanceof PlatformSignInRequiredError) {
      return { message: "Sign in to the platform again.", isPlatformSignInRequired: true };
    }
    return {
      message: error instanceof Error ? error.message : String(error),
      isPlatformSignInRequired: false,
    };
  }
}
