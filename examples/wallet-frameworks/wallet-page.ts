/** What the three pages share. */
import { formatAmount } from "payments-sdk";
import type { Quote } from "payments-sdk";
import { browserPasskeys, indexedDbStore, PlatformSignInRequiredError, Wallet } from "payments-sdk/wallet";
import type { WalletState } from "payments-sdk/wallet";

/** Who is signed in to the platform. */
export interface PlatformUser {
  /** The embedded wallet. */
  readonly accountId: string;
  /** The bank account that the page pays to. */
  readonly payeeId: string;
}

/** What the platform is told by the page, and the other way round. */
export async function signInToPlatform(email: string): Promise<PlatformUser> {
  const response = await fetch("/platform/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  if (!response.ok) throw new Error("The platform did not sign you in. Try again.");
  return response.json();
}

/** Touches nothing of the browser, so that a server can do it while it renders the page. */
export function openWallet({ accountId }: PlatformUser): Wallet {
  return new Wallet({ relay: "/wallet", accountId, passkeys: browserPasskeys(), store: indexedDbStore() });
}

/** The state in words. */
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

/** Mails a code. The first time that registers the address. */
export async function sendCode(wallet: Wallet): Promise<string> {
  const { data } = await wallet.credentials.list();
  if (data.some(({ type }) => type === "EMAIL_OTP")) await wallet.requestCode();
  else await wallet.credentials.register({ type: "EMAIL_OTP" });
  return "A code is in your mail.";
}

/** The balance, as the customer reads it. */
export async function readBalance(wallet: Wallet): Promise<string> {
  const { amount, currency } = await wallet.balance();
  return formatAmount(amount, currency);
}

/** Pays 1 USDC to the customer's bank account, when the customer says yes. */
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

/** Put a dialog of your design here. */
const confirm = (quote: Quote) => globalThis.confirm(question(quote));

/** What the customer confirms. */
export function question(quote: Quote): string {
  const sent = formatAmount(quote.totalSendingAmount, quote.sendingCurrency);
  const received = formatAmount(quote.totalReceivingAmount, quote.receivingCurrency);
  return `Send ${sent}? ${received} arrives.`;
}

/** What became of an action: a message for the customer, and whether the platform wants to know anew who that is. */
export interface Outcome {
  readonly message: string;
  readonly isPlatformSignInRequired: boolean;
}

/** Does something that the customer asked for. */
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
