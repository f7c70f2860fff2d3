import type {
  AccountPayee,
  InboxMessage,
  InboxResponse,
  Payee,
  UmaPayee,
  UserInfo,
  UserResponse,
} from "../shared";
import { BackendError, UnreachableError } from "./errors";

/** Calls the demo's own part of the backend. All wallet calls use `Wallet`. */
async function call<Result>(method: "GET" | "POST", path: string, body?: unknown): Promise<Result> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new UnreachableError("the backend could not be reached", { cause: error });
  });
  const text = await response.text();
  // The caller knows the response type of the path.
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

/** Signs in to the platform. The wallet stays locked. */
export async function signInToPlatform(email: string): Promise<UserInfo | null> {
  return (await call<UserResponse>("POST", "/demo/sign-in", { email })).user;
}

/**
 * Adds simulated money to the wallet.
 *
 * @param amount in the wallet's smallest unit
 */
export function fund(amount: number): Promise<void> {
  return call("POST", "/demo/fund", { amount });
}

/** Adds a payee of the user. */
export function addPayee(payee: UmaPayee | AccountPayee): Promise<Payee> {
  return call("POST", "/demo/payees", payee);
}

export async function readInbox(): Promise<InboxMessage[]> {
  return (await call<InboxResponse>("GET", "/demo/inbox")).messages;
}
