import { codeRow, statusRow } from "./error-codes";
import type { CodeRow } from "./error-codes";
import type { Advice, Issue, Outcome } from "./errors";
import { fieldOf, textOf } from "./fields";
import { amountDifferences, amountsOfAnother, beginsGenuine, differencesOf } from "./recognition";
import type { Genuine } from "./recognition";
import { isServiceError } from "./service-errors";
import type { SignedRetryChallenge } from "../models/auth";

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
  /** The key of the request, if it carries one. */
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
  unsigned: { outcome: "not-executed", repeat: "never" },
  cut: { outcome: "executed", repeat: "if-repeatable" },
  "turned-away": { outcome: "not-executed", repeat: "always" },
  refused: { outcome: "not-executed", repeat: "never" },
  denied: { outcome: "not-executed", repeat: "never" },
  unauthenticated: { outcome: "not-executed", repeat: "never" },
  "in-progress": { outcome: "unknown", repeat: "if-repeatable" },
  conflict: { outcome: "unknown", repeat: "never" },
  existing: { outcome: "unknown", repeat: "never" },
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
  /** The row of the error's code, if the table lists it. */
  readonly row?: CodeRow | undefined;
}

/** Judges a response. Every rule of docs/outcomes.md is in this file. */
export function judge(response: ReceivedResponse, asked: Asked): Verdict {
  const { status } = response;
  return status >= 200 && status < 300 ? judgeSuccess(response, asked) : errorVerdict(response, asked);
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
const UNSIGNED: Issue = {
  path: "",
  message:
    "asks for a signature, so nothing was done yet: send the request with `payments.request` and a `signer`",
};

function judgeSuccess(response: ReceivedResponse, asked: Asked): Verdict {
  const { status, text, body } = response;
  const { genuine, expectsChallenge } = asked;
  const isAsking = status === 202 && expectsChallenge;
  if (isAsking && isSignedRetryChallenge(body)) return verdict("challenge");
  if (status === 202 && genuine.mayAskToSign && isSignedRetryChallenge(body))
    return verdict("unsigned", [UNSIGNED]);
  if (!isServiceStatus(status, genuine)) return verdict("foreign", [isAsking ? NO_CHALLENGE : OTHER_STATUS]);
  if (status === 204 || (text === "" && genuine.form === "anything")) return verdict("result");
  if (body === undefined) {
    // The key may belong to another payment, and the rest of the text would say so.
    const isCut = !asked.isOwnKey && beginsGenuine(text, genuine);
    return verdict(isCut ? "cut" : "foreign", [NO_JSON]);
  }
  const { foreign, unrelated: others } = differencesOf(body, genuine);
  // A fresh key has no other payment.
  const unrelated = asked.isOwnKey ? [...others, ...amountsOfAnother(body, genuine)] : others;
  // A read has no effect. The client delivers and reports an object of unexpected shape, and reads anything else again. A list must
  // have its rows. A payment must name its id: nobody else may say how it ended.
  const isRead = asked.method === "GET";
  const { form, known } = genuine;
  const isUsable = form !== "list" && (known === undefined || fieldOf(body, "id") != null);
  const isDelivered = isRead && isUsable && typeof body === "object" && body !== null;
  if (foreign.length > 0 && !isDelivered) return verdict("foreign", foreign);
  if (unrelated.length > 0) return verdict(isRead ? "foreign" : "unrelated", unrelated);
  // The schema reports missing fields of a read, but does not know that some must be there.
  const lacking = genuine.schema === undefined || genuine.someOf ? foreign : [];
  return verdict("result", [...lacking, ...amountDifferences(body, genuine)]);
}

/** A response and the facts of its request, as far as the judge of errors uses them. */
type ErrorResponse = Omit<ReceivedResponse, "text">;
type Refusable = Pick<Asked, "method" | "idempotencyKey" | "needsSignature" | "carriesProof">;

function errorVerdict(response: ErrorResponse, asked: Refusable): Verdict {
  const { status, body } = response;
  if (!isServiceError(status, body)) {
    return verdict(status === 408 || status === 429 || status >= 500 ? "foreign" : "misrouted");
  }
  const row = codeRow(textOf(body, "code") ?? "");
  const known = row ?? statusRow(status);
  return {
    ...verdict(nameOfRefusal(response, asked, row)),
    row: known && lacksMoney(body) ? { ...known, temporary: true } : known,
  };
}

/** Whether an amount is only larger than the present balance: money may come. */
function lacksMoney(body: unknown): boolean {
  const details = fieldOf(body, "details");
  const [balance, required] = [fieldOf(details, "balance"), fieldOf(details, "required")];
  return (
    textOf(body, "code") === "AMOUNT_OUT_OF_RANGE" &&
    typeof balance === "number" &&
    typeof required === "number" &&
    balance < required
  );
}

/** The ending of the service's own error. The code decides where the table lists it, otherwise the status. */
function nameOfRefusal(response: ErrorResponse, asked: Refusable, row: CodeRow | undefined): EndingName {
  const { status, retryAfter } = response;
  // A gateway may replace the status, and the code still says that the service failed.
  if (status === 408 || status >= 500 || row?.status === 500 || row?.status === 503) {
    if (status === 501 && row?.status === 501) return "refused";
    return status === 503 && retryAfter !== undefined ? "turned-away" : "failed";
  }
  if (status === 429) {
    // A code that belongs to another status says nothing about a pause.
    const isRefusal = row?.status === 429 ? row.temporary === true : retryAfter === undefined;
    return isRefusal ? "denied" : "turned-away";
  }
  if (status === 401 && isSpentProof(response, asked)) return "existing";
  if (status === 401 && refusesCredentials(response, asked)) return "unauthenticated";
  if (status === 401 || status === 403 || status === 423) return "denied";
  const isKeyed = asked.idempotencyKey !== undefined;
  // It may say that the first request still runs.
  if (isKeyed && row === undefined && (status === 409 || status === 422)) return "conflict";
  // An earlier copy may have deleted the object, because proxies may repeat a DELETE (RFC 9110, section 9.2.2).
  // A signed call asks again. That settles everything except a 409, because that copy may still execute.
  const asksAgain = asked.needsSignature || asked.carriesProof;
  if (asked.method === "DELETE" && (!asksAgain || status === 409)) return "conflict";
  // A copy with a key gets the stored response. Any other copy may have done it: platforms repeat a POST in rare cases.
  if (row?.ending === "existing") return isKeyed ? "refused" : "existing";
  return row?.ending ?? "refused";
}

/** The words for a proof that an earlier copy of the request may have used up. */
const SPENT = /\balready (?:been )?used\b|\bused already\b/i;

function isSpentProof({ body }: ErrorResponse, { carriesProof }: Refusable): boolean {
  return carriesProof && SPENT.test(reasonOf(body) ?? "");
}

function reasonOf(body: unknown): string | undefined {
  return textOf(body, "reason") ?? textOf(fieldOf(body, "details"), "reason") ?? textOf(body, "message");
}

/**
 * Whether a 401 refuses the platform's credentials, and not a user's proof. The header `WWW-Authenticate` is about credentials
 * (RFC 9110, section 11.6.1). Without it, the fields of the error decide.
 */
function refusesCredentials(
  { body, asksForCredentials }: ErrorResponse,
  { carriesProof }: Refusable,
): boolean {
  if (textOf(body, "code") === "INVALID_SIGNATURE") return false;
  if (asksForCredentials === true) return true;
  return !carriesProof && !/signature/i.test(reasonOf(body) ?? "");
}

/** Whether an error response says that the object to delete does not exist. */
export function saysNotFound(status: number, body: unknown): boolean {
  return status === 404 && isServiceError(status, body);
}

const CHALLENGE_FIELDS = ["payloadToSign", "requestId", "expiresAt"];

/** Returns true for a 202 challenge. A signed operation resolves to one if you call it without a signer. */
export function isSignedRetryChallenge(body: unknown): body is SignedRetryChallenge {
  return CHALLENGE_FIELDS.every((name) => textOf(body, name) !== undefined);
}

/**
 * The outcome of a call after one more attempt. An attempt with an unknown outcome keeps the call's outcome unknown. Its copy may
 * still arrive, even if the service refuses a later copy.
 */
export function outcomeOfCall(earlier: Outcome, attempt: Verdict, { mayAct }: Asked): Outcome {
  if (!mayAct) return "not-executed";
  // The responses to earlier attempts may be of another payment, too.
  if (attempt.name === "unrelated") return "unknown";
  if (earlier === "not-executed" || attempt.outcome === "executed") return attempt.outcome;
  return earlier;
}

/** The refusals that come before the service looks at the key. */
const BEFORE_THE_KEY: ReadonlySet<EndingName> = new Set(["denied", "unauthenticated", "misconfigured"]);

/**
 * Whether an error of a request with a key and a signature comes before the service looks at the key. It says nothing about an
 * earlier copy of the request.
 */
export function precedesTheKey(response: ErrorResponse): boolean {
  const asked = { method: "POST", idempotencyKey: "", needsSignature: false, carriesProof: true };
  const { name } = errorVerdict(response, asked);
  return name === "turned-away" || BEFORE_THE_KEY.has(name);
}

/** The advice for the caller after an error. */
export function adviceFor(outcome: Outcome, attempt: Verdict, asked: Asked): Advice {
  const mayPass = attempt.repeat !== "never";
  // An earlier call with the key may have taken effect.
  if (BEFORE_THE_KEY.has(attempt.name) && asked.isOwnKey) return "retry-later";
  if (asked.method === "GET" || outcome === "not-executed") {
    return mayPass ? "retry" : adviceOfCode(attempt, asked);
  }
  if (asked.idempotencyKey === undefined) return "reconcile";
  // The key belongs to another payment, so a repeat gets the same response.
  if (attempt.name === "unrelated" && asked.isOwnKey) return "reconcile";
  // The service stores the response under the key, so an unusable response stays unusable.
  if (outcome === "executed") return attempt.name === "result" ? "reconcile" : "retry";
  return "retry-later";
}

function adviceOfCode({ row }: Verdict, { method }: Asked): Advice {
  const isLookedUp = row?.advice === "reconcile" || (row?.advice === "reconcile-post" && method === "POST");
  return isLookedUp ? "reconcile" : "fix";
}
