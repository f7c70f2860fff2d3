/** The code that the three pages share, beside the basics. */
import { PlatformSignInRequiredError } from "payments-sdk/wallet";
import type { Wallet } from "payments-sdk/wallet";
import { explain } from "./wallet-basics.js";
import type { PlatformUser } from "./wallet-basics.js";

/** An error of this page itself. Its message is for the customer. */
class PageError extends Error {}

/** Signs in to the platform. */
export async function signInToPlatform(email: string): Promise<PlatformUser> {
  const response = await fetch("/platform/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  if (!response.ok) throw new PageError("The platform did not sign you in. Try again.");
  return response.json();
}

/** Sends a code by email. The first time, registers the address instead, which also sends a code. */
export async function sendCode(wallet: Wallet): Promise<string> {
  const { data } = await wallet.credentials.list();
  if (data.some(({ type }) => type === "EMAIL_OTP")) await wallet.requestCode();
  else await wallet.credentials.register({ type: "EMAIL_OTP" });
  return "A code is in your mail.";
}

/** Asks for the price of a payment of 1 USDC to the customer's bank account. `wallet.payments.progress` then asks the customer. */
export async function pay(wallet: Wallet, { payeeId }: PlatformUser): Promise<void> {
  await wallet.pay({
    destination: { destinationType: "ACCOUNT", accountId: payeeId },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1_000_000,
  });
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
    return {
      message: error instanceof PageError ? error.message : explain(error),
      isPlatformSignInRequired: error instanceof PlatformSignInRequiredError,
    };
  }
}
