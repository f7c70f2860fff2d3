import { isApiError } from "../core/error-guards";
import { saysNotFound } from "../core/judge";
import { responseOf } from "../core/response-of";

/** Two lists of the service count as two statements only if this time passes between them. A replica may lag for seconds. */
export const BETWEEN_LISTS_MS = 60_000;

/** The relay's response header with the id of the wallet that the call is about, if the user owns it. */
const OWNED_ACCOUNT = "wallet-account";

/** What is known about something that may be gone from the service. */
export interface AbsenceEvidence {
  /**
   * The loss of a session costs a sign-in. The loss of a passkey can cost the wallet, and of a payment's record its amount.
   * `sign-out`: a session that a customer believes to be over, so nobody ends it later.
   */
  readonly thing: "passkey" | "payment" | "session" | "sign-out";
  /** Whether the user owns the wallet, according to the same responses. See {@link statesOwner}. */
  readonly isOwner: boolean;
  /** The service names this very thing as gone, refused or ended, in a response of its own. */
  readonly isNamed?: boolean | undefined;
  /** The service or the relay refused a call that needs the thing. That alone proves nothing. */
  readonly isRefused?: boolean | undefined;
  /**
   * The times of the lists without the thing, since the last list with it, in their order. For a session, the time of its sign-in
   * comes first: a replica may not have it yet. In milliseconds by the service's clock. The first is the latest possible time, the
   * last is certain.
   */
  readonly missingAtMs?: readonly number[] | undefined;
  /** An earlier or a later copy of our own request explains the response. */
  readonly isOwnCopyPossible?: boolean | undefined;
}

/**
 * Whether something is proven to be gone. Everything that deletes a record, signals a passkey or ends a session asks here.
 * Without proof, the wallet keeps it.
 */
export function isGone(evidence: AbsenceEvidence): boolean {
  const { thing, isOwner, isNamed, isRefused, missingAtMs = [], isOwnCopyPossible } = evidence;
  if (!isOwner || isOwnCopyPossible === true) return false;
  // A refusal may be of a copy, while the first one registered the passkey: the list decides.
  if (isNamed === true) return thing !== "passkey" || missingAtMs.length > 0;
  if (thing === "session") return isRefused === true && missingAtMs.length > 0;
  if (thing === "payment" || (thing === "sign-out" && isRefused !== true)) return false;
  const [firstMs = Number.NaN] = missingAtMs;
  return (missingAtMs.at(-1) ?? firstMs) - firstMs >= BETWEEN_LISTS_MS;
}

/**
 * Whether the user owns the wallet, according to a result or an error. A wallet with a `client` is its owner's. Through a
 * relay, the response says it: the cookie may belong to another person since the last one.
 */
export function statesOwner(
  { accountId, isRelayed }: { readonly accountId: string; readonly isRelayed: boolean },
  response: unknown,
): boolean {
  if (!isRelayed) return true;
  const stated = isApiError(response)
    ? response.headers[OWNED_ACCOUNT]
    : responseOf(response)?.headers.get(OWNED_ACCOUNT);
  return stated === accountId;
}

/** Whether the relay says that the wallet is none of this user's: the cookie is another person's. */
export function statesOtherUser(error: unknown): boolean {
  return isApiError(error) && error.headers[OWNED_ACCOUNT] === "none";
}

/** Whether an error says that the service does not have the thing that the call names. */
export function namesAsGone(error: unknown): boolean {
  return isApiError(error) && saysNotFound(error.status, error.body);
}
