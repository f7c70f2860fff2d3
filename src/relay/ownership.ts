import type { PaymentsClient } from "../client";
import { isApiError, isPaymentsError } from "../core/error-guards";
import { fieldOf, textOf } from "../core/fields";
import { ONCE } from "./operation";
import type { RelayCall } from "./operation";
import type { RelayUser } from "./options";
import { badGateway, missingResource, OtherUser, RelayProblem, SOON } from "./problem";

/**
 * Asks the service for the owner of a resource, before anything is forwarded. A missing resource belongs to nobody.
 *
 * @throws {Problem} when the service does not respond (503)
 * @throws {ApiError} when the service rejects the platform's credentials
 */
async function lookUp<T>(ask: () => PromiseLike<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    // A malformed identifier is the page's mistake, and missing credentials are the platform's. Nothing was sent.
    if (!isPaymentsError(error) || ["INVALID_REQUEST", "CREDENTIALS_UNAVAILABLE"].includes(error.code))
      throw error;
    const { status, retryAfter = SOON } = isApiError(error) ? error : {};
    if (status === 404) return undefined;
    if (status === 401 || status === 403) throw error;
    // The service has not received the call. `Retry-After` shows that a retry is safe.
    throw new RelayProblem(503, "OWNERSHIP_UNKNOWN", "The service cannot be reached right now", retryAfter);
  }
}

/**
 * Allows only the user's own wallets.
 *
 * @throws {Problem} when the account is not one of them (404)
 */
export function requireAccount({ accountIds }: RelayUser, accountId: string | undefined): string {
  if (accountId === undefined || !accountIds.includes(accountId)) throw new OtherUser();
  return accountId;
}

/**
 * The user's customer id.
 *
 * @throws {Problem} when the platform names none (404)
 */
export function requireCustomerId({ customerId }: RelayUser): string {
  if (customerId === undefined) throw missingResource();
  return customerId;
}

/** Whether a row of a list has these values. The row may have any shape. */
export function isRow(row: unknown, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => fieldOf(row, name) === value);
}

/** What a wallet has. */
export type Owned = "credentials" | "sessions";

/** Lists what a wallet has. Each row must name it, because a service that ignores the filter would list everybody's. */
export async function ownedBy(client: PaymentsClient, owned: Owned, accountId: string): Promise<unknown[]> {
  const { data }: { data: readonly unknown[] } = await client.auth[owned].list({ accountId }, ONCE);
  return data.filter((row) => isRow(row, { accountId }));
}

/**
 * Finds the user's wallet that has the credential or the session of a call. A wallet that cannot be asked, such as a frozen one,
 * does not hide the others.
 *
 * @throws {Problem} when none of the user's wallets has it (404)
 */
export async function requireOwned({ settings, user, parameter }: RelayCall, owned: Owned): Promise<string> {
  let failure: unknown = missingResource();
  for (const accountId of user.accountIds) {
    try {
      const rows = await lookUp(() => ownedBy(settings.client, owned, accountId));
      if (rows?.some((row) => isRow(row, { id: parameter }))) return accountId;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Reads the quote of a call, which must pay out of one of the user's wallets.
 *
 * @throws {Problem} when it pays out of another account (404), or cannot be read (502)
 */
export async function requireQuote({ settings, user, parameter }: RelayCall) {
  const quote = await lookUp(() => settings.client.quotes.retrieve(parameter, ONCE));
  if (quote === undefined) throw missingResource();
  // It may have any shape.
  const source = fieldOf(quote, "source");
  if (typeof source !== "object" || source === null) throw badGateway();
  const accountId = textOf(source, "accountId");
  // A quote of somebody else looks like one that does not exist.
  if (accountId === undefined || !user.accountIds.includes(accountId)) throw missingResource();
  return { quote, accountId };
}

/**
 * Allows only payments to the user's own wallets and external accounts. A quote reveals the name and the birth date behind
 * its destination, so other customers' accounts must not be used.
 *
 * @throws {Problem} when it belongs to another user (404)
 */
export async function requirePayableAccount({ settings, user }: RelayCall, accountId: string): Promise<void> {
  if (user.accountIds.includes(accountId)) return;
  const customerId = requireCustomerId(user);
  // Another user's wallet looks like an account that does not exist.
  if (accountId.startsWith("InternalAccount:")) throw missingResource();
  const account = await lookUp(() => settings.client.externalAccounts.retrieve(accountId, ONCE));
  if (!isRow(account, { id: accountId, customerId })) throw missingResource();
}
