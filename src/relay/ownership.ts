import type { PaymentsClient } from "../client";
import { isApiError } from "../core/api-errors";
import { isPaymentsError } from "../core/errors";
import type { Quote } from "../models/quote";
import { lookupFailed, notFound } from "./problem";

/** Whom the platform's own sign-in found behind a request, and what of the service is theirs. */
export interface RelayVisitor {
  /** The embedded wallets of this visitor: internal accounts of type EMBEDDED_WALLET. */
  readonly accountIds: readonly string[];
  /**
   * The visitor as a customer of the service. Needed to read balances and to pay to external accounts, which the service
   * lists by customer; without it those calls answer 404.
   */
  readonly customerId?: string | undefined;
}

/**
 * Asks the service who owns something, before anything is forwarded. What is not there belongs to nobody.
 *
 * @throws Problem 503 when the service does not say
 */
async function lookUp<T>(ask: () => PromiseLike<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    // A malformed identifier is the visitor's own fault, and was not sent.
    if (!isPaymentsError(error) || error.code === "INVALID_REQUEST") throw error;
    if (isApiError(error) && error.status === 404) return undefined;
    throw lookupFailed(error);
  }
}

/** @throws Problem 404 for an account that is not one of the visitor's wallets */
export function requireAccount({ accountIds }: RelayVisitor, accountId: string | undefined): string {
  if (accountId === undefined || !accountIds.includes(accountId)) throw notFound();
  return accountId;
}

/**
 * Whether one of the wallets has a resource. A row counts by the account that it names itself: a service that did not
 * understand the filter would list everybody's.
 */
async function isListed(
  { accountIds }: RelayVisitor,
  id: string,
  list: (accountId: string) => PromiseLike<{ data: readonly { id: string; accountId: string }[] }>,
): Promise<boolean> {
  for (const accountId of accountIds) {
    const page = await lookUp(() => list(accountId));
    if (page?.data.some((row) => row.id === id && row.accountId === accountId)) return true;
  }
  return false;
}

/** @throws Problem 404 for a credential of another wallet */
export async function requireCredential(
  client: PaymentsClient,
  visitor: RelayVisitor,
  credentialId: string,
): Promise<void> {
  const list = (accountId: string) => client.auth.credentials.list({ accountId });
  if (!(await isListed(visitor, credentialId, list))) throw notFound();
}

/** @throws Problem 404 for a session of another wallet, or one that has ended */
export async function requireSession(
  client: PaymentsClient,
  visitor: RelayVisitor,
  sessionId: string,
): Promise<void> {
  const list = (accountId: string) => client.auth.sessions.list({ accountId });
  if (!(await isListed(visitor, sessionId, list))) throw notFound();
}

/**
 * Reads a quote that pays out of one of the visitor's wallets.
 *
 * @throws Problem 404 for any other
 */
export async function requireQuote(
  client: PaymentsClient,
  visitor: RelayVisitor,
  quoteId: string,
): Promise<{ quote: Quote; accountId: string }> {
  const quote = await lookUp(() => client.quotes.retrieve(quoteId));
  const source: unknown = quote && "accountId" in quote.source ? quote.source.accountId : undefined;
  if (quote === undefined || typeof source !== "string") throw notFound();
  return { quote, accountId: requireAccount(visitor, source) };
}

/**
 * An account that the visitor may pay to: a wallet of theirs, or an external account of theirs. A quote tells the name and
 * the birth date of who is behind its destination, so another customer's account must not do.
 *
 * @throws Problem 404 for any other
 */
export async function requirePayableAccount(
  client: PaymentsClient,
  { accountIds, customerId }: RelayVisitor,
  accountId: string,
): Promise<void> {
  if (accountIds.includes(accountId)) return;
  if (customerId === undefined) throw notFound();
  const isOwn = await lookUp(async () => {
    for await (const account of client.externalAccounts.list({ customerId })) {
      if (account.id === accountId && account.customerId === customerId) return true;
    }
    return false;
  });
  if (!isOwn) throw notFound();
}
