/** The code that the three pages share. */
import { formatAmount } from "payments-sdk";
import type { Quote } from "payments-sdk";
import { browserPasskeys, indexedDbStore, PlatformSignInRequiredError, Wallet } from "payments-sdk/wallet";
import type { WalletState } from "payments-sdk/wallet";

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

/** Describes the state in words. */
export function describe(state: WalletState): string {
  if ("until" in state) return `Signed in until ${new Date(state.until).toLocaleTimeString()}`;
  return {
    restoring: "One moment …",
    "signed-out": "Signed out",
    "signing-in": "Signing in …",
    expired: "Your session has expired",
    "platform-sign-in-required": "Sign in to the platform again",
  }[state.status];
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

/** Pays 1 USDC to the customer's bank account if the customer confirms. */
export async function pay(wallet: Wallet, { payeeId }: PlatformUser): Promise<string> {
  const paid = await wallet.pay({
    destination: { destinationType: "ACCOUNT", accountId: payeeId },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1_000_000,
    confirm,
  });
  if (paid === undefined || paid.status === "EXPIRED") return "Nothing was paid.";
  if (paid.status === "FAILED") return "The payment failed.";
  return ["PROCESSING", "COMPLETED"].includes(paid.status)
    ? "Paid."
    : "It is not known yet whether it was paid.";
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
