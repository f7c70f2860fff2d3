import { ConfigurationError } from "../core/errors";
import { fieldOf } from "../core/fields";
import { within } from "../core/time-limit";
import { isObject } from "../options/kinds";
import type { LimitedCall, RelaySettings, RelayUser } from "./options";
import { RelayProblem, SOON } from "./problem";

/**
 * Carries an error of the platform's own function past the relay's error handling. Even an SDK error goes to the platform,
 * because the page must not see responses to the platform's own calls.
 */
export class BeyondRelay extends Error {}

/** Calls a function of the platform. It must not take longer than `authenticateTimeout`. */
async function ask(
  { authenticateTimeoutMs: timeoutMs }: RelaySettings,
  work: () => unknown,
  timeoutError: () => RelayProblem,
): Promise<unknown> {
  const asked = (async () => work())().catch((cause: unknown) => {
    throw new BeyondRelay("the platform's function failed", { cause });
  });
  return within({ timeoutMs, timeoutError }, () => asked);
}

/**
 * Calls the platform's own sign-in.
 *
 * @throws {RelayProblem} when nobody is signed in (401), or when the sign-in takes too long (503)
 * @throws {ConfigurationError} when `authenticate` returns something that is not a user
 * @throws {BeyondRelay} when `authenticate` fails
 */
export async function userOf(settings: RelaySettings, request: Request): Promise<RelayUser> {
  const late = () =>
    new RelayProblem(503, "SIGN_IN_TIMEOUT", "The platform's sign-in did not respond in time", SOON);
  return checkedUser(await ask(settings, () => settings.authenticate(request), late));
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
 * Calls the platform's own limit.
 *
 * @throws {RelayProblem} when the call has to wait (429), or when the limit takes too long (503)
 * @throws {ConfigurationError} when `limit` returns an invalid decision
 * @throws {BeyondRelay} when `limit` fails
 */
export async function requireWithinLimit(settings: RelaySettings, call: LimitedCall): Promise<void> {
  const { limit } = settings;
  if (limit === undefined) return;
  const late = () => new RelayProblem(503, "LIMIT_TIMEOUT", "The rate limit did not respond in time", SOON);
  const decision = (await ask(settings, () => limit(call), late)) ?? undefined;
  if (decision === undefined) return;
  const wait = fieldOf(decision, "retryAfter");
  // An unchecked value could allow everybody, or nobody.
  if (typeof wait !== "number" || !Number.isFinite(wait) || wait < 0) {
    throw new ConfigurationError("limit", "must return undefined, or `{ retryAfter }` in seconds");
  }
  throw new RelayProblem(429, "RATE_LIMITED", "Too many calls: wait before the next one", wait);
}

/**
 * Calls the platform's function for the sender of a payment: the data by the names in a receiver lookup, for example `FULL_NAME`.
 *
 * @throws {RelayProblem} when the platform takes too long (503)
 * @throws {ConfigurationError} when the result is not an object of texts
 * @throws {BeyondRelay} when the platform's function fails
 */
export async function senderInformationOf(
  settings: RelaySettings,
  user: RelayUser,
): Promise<object | undefined> {
  const { senderCustomerInfo } = settings;
  if (senderCustomerInfo === undefined) return undefined;
  const late = () =>
    new RelayProblem(503, "SENDER_INFO_TIMEOUT", "The platform's data did not arrive in time", SOON);
  const found = (await ask(settings, () => senderCustomerInfo(user), late)) ?? undefined;
  if (found === undefined) return undefined;
  if (isObject(found) && Object.values(found).every((text) => typeof text === "string")) return found;
  throw new ConfigurationError(
    "senderCustomerInfo",
    "must return an object with string values, or undefined",
  );
}
