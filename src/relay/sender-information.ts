import { ConfigurationError } from "../core/errors";
import { askPlatform } from "./beyond-relay";
import { RelayProblem, SOON } from "./problem";
import type { RelayUser } from "./user";

/** Sender data of a payment, by the names in a receiver lookup, for example `FULL_NAME`. */
export type SenderInformation = Readonly<Record<string, string>>;

/**
 * Calls the platform's function for the sender of a payment.
 *
 * @throws {RelayProblem} when the platform takes too long (503)
 * @throws {ConfigurationError} when the result is not an object of texts
 * @throws {BeyondRelay} when the platform's function fails
 */
export async function senderInformationOf(
  source: ((user: RelayUser) => unknown) | undefined,
  user: RelayUser,
  timeoutMs: number,
): Promise<SenderInformation | undefined> {
  if (source === undefined) return undefined;
  const late = () =>
    new RelayProblem(503, "SENDER_INFO_TIMEOUT", "The platform's data did not arrive in time", SOON);
  const found = await askPlatform(() => source(user), timeoutMs, late);
  if (found === undefined || found === null) return undefined;
  if (isTexts(found)) return found;
  throw new ConfigurationError(
    "senderCustomerInfo",
    "must return an object with string values, or undefined",
  );
}

function isTexts(value: unknown): value is SenderInformation {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === "string");
}
