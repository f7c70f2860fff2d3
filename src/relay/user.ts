import { ConfigurationError } from "../core/errors";
import { askPlatform } from "./beyond-relay";
import { Problem, SOON } from "./problem";

/** Whom the platform's own sign-in found behind a request, and what of the service belongs to them. */
export interface RelayUser {
  /** The embedded wallets of this user: internal accounts of type EMBEDDED_WALLET. */
  readonly accountIds: readonly string[];
  /**
   * The user as a customer of the service. Needed to read balances and to pay to external accounts, which the service
   * lists by customer; without it those calls give 404. A `null` is an error: leave the property out.
   */
  readonly customerId?: string | undefined;
  /**
   * Your own identifier of the user, for `onEvent` and for the counters of `limit`. It is never sent to the service. A `null`
   * is an error: leave the property out.
   */
  readonly userId?: string | undefined;
}

const isId = (value: unknown): value is string => typeof value === "string" && value !== "";

const wrongResult = (problem: string): ConfigurationError => new ConfigurationError("authenticate", problem);

/** Reads a result of `authenticate`, each property once. Without a check, `customerId: null` would switch the customer filter off. */
function checkedUser(result: unknown): RelayUser {
  if (result === undefined || result === null) {
    throw new Problem(401, "NOT_SIGNED_IN", "Nobody is signed in");
  }
  if (typeof result !== "object")
    throw wrongResult("must return a user, or undefined when nobody is signed in");
  const { accountIds, customerId, userId }: Partial<Record<keyof RelayUser, unknown>> = result;
  const ids: unknown[] = Array.isArray(accountIds) ? Array.from(accountIds) : [undefined];
  if (!ids.every(isId)) throw wrongResult("must return `accountIds`, an array of non-empty strings");
  if (customerId !== undefined && !isId(customerId)) {
    throw wrongResult("must return `customerId` as a non-empty string, or leave it out");
  }
  if (userId !== undefined && !isId(userId)) {
    throw wrongResult("must return `userId` as a non-empty string, or leave it out");
  }
  return { accountIds: ids, customerId, userId };
}

/**
 * Asks the platform's own sign-in who sent a request.
 *
 * @throws {Problem} when nobody is signed in (401), or when the sign-in takes too long (503)
 * @throws {ConfigurationError} when `authenticate` returns something that is not a user
 * @throws {BeyondRelay} when `authenticate` fails
 */
export async function userOf(
  request: Request,
  authenticate: (request: Request) => unknown,
  timeoutMs: number,
): Promise<RelayUser> {
  const late = () =>
    new Problem(503, "SIGN_IN_TIMEOUT", "The platform's sign-in did not respond in time", SOON);
  return checkedUser(await askPlatform(() => authenticate(request), timeoutMs, late));
}
