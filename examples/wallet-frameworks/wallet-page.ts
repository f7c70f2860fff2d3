/** The code that the three pages share, beside the basics. */
import { formatAmount, isPaymentsError } from "payments-sdk";
import type { Quote } from "payments-sdk";
import { PlatformSignInRequiredError, wordsFor } from "payments-sdk/wallet";
import type { Wallet, WalletPayments } from "payments-sdk/wallet";
import { question } from "./wallet-basics.js";
import type { PlatformUser } from "./wallet-basics.js";

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

/** Keeps the list of payments current, also after changes in other tabs. Returns the function that ends this. */
export function followPayments(wallet: Wallet, show: (payments: WalletPayments) => void): () => void {
  let isLoading = false;
  const load = async () => {
    // A payment of this page is shown as such until it has ended.
    if (isLoading || wallet.payments.progress.status === "sending") return;
    isLoading = true;
    do {
      await wallet.pending().catch(() => {}); // `wallet.payments` has the error.
      // A change during the load may be missing.
    } while (wallet.payments.error === undefined && !wallet.payments.isCurrent);
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
    const { title, sentence, next } = wordsFor(error);
    // Other errors are of this page, in words for the customer.
    const own = error instanceof Error ? error.message : String(error);
    return {
      message: isPaymentsError(error) ? `${title}. ${sentence} ${next}`.trim() : own,
      isPlatformSignInRequired: error instanceof PlatformSignInRequiredError,
    };
  }
}
