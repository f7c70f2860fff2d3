import type { PaymentsClient } from "../client";
import { isApiError, isPaymentsError } from "../core/error-guards";
import { fieldOf, textOf } from "../core/fields";
import type { Quote } from "../models/quote";
import { ONCE } from "./operation";
import { badGateway, lookupFailed, missingResource } from "./problem";
import type { RelayUser } from "./user";

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
    // A malformed identifier is the page's own mistake, and was not sent.
    if (!isPaymentsError(error) || error.code === "INVALID_REQUEST") throw error;
    if (isApiError(error)) {
      if (error.status === 404) return undefined;
      if (error.status === 401 || error.status === 403) throw error;
    }
    throw lookupFailed(error);
  }
}

/**
 * Allows only the user's own wallets.
 *
 * @throws {Problem} when the account is not one of them (404)
 */
export function requireAccount({ accountIds }: RelayUser, accountId: string | undefined): string {
  if (accountId === undefined || !accountIds.includes(accountId)) throw missingResource();
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

/**
 * Finds the wallet that has a resource. Each row must name its account, because a service that ignores the filter would list
 * everybody's. A wallet that cannot be asked, such as a frozen one, does not hide the others.
 *
 * @throws {Problem} when none of the user's wallets has it (404)
 */
async function requireListed(
  { accountIds }: RelayUser,
  id: string,
  list: (accountId: string) => PromiseLike<{ data: readonly unknown[] }>,
): Promise<string> {
  let failure: unknown = missingResource();
  for (const accountId of accountIds) {
    try {
      const page = await lookUp(() => list(accountId));
      if (page?.data.some((row) => isRow(row, { id, accountId }))) return accountId;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Finds the user's wallet that has a credential.
 *
 * @throws {Problem} when the credential belongs to another wallet (404)
 */
export async function requireCredential(
  client: PaymentsClient,
  user: RelayUser,
  credentialId: string,
): Promise<string> {
  return requireListed(user, credentialId, (accountId) => client.auth.credentials.list({ accountId }, ONCE));
}

/**
 * Finds the user's wallet that has a session.
 *
 * @throws {Problem} when the session belongs to another wallet, or has ended (404)
 */
export async function requireSession(
  client: PaymentsClient,
  user: RelayUser,
  sessionId: string,
): Promise<string> {
  return requireListed(user, sessionId, (accountId) => client.auth.sessions.list({ accountId }, ONCE));
}

/** The account that a quote pays from. `undefined` for a source of another kind. The value may have any shape. */
function sourceAccountOf(quote: unknown): string | undefined {
  const source = fieldOf(quote, "source");
  if (typeof source !== "object" || source === null) throw badGateway();
  return textOf(source, "accountId");
}

/**
 * Reads a quote that pays out of one of the user's wallets.
 *
 * @throws {Problem} when it pays out of another account (404), or cannot be read (502)
 */
export async function requireQuote(
  client: PaymentsClient,
  user: RelayUser,
  quoteId: string,
): Promise<{ quote: Quote; accountId: string }> {
  const quote = await lookUp(() => client.quotes.retrieve(quoteId, ONCE));
  if (quote === undefined) throw missingResource();
  return { quote, accountId: requireAccount(user, sourceAccountOf(quote)) };
}

/**
 * Allows only payments to the user's own wallets and external accounts. A quote reveals the name and the birth date behind
 * its destination, so other customers' accounts must not be used.
 *
 * @throws {Problem} when it belongs to another user (404)
 */
export async function requirePayableAccount(
  client: PaymentsClient,
  user: RelayUser,
  accountId: string,
): Promise<void> {
  if (user.accountIds.includes(accountId)) return;
  const customerId = requireCustomerId(user);
  // Another user's wallet looks like an account that does not exist.
  if (accountId.startsWith("InternalAccount:")) throw missingResource();
  const account = await lookUp(() => client.externalAccounts.retrieve(accountId, ONCE));
  if (!isRow(account, { id: accountId, customerId })) throw missingResource();
}
