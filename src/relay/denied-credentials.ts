import type { PaymentsClient } from "../client";
import type { ApiError } from "../core/api-errors";
import { isApiError } from "../core/error-guards";
import { ONCE } from "./operation";
import { badGateway, withFacts } from "./problem";
import type { PlainResponse } from "./problem";

/**
 * Reasons of a 403 that are about the customer or the payment. Any other 403 is about the permissions of the platform's
 * token.
 */
const CUSTOMER_REASONS = ["COUNTERPARTY_NOT_ALLOWED", "USER_NOT_READY", "VELOCITY_LIMIT_EXCEEDED"];

/**
 * The response if the service rejected the platform's credentials: a 502 that tells the page nothing about them. `undefined`
 * for any other error, for example a rejected proof of the user.
 *
 * @param proof the account of the user's proof; `undefined` if none was sent
 */
export async function responseOfDenial(
  error: unknown,
  client: PaymentsClient,
  proof: string | undefined,
): Promise<PlainResponse | undefined> {
  if (!isApiError(error) || !(await isPlatformRefused(error, client, proof))) return undefined;
  return { ...withFacts(badGateway(), error), platformProblem: "CREDENTIALS_REFUSED" };
}

async function isPlatformRefused(
  { status, code }: ApiError,
  client: PaymentsClient,
  proof: string | undefined,
): Promise<boolean> {
  if (status === 403) return !CUSTOMER_REASONS.includes(code);
  if (status !== 401) return false;
  if (proof === undefined) return true;
  // A wrong proof also gives a 401. One read with the same credentials distinguishes the two.
  return client.auth.credentials.list({ accountId: proof }, ONCE).then(
    () => false,
    (other: unknown) => isApiError(other) && other.status === 401,
  );
}
