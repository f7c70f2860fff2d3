import type { Wallet } from "payments-sdk/wallet";
import { wordsFor } from "payments-sdk/wallet";

/**
 * Creates a passkey on this device and registers it. Prepare it before the click, because Safari forgets the click at the
 * first wait.
 */
export async function offerRegistration(
  wallet: Wallet,
  button: HTMLButtonElement,
  tell: (text: string) => void,
) {
  const prepare = () =>
    wallet.credentials.prepareRegistration({
      type: "PASSKEY",
      nickname: "My laptop",
      user: { name: "ada@example.com", displayName: "Ada Lovelace" },
    });
  let prepared = await prepare();
  button.onclick = async () => {
    try {
      await wallet.credentials.register(prepared);
      tell("You can sign in with your passkey now.");
    } catch (error) {
      tell(explain(error));
      prepared = await prepare();
    }
  };
}

/** Offers the passkey in the autofill of a field, until the customer signs in or the page aborts. */
export async function offerAutofill(wallet: Wallet, signal: AbortSignal) {
  try {
    await wallet.signIn({ type: "PASSKEY", mediation: "conditional" }, { signal });
  } catch {
    // The customer can still use the button.
  }
}

/** The message for the customer. */
export function explain(error: unknown): string {
  const { sentence, next } = wordsFor(error);
  return `${sentence} ${next}`;
}
