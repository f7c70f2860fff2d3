/** The calls that only the demo has, and what errors mean for the page. All wallet calls use `Wallet`. */
import { ConnectionError, isApiError, isConnectionError, isPaymentsError } from "payments-sdk";
import { PlatformSignInRequiredError, wordsFor } from "payments-sdk/wallet";
import type {
  AccountPayee,
  InboxMessage,
  InboxResponse,
  Payee,
  UmaPayee,
  UserInfo,
  UserResponse,
} from "../shared";

/** The backend rejected a call outside the wallet. */
class BackendError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the customer reads. */
  readonly sentence: string;

  constructor(status: number, code: string, sentence: string) {
    super(code);
    this.status = status;
    this.code = code;
    this.sentence = sentence;
  }
}

/** The backend did not respond to a call outside the wallet, or a file of the page could not be loaded. */
export class UnreachableError extends Error {}

async function call<Result>(method: "GET" | "POST", path: string, body?: unknown): Promise<Result> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(path, { method, headers, ...content }).catch((error: unknown) => {
    throw new UnreachableError("the backend could not be reached", { cause: error });
  });
  const text = await response.text();
  // The caller knows the response type of the path.
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Result;
  const problem = text.startsWith("{") ? (JSON.parse(text) as { code?: unknown; message?: unknown }) : {};
  throw new BackendError(response.status, String(problem.code), String(problem.message));
}

export const readUser = async () => (await call<UserResponse>("GET", "/demo/user")).user;

export const createUser = (name: string, email: string) => call("POST", "/demo/user", { name, email });

/** Signs in to the platform. The wallet stays locked. */
export const signInToPlatform = async (email: string): Promise<UserInfo | null> =>
  (await call<UserResponse>("POST", "/demo/sign-in", { email })).user;

/** Adds simulated money to the wallet, in the smallest unit of its currency. */
export const fund = (amount: number) => call("POST", "/demo/fund", { amount });

export const addPayee = (payee: UmaPayee | AccountPayee) => call<Payee>("POST", "/demo/payees", payee);

export const readInbox = async (): Promise<InboxMessage[]> =>
  (await call<InboxResponse>("GET", "/demo/inbox")).messages;

/** Whether the response is missing. The connection may be lost. */
export const isUnreachable = (error: unknown) =>
  error instanceof UnreachableError || isConnectionError(error);

/** The service's requested delay, in milliseconds. */
export const waitOf = (error: unknown): number | undefined =>
  isApiError(error) && error.status === 429 && error.retryAfter !== undefined
    ? error.retryAfter * 1_000
    : undefined;

/** Whether the platform's own sign-in has ended. The wallet's code, passkey or session is not the cause. */
export const isPlatformSignInOver = (error: unknown): boolean =>
  error instanceof PlatformSignInRequiredError ||
  (error instanceof BackendError && error.code === "NOT_SIGNED_IN");

/** Explains the error to a customer: what happened, and the next step. `error.message` is for developers. */
export function explain(error: unknown): string {
  if (error instanceof BackendError && error.status < 500) return error.sentence;
  const { sentence, next } = wordsFor(isUnreachable(error) && !isPaymentsError(error) ? LOST : error);
  return `${sentence} ${next}`.trim();
}

/** The page's own calls fail like those of the wallet. */
const LOST = new ConnectionError("the backend did not respond", {});
