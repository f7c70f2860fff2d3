import type { Advice, Issue, Outcome } from "./errors";
import { fieldOf, textOf } from "./fields";
import { amountDifferences, beginsGenuine, differencesOf } from "./recognition";
import type { Genuine } from "./recognition";
import { isServiceError } from "./service-errors";

/** A complete response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly text: string;
  /** The text as JSON, or `undefined` if it is not JSON. */
  readonly body: unknown;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
  /** It has the header `WWW-Authenticate`. */
  readonly asksForCredentials?: boolean;
}

/** The facts of a request that the judge uses. */
export interface Asked {
  readonly method: string;
  /** True if the request carries a key. The caller's headers may have removed it. */
  readonly idempotencyKey: string | undefined;
  /** The key is the caller's, so an earlier call may have carried it. */
  readonly isOwnKey: boolean;
  /** The service may act on it. False for a read, and for a request that only asks for a challenge. */
  readonly mayAct: boolean;
  /** A 202 may be a challenge to sign. */
  readonly expectsChallenge: boolean;
  /** The request cannot act without a signature. */
  readonly needsSignature: boolean;
  /** It carries a user's proof: a signature, a code, a token or a passkey. */
  readonly carriesProof: boolean;
  readonly genuine: Genuine<unknown>;
}

/** The meaning of each end: the outcome of this attempt, and whether to send the request again. */
const MEANINGS = {
  result: { outcome: "executed", repeat: "never" },
  challenge: { outcome: "not-executed", repeat: "never" },
  cut: { outcome: "executed", repeat: "if-repeatable" },
  "turned-away": { outcome: "not-executed", repeat: "always" },
  refused: { outcome: "not-executed", repeat: "never" },
  denied: { outcome: "not-executed", repeat: "never" },
  unauthenticated: { outcome: "not-executed", repeat: "never" },
  "in-progress": { outcome: "unknown", repeat: "if-repeatable" },
  conflict: { outcome: "unknown", repeat: "never" },
  failed: { outcome: "unknown", repeat: "if-repeatable" },
  unrelated: { outcome: "unknown", repeat: "never" },
  foreign: { outcome: "unknown", repeat: "if-repeatable" },
  misrouted: { outcome: "unknown", repeat: "never" },
  lost: { outcome: "unknown", repeat: "if-repeatable" },
  unsent: { outcome: "not-executed", repeat: "always" },
  misconfigured: { outcome: "not-executed", repeat: "never" },
} as const satisfies Record<string, { outcome: Outcome; repeat: "always" | "if-repeatable" | "never" }>;

/** One possible end of an attempt. docs/outcomes.md explains each. */
export type EndingName = keyof typeof MEANINGS;

/** The verdict on an attempt. */
export interface Verdict {
  readonly name: EndingName;
  /** Whether this attempt took effect. */
  readonly outcome: Outcome;
  /** Whether the request may be sent again. `if-repeatable`: only if a second copy has no second effect. */
  readonly repeat: "always" | "if-repeatable" | "never";
  /** The reasons why a response was not recognised, or the differences between a result and the request. */
  readonly issues: readonly Issue[];
}

/** Judges a response. Every rule of docs/outcomes.md is in this file. */
export function judge(response: ReceivedResponse, asked: Asked): Verdict {
  const { status } = response;
  return status >= 200 && status < 300
    ? judgeSuccess(response, asked)
    : verdict(nameOfError(response, asked));
}

/**
 * The verdict on an attempt without a response. `unsent`: nothing reached the service. `lost`: the connection failed or a timeout
 * passed before the response was complete. `misconfigured`: nothing reached the service, and nothing will until the set-up changes.
 */
export function unanswered(name: "unsent" | "lost" | "misrouted" | "misconfigured"): Verdict {
  return verdict(name);
}

function verdict(name: EndingName, issues: readonly Issue[] = []): Verdict {
  return { name, ...MEANINGS[name], issues };
}

/** The service sends 200, 201, 202 and 204 (contract). Caches and proxies make 203 and 206. */
function isServiceStatus(status: number, { form }: Genuine<unknown>): boolean {
  return form === "nothing" ? status === 204 : status <= 202 || (status === 204 && form === "anything");
}

/** The expected challenge is missing. */
export const NO_CHALLENGE: Issue = {
  path: "",
  message: "must have `payloadToSign`, `requestId` and `expiresAt`",
};
/** The text is not JSON, or is incomplete JSON. */
export const NO_JSON: Issue = { path: "", message: "must be JSON" };
const OTHER_STATUS: Issue = { path: "", message: "is not the service's: it does not send this status here" };

function judgeSuccess(response: ReceivedResponse, asked: Asked): Verdict {
  const { status, text, body } = response;
  const { genuine, expectsChallenge } = asked;
  const isAsking = status === 202 && expectsChallenge;
  if (isAsking && isChallenge(body)) return verdict("challenge");
  if (!isServiceStatus(status, genuine)) return verdict("foreign", [isAsking ? NO_CHALLENGE : OTHER_STATUS]);
  if (status === 204 || (text === "" && genuine.form === "anything")) return verdict("result");
  if (body === undefined) {
    return verdict(beginsGenuine(text, genuine) ? "cut" : "foreign", [NO_JSON]);
  }
  const { foreign, unrelated } = differencesOf(body, genuine);
  // A read has no effect, so the client returns its body and reports differences.
  const isRead = asked.method === "GET";
  if (foreign.length > 0 && !isRead) return verdict("foreign", foreign);
  if (unrelated.length > 0 && !isRead) return verdict("unrelated", unrelated);
  // The schema reports missing fields of a read.
  const lacking = genuine.schema === undefined ? foreign : [];
  return verdict("result", [...lacking, ...unrelated, ...amountDifferences(body, genuine)]);
}

/** A 409 or 422 with one of these words means that the first request with the key is still running. */
const IN_PROGRESS = /IN_PROGRESS|IN_USE|CONCURRENT|PROCESSING/i;

/** The codes of a 409 that refuse a call with a key. */
const REFUSING_CONFLICT =
  /^(?:CONFLICT|IDEMPOTENCY_(?:KEY_)?(?:REUSED|MISMATCH)|TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL|UMA_ADDRESS_EXISTS)$/;

function nameOfError(response: ReceivedResponse, asked: Asked): EndingName {
  const { status, body, retryAfter } = response;
  const isOwn = isServiceError(status, body);
  if (status === 408 || status >= 500) {
    return status === 503 && isOwn && retryAfter !== undefined ? "turned-away" : isOwn ? "failed" : "foreign";
  }
  if (status === 429) return isOwn ? "turned-away" : "foreign";
  const code = textOf(body, "code") ?? "";
  const isKeyed = asked.idempotencyKey !== undefined;
  if (isKeyed && (status === 409 || status === 422) && IN_PROGRESS.test(code)) return "in-progress";
  if (!isOwn) return "misrouted";
  if (status === 401 && refusesCredentials(response, asked)) return "unauthenticated";
  if (status === 401 || status === 403) return "denied";
  if (isKeyed && status === 409 && !REFUSING_CONFLICT.test(code)) return "conflict";
  // An earlier copy may have deleted the object, because proxies may repeat a DELETE (RFC 9110, section 9.2.2).
  // A signed call asks again. That settles everything except a 409, because that copy may still execute.
  const asksAgain = asked.needsSignature || asked.carriesProof;
  const isOpen = asked.method === "DELETE" && (!asksAgain || status === 409);
  return isOpen ? "conflict" : "refused";
}

/**
 * Whether a 401 refuses the platform's credentials, and not a user's proof. The header `WWW-Authenticate` is about credentials
 * (RFC 9110, section 11.6.1). Without it, the fields of the error decide.
 */
function refusesCredentials(
  { body, asksForCredentials }: ReceivedResponse,
  { carriesProof }: Asked,
): boolean {
  if (textOf(body, "code") === "INVALID_SIGNATURE") return false;
  if (asksForCredentials === true) return true;
  const reason =
    textOf(body, "reason") ?? textOf(fieldOf(body, "details"), "reason") ?? textOf(body, "message");
  return !carriesProof && !/signature/i.test(reason ?? "");
}

/** Whether an error response says that the object to delete does not exist. */
export function saysNotFound(status: number, body: unknown): boolean {
  return status === 404 && isServiceError(status, body);
}

const CHALLENGE_FIELDS = ["payloadToSign", "requestId", "expiresAt"];

/** Whether a body is a challenge to sign. */
export function isChallenge(body: unknown): boolean {
  return CHALLENGE_FIELDS.every((name) => textOf(body, name) !== undefined);
}

/**
 * The outcome of a call after one more attempt. An attempt with an unknown outcome keeps the call's outcome unknown. Its copy may
 * still arrive, even if the service refuses a later copy.
 */
export function outcomeOfCall(earlier: Outcome, attempt: Verdict, { mayAct }: Asked): Outcome {
  if (!mayAct) return "not-executed";
  // The key may belong to another payment, and so may the results of earlier attempts.
  if (attempt.name === "unrelated") return "unknown";
  if (earlier === "not-executed" || attempt.outcome === "executed") return attempt.outcome;
  return earlier;
}

/** The refusals that come before the service looks at the key. */
const BEFORE_THE_KEY: ReadonlySet<EndingName> = new Set(["denied", "unauthenticated", "misconfigured"]);

/** The advice for the caller after an error. */
export function adviceFor(outcome: Outcome, attempt: Verdict, asked: Asked): Advice {
  const mayPass = attempt.repeat !== "never";
  // An earlier call with the key may have taken effect.
  if (BEFORE_THE_KEY.has(attempt.name) && asked.isOwnKey) return "retry-later";
  if (asked.method === "GET" || outcome === "not-executed") return mayPass ? "retry" : "fix";
  if (asked.idempotencyKey === undefined) return "reconcile";
  // The service stores the response under the key, so an unusable response stays unusable.
  if (outcome === "executed") return attempt.name === "result" ? "reconcile" : "retry";
  return "retry-later";
}
