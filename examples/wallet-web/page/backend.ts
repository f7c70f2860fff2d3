import type { InternalAccount, Quote, QuoteCreateParams, Transaction } from "payments-sdk";
import type { InboxResponse, InboxMessage, UserResponse, UserInfo } from "../shared";
import { BackendError } from "./errors";

interface Rows<Row> {
  data: Row[];
}

let offset = 0;

/** The service's time in milliseconds since the epoch, as its last response gave it: quotes expire by that clock. */
export function serviceTime(): number {
  return Date.now() + offset;
}

async function call<Result>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Result> {
  const response = await fetch(path, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const date = Date.parse(response.headers.get("date") ?? "");
  // Only the relay passes on the service's clock; the rest of the backend has its own.
  if (path.startsWith("/wallet/") && !Number.isNaN(date)) offset = date - Date.now();
  const text = await response.text();
  // The caller knows what the backend returns on the path.
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Result;
  throw problem(response.status, text);
}

function problem(status: number, text: string): BackendError {
  try {
    const { code, message }: Record<string, unknown> = JSON.parse(text);
    return new BackendError(status, String(code), String(message));
  } catch {
    return new BackendError(status, "UNKNOWN", "That did not work. Try again.");
  }
}

export async function readUser(): Promise<UserInfo | null> {
  return (await call<UserResponse>("GET", "/demo/user")).user;
}

export async function createUser(name: string, email: string): Promise<UserInfo | null> {
  return (await call<UserResponse>("POST", "/demo/user", { name, email })).user;
}

/**
 * Adds simulated money to the wallet.
 *
 * @param amount in the wallet's smallest unit
 */
export function fund(amount: number): Promise<void> {
  return call("POST", "/demo/fund", { amount });
}

export async function readInbox(): Promise<InboxMessage[]> {
  return (await call<InboxResponse>("GET", "/demo/inbox")).messages;
}

export async function readWallet(accountId: string): Promise<InternalAccount> {
  const { data } = await call<Rows<InternalAccount>>(
    "GET",
    "/wallet/customers/internal-accounts?type=EMBEDDED_WALLET",
  );
  const wallet = data.find(({ id }) => id === accountId);
  if (wallet === undefined) throw new BackendError(404, "NOT_FOUND", "The wallet is no longer there.");
  return wallet;
}

/** The newest payments. One that was never signed moved no money, and is left out. */
export async function readActivity(accountId: string): Promise<Transaction[]> {
  const query = new URLSearchParams({ accountIdentifier: accountId, limit: "50" });
  const { data } = await call<Rows<Transaction>>("GET", `/wallet/transactions?${query}`);
  return data.filter(({ status }) => status !== "PENDING" && status !== "EXPIRED");
}

/**
 * Creates a quote.
 *
 * @param idempotencyKey the same for every attempt at one quote
 */
export function createQuote(params: QuoteCreateParams, idempotencyKey: string): Promise<Quote> {
  return call("POST", "/wallet/quotes", params, { "idempotency-key": idempotencyKey });
}
