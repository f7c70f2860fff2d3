import type { PaymentsClient } from "../client";
import { isApiError, isPaymentsError } from "../core/error-guards";
import type { Quote } from "../models/quote";
import { ONCE } from "./operation";
import { badGateway, lookupFailed, notFound } from "./problem";
import type { RelayUser } from "./user";

/**
 * Asks the service who owns something, before anything is forwarded. What is not there belongs to nobody.
 *
 * @throws {Problem} when the service does not say (503)
 * @throws {ApiError} when the service refuses the platform's credentials
 */
async function lookUp<T>(ask: () => PromiseLike<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    // A malformed identifier is the page's own fault, and was not sent.
    if (!isPaymentsError(error) || error.code === "INVALID_REQUEST") throw error;
    if (isApiError(error)) {
      if (error.status === 404) return undefined;
      if (error.status === 401 || error.status === 403) throw error;
    }
    throw lookupFailed(error);
  }
}

/**
 * Lets only the user's own wallets through.
 *
 * @throws {Problem} when the account is not one of them (404)
 */
export function requireAccount({ accountIds }: RelayUser, accountId: string | undefined): string {
  if (accountId === undefined || !accountIds.includes(accountId)) throw notFound();
  return accountId;
}

/**
 * The user as a customer of the service.
 *
 * @throws {Problem} when the platform names none (404)
 */
export function requireCustomer({ customerId }: RelayUser): string {
  if (customerId === undefined) throw notFound();
  return customerId;
}

/** Whether a row of a list holds these values. The row is read without trust in its shape. */
export function isRow(row: unknown, wanted: Readonly<Record<string, string>>): boolean {
  if (typeof row !== "object" || row === null) return false;
  return Object.entries(wanted).every(([name, value]) => Reflect.get(row, name) === value);
}

/**
 * The wallet that has a resource. A row counts by the account that it names itself: a service that did not understand the
 * filter would list everybody's.
 *
 * @throws {Problem} when none of the user's wallets has it (404)
 */
async function requireListed(
  { accountIds }: RelayUser,
  id: string,
  list: (accountId: string) => PromiseLike<{ data: readonly unknown[] }>,
): Promise<string> {
  for (const accountId of accountIds) {
    const page = await lookUp(() => list(accountId));
    if (page?.data.some((row) => isRow(row, { id, accountId }))) return accountId;
  }
  throw notFound();
}

/**
 * The user's wallet that has a credential.
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
 * The user's wallet that has a session.
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

/** The account that a quote pays out of; `undefined` for a source of another kind. The value is read without trust in its shape. */
function sourceAccountOf(quote: unknown): string | undefined {
  const source: unknown =
    typeof quote === "object" && quote !== null ? Reflect.get(quote, "source") : undefined;
  if (typeof source !== "object" || source === null) throw badGateway();
  const accountId: unknown = Reflect.get(source, "accountId");
  return typeof accountId === "string" ? accountId : undefined;
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
  if (quote === undefined) throw notFound();
  return { quote, accountId: requireAccount(user, sourceAccountOf(quote)) };
}

/**
 * Lets only accounts through that the user may pay to: their own wallets and external accounts. A quote tells the name and
 * the birth date of the person behind its destination, so another customer's account must not be used.
 *
 * @throws {Problem} when it belongs to anybody else (404)
 */
export async function requirePayableAccount(
  client: PaymentsClient,
  user: RelayUser,
  accountId: string,
): Promise<void> {
  if (user.accountIds.includes(accountId)) return;
  const customerId = requireCustomer(user);
  // Another wallet reads like an account that does not exist.
  if (accountId.startsWith("InternalAccount:")) throw notFound();
  const account = await lookUp(() => client.externalAccounts.retrieve(accountId, ONCE));
  if (!isRow(account, { id: accountId, customerId })) throw notFound();
}
