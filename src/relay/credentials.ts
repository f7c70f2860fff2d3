import type { PaymentsClient } from "../client";
import type { ApiError } from "../core/api-errors";
import { isApiError } from "../core/error-guards";
import { ONCE } from "./operation";
import { badGateway, withFacts } from "./problem";
import type { PlainResponse } from "./problem";

const isDenied = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 401 || error.status === 403);

/**
 * The response to a call for which the service refused the platform's credentials: a 502 that tells the page nothing about
 * them. `undefined` for any other error, also if the service refused the user's own proof. One more read with the same
 * credentials tells the two apart.
 *
 * @param proof the account of the user's proof; `undefined` if none was sent
 */
export async function responseOfDenial(
  error: unknown,
  client: PaymentsClient,
  proof: string | undefined,
): Promise<PlainResponse | undefined> {
  if (!isDenied(error)) return undefined;
  if (proof !== undefined) {
    const isStillDenied = await client.auth.credentials.list({ accountId: proof }, ONCE).then(
      () => false,
      (other: unknown) => isDenied(other) && other.status === error.status,
    );
    if (!isStillDenied) return undefined;
  }
  return { ...withFacts(badGateway(), error), platformProblem: "CREDENTIALS_REFUSED" };
}
