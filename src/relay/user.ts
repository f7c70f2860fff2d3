import { ConfigurationError } from "../core/errors";
import { askPlatform } from "./beyond-relay";
import { RelayProblem, SOON } from "./problem";

/** A user of your platform, and their wallets and customer at the service. */
export interface RelayUser {
  /** The embedded wallets of this user: internal accounts of type EMBEDDED_WALLET. */
  readonly accountIds: readonly string[];
  /**
   * The user's customer id at the service. Required to read balances and to pay to external accounts, because the service
   * lists them by customer. Without it, those calls give 404. `null` is an error: leave the property out.
   */
  readonly customerId?: string | undefined;
  /**
   * Your own id of the user, for `onEvent` and for the counters of `limit`. The relay never sends it to the service. `null`
   * is an error: leave the property out.
   */
  readonly userId?: string | undefined;
}

const isId = (value: unknown): value is string => typeof value === "string" && value !== "";

const wrongResult = (problem: string): ConfigurationError => new ConfigurationError("authenticate", problem);

/**
 * Reads a result of `authenticate`, each property once. Unchecked, `customerId: null` would turn off the customer filter.
 */
function checkedUser(result: unknown): RelayUser {
  if (result === undefined || result === null) {
    throw new RelayProblem(401, "NOT_SIGNED_IN", "Nobody is signed in");
  }
  if (typeof result !== "object")
    throw wrongResult("must return a user, or undefined if nobody is signed in");
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
 * Calls the platform's own sign-in.
 *
 * @throws {RelayProblem} when nobody is signed in (401), or when the sign-in takes too long (503)
 * @throws {ConfigurationError} when `authenticate` returns something that is not a user
 * @throws {BeyondRelay} when `authenticate` fails
 */
export async function userOf(
  request: Request,
  authenticate: (request: Request) => unknown,
  timeoutMs: number,
): Promise<RelayUser> {
  const late = () =>
    new RelayProblem(503, "SIGN_IN_TIMEOUT", "The platform's sign-in did not respond in time", SOON);
  return checkedUser(await askPlatform(() => authenticate(request), timeoutMs, late));
}
