import type { RegistrationChallenge } from "payments-sdk/relay";
import { Wallet } from "payments-sdk/wallet";

/** Asks the backend for the challenge of a passkey registration. */
export async function fetchChallenge(accountId: string): Promise<string> {
  const answer = await fetch("/wallet/registration-challenge", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accountId }),
  });
  if (!answer.ok) throw new Error(`the backend gave no challenge (${answer.status})`);
  const { challenge }: RegistrationChallenge = await answer.json();
  return challenge;
}

/** The wallet of the customer who is signed in to this page. */
export function openWallet(accountId: string): Wallet {
  return new Wallet({
    relay: "/wallet",
    accountId,
    registrationChallenge: () => fetchChallenge(accountId),
  });
}
