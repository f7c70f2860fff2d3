import type { Advice, ServiceErrorCode } from "payments-sdk";

/*
 * The ways in which an attempt can end, and what a call says then. Four harnesses read this file: the tests of the judge, the
 * outcomes over real sockets, the faults of the money run, and the explorer. A harness has only how it plays an ending. What needs
 * the bytes on a wire or a model of the service stays there: a chunk that is cut, a copy that is held up.
 */

/** The kinds of requests, in the order of the cells of a meaning. */
export const KINDS = [
  "read",
  "plain",
  "patch",
  "deletion",
  "made",
  "own",
  "proof",
  "signedDeletion",
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * What an ending means for each kind of request: the advice after one attempt. `?`: the outcome is unknown, `!`: it was executed,
 * otherwise it was not. `+`: a copy may be sent if it has no second effect. `++`: a copy may always be sent. `-`: no harness asks.
 * The last word says whether the cause may pass without help.
 */
export const MEANINGS = {
  refused: "fix fix fix ?reconcile fix fix fix fix lasting",
  "for now": "fix fix fix ?reconcile fix fix fix fix temporary",
  existing: "reconcile ?reconcile ?reconcile ?reconcile reconcile reconcile ?reconcile ?reconcile lasting",
  denied: "fix fix fix fix fix retry-later fix fix lasting",
  "denied for now": "fix fix fix fix fix retry-later fix fix temporary",
  look: "reconcile reconcile reconcile ?reconcile reconcile reconcile reconcile ?reconcile lasting",
  conflict: "fix reconcile fix ?reconcile reconcile reconcile reconcile ?reconcile lasting",
  changed: "fix fix fix ?reconcile fix fix fix ?reconcile lasting",
  running:
    "retry+ ?reconcile+ ?reconcile+ ?reconcile ?retry-later+ ?retry-later+ ?reconcile+ ?reconcile lasting",
  "running, 422":
    "retry+ ?reconcile+ ?reconcile+ ?reconcile ?retry-later+ ?retry-later+ ?reconcile+ ?reconcile+ lasting",
  balance: "fix fix fix ?reconcile fix fix fix ?reconcile temporary",
  authentication: "fix fix fix ?reconcile fix retry-later fix ?reconcile temporary",
  pause: "retry++ retry++ retry++ retry++ retry++ retry++ retry++ retry++ lasting",
  failed:
    "retry+ ?reconcile+ ?reconcile+ ?reconcile+ ?retry-later+ ?retry-later+ ?reconcile+ ?reconcile+ lasting",
  "not offered": "fix fix fix fix fix fix fix fix lasting",
  "unlisted 409": "fix fix fix ?reconcile ?retry-later ?retry-later fix ?reconcile lasting",
  "unlisted 422": "fix fix fix ?reconcile ?retry-later ?retry-later fix fix lasting",
  gateway: "fix ?reconcile ?reconcile ?reconcile ?retry-later ?retry-later ?reconcile ?reconcile lasting",
  "cut result": "- !reconcile !reconcile - !retry+ ?retry-later+ - - lasting",
  "unusable result": "- !reconcile !reconcile - !reconcile !reconcile - - lasting",
  "result of another": "- ?reconcile ?reconcile - ?retry-later ?reconcile - - lasting",
} as const;
export type Meaning = keyof typeof MEANINGS;

/** What a call of this kind says after one attempt with this meaning, and whether it repeats the request. */
export function expected(
  means: Meaning,
  kind: Kind,
): readonly [outcome: "not-executed" | "unknown" | "executed", repeated: boolean, advice: Advice] {
  const cell = MEANINGS[means].split(" ")[KINDS.indexOf(kind)] ?? "-";
  const [, mark = "", advice, copies] = /^([?!]?)([a-z-]*[a-z])(\+*)$/.exec(cell) ?? [];
  if (advice === undefined) throw new Error(`no harness asks what "${means}" means for: ${kind}`);
  const isSafeTwice = kind === "read" || kind === "made" || kind === "own";
  const outcome = mark === "?" ? "unknown" : mark === "!" ? "executed" : "not-executed";
  return [outcome, copies === "++" || (copies === "+" && isSafeTwice), advice as Advice];
}

/** The explorer plays it. One or two rows of each meaning and status are enough: every row multiplies its histories. */
const EXPLORED = true;

/** Written by hand from the contract. The compiler names a code that is missing here. */
const CODES: Readonly<
  Record<ServiceErrorCode, readonly [status: number, means: Meaning, isExplored?: true]>
> = {
  AMOUNT_OUT_OF_RANGE: [400, "refused", EXPLORED],
  CARDHOLDER_KYC_NOT_APPROVED: [400, "refused"],
  CERT_CHAIN_EXPIRED: [400, "refused"],
  CERT_CHAIN_INVALID: [400, "refused"],
  DATA_MISMATCH: [400, "refused"],
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: [400, "existing", EXPLORED],
  END_USER_TERMS_VERSION_NOT_FOUND: [400, "refused"],
  EXPIRED: [400, "refused"],
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: [400, "refused"],
  INCOMPLETE: [400, "refused"],
  INVALID_AMOUNT: [400, "refused"],
  INVALID_BANK_ACCOUNT: [400, "refused"],
  INVALID_CURRENCY: [400, "refused"],
  INVALID_INPUT: [400, "refused", EXPLORED],
  INVALID_NONCE: [400, "refused"],
  INVALID_PAYREQ_RESPONSE: [400, "refused"],
  INVALID_PUBKEY_FORMAT: [400, "refused"],
  INVALID_RECEIVER: [400, "refused"],
  INVALID_REQUEST_FORMAT: [400, "refused"],
  INVALID_TIMESTAMP: [400, "refused"],
  INVALID_UMA_ADDRESS: [400, "refused"],
  INVITATIONS_NOT_CONFIGURED: [400, "refused"],
  INVITATION_ALREADY_CLAIMED: [400, "existing", EXPLORED],
  INVITATION_CANCELLED: [400, "refused"],
  LOOKUP_REQUEST_FAILED: [400, "for now", EXPLORED],
  LOW_QUALITY: [400, "refused"],
  MISSING_MANDATORY_USER_INFO: [400, "refused"],
  MISSING_REQUIRED_UMA_PARAMETERS: [400, "refused"],
  PARSE_LNURLP_RESPONSE_ERROR: [400, "refused"],
  PARSE_PAYREQ_RESPONSE_ERROR: [400, "refused"],
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: [400, "existing"],
  QUOTE_REQUEST_FAILED: [400, "for now", EXPLORED],
  SELF_PAYMENT: [400, "refused"],
  SENDER_NOT_ACCEPTED: [400, "refused"],
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: [400, "existing"],
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: [400, "refused"],
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: [400, "refused"],
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: [400, "refused"],
  SUSPECTED_FRAUD: [400, "refused"],
  TRANSACTION_SIZE_LIMIT_EXCEEDED: [400, "refused"],
  UNSUITABLE_DOCUMENT: [400, "refused"],
  WEBHOOK_DELIVERY_ERROR: [400, "for now", EXPLORED],
  WEBHOOK_ENDPOINT_NOT_SET: [400, "refused"],
  INVALID_SIGNATURE: [401, "denied", EXPLORED],
  REQUEST_ID_MISSING: [401, "denied"],
  UNAUTHORIZED: [401, "denied", EXPLORED],
  WALLET_SIGNATURE_BODY_MISMATCH: [401, "denied"],
  WALLET_SIGNATURE_INVALID: [401, "denied"],
  WALLET_SIGNATURE_MALFORMED: [401, "denied"],
  WALLET_SIGNATURE_MISSING: [401, "denied"],
  COUNTERPARTY_NOT_ALLOWED: [403, "denied"],
  END_USER_TERMS_NOT_ACCEPTED: [403, "denied"],
  FORBIDDEN: [403, "denied", EXPLORED],
  USER_NOT_READY: [403, "denied"],
  VELOCITY_LIMIT_EXCEEDED: [403, "denied for now", EXPLORED],
  BULK_UPLOAD_JOB_NOT_FOUND: [404, "refused"],
  INVITATION_NOT_FOUND: [404, "refused"],
  LOOKUP_REQUEST_NOT_FOUND: [404, "refused"],
  NOT_FOUND: [404, "refused", EXPLORED],
  QUOTE_NOT_FOUND: [404, "refused", EXPLORED],
  REFERENCE_NOT_FOUND: [404, "refused"],
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: [404, "refused"],
  TOKEN_NOT_FOUND: [404, "refused"],
  TRANSACTION_NOT_FOUND: [404, "refused"],
  UMA_NOT_FOUND: [404, "refused", EXPLORED],
  USER_NOT_FOUND: [404, "refused"],
  METHOD_NOT_ALLOWED: [405, "refused", EXPLORED],
  BENEFICIARY_TRUSTED: [409, "look", EXPLORED],
  CARD_ALREADY_CLOSED: [409, "look", EXPLORED],
  CARD_NOT_MUTABLE: [409, "look", EXPLORED],
  CONFLICT: [409, "conflict", EXPLORED],
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: [409, "changed", EXPLORED],
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: [409, "existing", EXPLORED],
  IDEMPOTENCY_KEY_REUSED: [409, "look", EXPLORED],
  IDEMPOTENT_REQUEST_IN_PROGRESS: [409, "running", EXPLORED],
  INSUFFICIENT_BALANCE: [409, "balance", EXPLORED],
  INVALID_STATE_TRANSITION: [409, "look", EXPLORED],
  PASSKEY_ALREADY_ENROLLED: [409, "look", EXPLORED],
  QUOTE_EXPIRED: [409, "look", EXPLORED],
  SCA_SESSION_REQUIRED: [409, "authentication", EXPLORED],
  TRANSACTION_NOT_CANCELLABLE: [409, "existing", EXPLORED],
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: [409, "look", EXPLORED],
  UMA_ADDRESS_EXISTS: [409, "existing", EXPLORED],
  CUSTOMER_DELETED: [410, "refused", EXPLORED],
  UNSUPPORTED_UMA_VERSION: [412, "refused", EXPLORED],
  ACCOUNT_LOCKED: [423, "denied for now", EXPLORED],
  COUNTERPARTY_PUBKEY_FETCH_ERROR: [424, "for now"],
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: [424, "for now"],
  LNURLP_REQUEST_FAILED: [424, "for now", EXPLORED],
  NO_COMPATIBLE_UMA_VERSION: [424, "for now"],
  PAYREQ_REQUEST_FAILED: [424, "for now", EXPLORED],
  DAILY_VOLUME_LIMIT_EXCEEDED: [429, "denied for now", EXPLORED],
  RATE_LIMITED: [429, "pause"],
  INTERNAL_ERROR: [500, "failed", EXPLORED],
  SERVICE_SWITCH_ERROR: [500, "failed", EXPLORED],
  NOT_IMPLEMENTED: [501, "not offered", EXPLORED],
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: [501, "not offered", EXPLORED],
  SERVICE_UNAVAILABLE: [503, "failed", EXPLORED],
};

/** A code that may come with another status than its own. */
const ELSEWHERE: readonly (readonly [
  code: ServiceErrorCode,
  status: number,
  means: Meaning,
  isExplored?: true,
])[] = [
  ["IDEMPOTENT_REQUEST_IN_PROGRESS", 422, "running, 422", EXPLORED],
  ["NOT_IMPLEMENTED", 500, "failed"],
  ["INTERNAL_ERROR", 501, "failed"],
  ["INVALID_INPUT", 422, "refused"],
  ["INVALID_INPUT", 409, "changed"],
];

/** An error of the service with a code that no table lists, by its status. */
const UNLISTED: readonly (readonly [status: number, means: Meaning, isExplored?: true])[] = [
  [400, "refused"],
  [401, "denied"],
  [402, "refused"],
  [403, "denied"],
  [404, "refused"],
  [405, "refused"],
  [406, "refused"],
  [408, "failed"],
  [409, "unlisted 409", EXPLORED],
  [410, "refused"],
  [411, "refused"],
  [412, "refused"],
  [413, "refused"],
  [415, "refused"],
  [422, "unlisted 422", EXPLORED],
  [423, "denied"],
  [424, "for now", EXPLORED],
  [425, "refused"],
  [426, "refused"],
  [428, "refused"],
  [429, "denied"],
  [431, "refused"],
  [451, "refused"],
  [500, "failed"],
  [501, "failed"],
  [502, "failed"],
  [503, "failed"],
  [504, "failed"],
  [599, "failed"],
];

/** An error of the service. */
export interface ServiceError {
  readonly status: number;
  readonly code: string;
  readonly means: Meaning;
  readonly isExplored?: true | undefined;
}

export const serviceErrors: readonly ServiceError[] = [
  ...Object.entries(CODES).map(([code, [status, means, isExplored]]) => ({
    code,
    status,
    means,
    isExplored,
  })),
  ...ELSEWHERE.map(([code, status, means, isExplored]) => ({ code, status, means, isExplored })),
  ...UNLISTED.map(([status, means, isExplored]) => ({ code: "SOMETHING_NEW", status, means, isExplored })),
];

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const JSON_TYPE = "application/json";
const NOW = { "retry-after": "0" };
const HOUR = { "retry-after": "3600" };

/** A response with any text. */
const text = (status: number, type: string, content: string, headers = {}): Answer => ({
  status,
  headers: { "content-type": type, ...headers },
  text: content,
});
const json = (status: number, body: unknown, headers = {}) =>
  text(status, JSON_TYPE, JSON.stringify(body), headers);
const page = (status: number, headers = {}) =>
  text(status, "text/html", `<html><title>${status}</title><h1>${status}</h1>`, headers);
const nothing = (status: number, headers = {}): Answer => ({ status, headers, text: "" });

/** An error in the service's own form. */
const own = (status: number, code: ServiceErrorCode | "SOMETHING_NEW", headers = {}) =>
  json(status, { status, code, message: `The service says ${code}` }, headers);

/** How far an attempt without a usable response came. */
export type Stage =
  | "unsent"
  | "lost"
  | "no response"
  | "2xx breaks off"
  | "2xx does not end"
  | "2xx is cut"
  | "2xx with an unsafe amount"
  | "response to another request";

/** The outcome of a call, or its success. */
export type Result = "not-executed" | "unknown" | "executed" | "succeeds";

/** One way in which an attempt can end. */
export interface Ending {
  readonly name: string;
  readonly came: Answer | Stage;
  readonly means: Meaning;
  /** docs/outcomes.md lists the ending: the results of the signed request of a deletion, a creation and an export, with its recovery. */
  readonly signed?: readonly [deletion: Result, creation: Result, wholeExport: Result];
  /** The response is not the service's. */
  readonly isForeign?: boolean;
  readonly isExplored?: boolean;
}

const OPEN = ["succeeds", "unknown", "unknown"] as const;
const DONE = ["succeeds", "executed", "executed"] as const;
const REFUSED = ["succeeds", "not-executed", "not-executed"] as const;
/** The service refuses the question for a new challenge, too. */
const SHUT = ["not-executed", "not-executed", "not-executed"] as const;

/** An ending that docs/outcomes.md lists. */
const listed = (
  name: string,
  came: Ending["came"],
  means: Meaning,
  signed: NonNullable<Ending["signed"]>,
  whose: "foreign" | "foreign, explored" | "the service's" = "the service's",
): Ending => ({
  name,
  came,
  means,
  signed,
  isForeign: whose !== "the service's",
  isExplored: whose === "foreign, explored",
});

/** The response of something in between. Other than at 3xx and 4xx, that may have passed the request on. */
const foreign = (name: string, came: Answer, isExplored = false): Ending => {
  const { status } = came;
  const isOfAnotherHost = status >= 300 && status < 500 && status !== 408 && status !== 429;
  return {
    name: `${status} ${name}`,
    came,
    means: isOfAnotherHost ? "gateway" : "failed",
    isForeign: true,
    isExplored,
  };
};

/** The errors of well-known gateways. */
const gateways: Readonly<Record<string, (status: number) => object>> = {
  Kong: () => ({ message: "no Route matched with those values" }),
  WSO2: (status) => ({ code: String(status), type: "Status report", message: "Not found", description: "-" }),
  Zuul: (status) => ({ timestamp: 1, path: "/", status, error: "-", code: "ROUTE_FAILED", message: "-" }),
  Spring: (status) => ({ timestamp: "2026-11-22T10:00:00Z", status, error: "-", message: "-", path: "/" }),
};
const gateway = (name: keyof typeof gateways, status: number) =>
  json(status, gateways[name]?.(status), status > 422 ? NOW : {});

/** Texts that a portal or a proxy sends as a success, and calls JSON. */
const portalTexts: Readonly<Record<string, string>> = {
  "{}": "{}",
  "page called JSON": "<!doctype html><title>Sign in</title>",
  "nothing called JSON": "",
  "half an object": '{"message":"sig',
  "half an object with an id": '{"id":"req-17","sta',
  null: "null",
  list: "[]",
  number: "7",
  true: "true",
  "text in JSON": '"OK"',
  "XML called JSON": '<?xml version="1.0"?><ok/>',
  "stack trace called JSON": "java.lang.NullPointerException\n\tat a.b.C",
};
const exploredTexts = new Set([
  "{}",
  "page called JSON",
  "nothing called JSON",
  "half an object",
  "half an object with an id",
]);

export const endings: readonly Ending[] = [
  listed("the connection is lost before a response", "lost", "failed", OPEN),
  listed("no response within `timeout`", "no response", "failed", OPEN),
  listed("the service's 2xx breaks off", "2xx breaks off", "failed", OPEN),
  listed("the service's 2xx does not end within `timeout`", "2xx does not end", "failed", OPEN),
  listed("the service's 2xx is cut, but whole for HTTP", "2xx is cut", "cut result", DONE),
  listed("the service's 2xx has an unsafe amount", "2xx with an unsafe amount", "unusable result", DONE),

  // Portals, proxies, caches and gateways
  listed("a page with status 200 (portal, proxy)", page(200), "failed", OPEN, "foreign, explored"),
  listed("JSON of a portal with status 200", json(200, { message: "Sign in" }), "failed", OPEN, "foreign"),
  listed("the response to another request", "response to another request", "result of another", OPEN),
  listed(
    "a 2xx that the service never sends (203, 205, 206)",
    json(206, { id: "X:1", source: {}, destination: {} }),
    "failed",
    OPEN,
    "foreign",
  ),
  listed(
    "a redirect",
    nothing(302, { location: "https://login.example/" }),
    "gateway",
    OPEN,
    "foreign, explored",
  ),
  listed("a gateway's 404", gateway("Kong", 404), "gateway", OPEN, "foreign, explored"),
  listed("a gateway's 404 with a code", gateway("WSO2", 404), "gateway", OPEN, "foreign, explored"),
  listed("a gateway's 404 with a status", gateway("Zuul", 404), "gateway", OPEN, "foreign, explored"),
  listed("a gateway's 403 page", page(403), "gateway", OPEN, "foreign"),
  listed("a gateway's 429", json(429, { message: "slow down" }, NOW), "failed", OPEN, "foreign"),
  listed("a gateway's 502 page", page(502), "failed", OPEN, "foreign, explored"),
  listed(
    "a cache's 503 with `Retry-After`",
    text(503, "text/plain", "backend fetch failed", NOW),
    "failed",
    OPEN,
    "foreign",
  ),
  ...["WSO2", "Spring", "Kong", "Zuul"].flatMap((name) =>
    [400, 403, 404, 409, 422, 429, 503]
      .filter((status) => status !== 404 || name === "Spring")
      .map((status) => foreign(name, gateway(name, status), [404, 422, 429, 503].includes(status))),
  ),
  ...[502, 503, 504].flatMap((status) => [
    ...(status === 502 ? [] : [foreign("page", page(status))]),
    foreign("JSON", json(status, { message: "An invalid response was received from the upstream server" })),
    foreign("empty", text(status, "text/plain", "")),
  ]),
  foreign("page, Retry-After 0", page(503, NOW)),
  foreign("JSON, Retry-After of an hour", json(502, { error: "bad gateway" }, HOUR)),
  foreign("of a gateway", json(500, { error: { code: 500, message: "upstream" } })),
  ...[400, 404, 405, 408, 409, 413, 431, 451, 511, 520, 524].map((status) => foreign("page", page(status))),
  foreign("page", page(401, { "www-authenticate": "Basic" })),
  foreign("of a proxy", page(407, { "proxy-authenticate": "Basic" })),
  foreign("JSON of a gateway", json(400, { error: "bad request" })),
  foreign("JSON of a firewall", json(403, { message: "Forbidden" })),
  foreign("JSON of a gateway", json(422, { detail: [{ msg: "unprocessable" }] })),
  foreign("JSON of a gateway", json(429, { message: "API rate limit exceeded" })),
  foreign("with Retry-After of an hour", json(429, { message: "slow down" }, HOUR)),
  foreign("text", text(200, "text/plain", "OK")),
  foreign("empty", text(200, "text/plain", "")),
  foreign("JSON", json(201, { status: "ok" })),
  foreign("to another host", nothing(308, { location: "http://127.0.0.1:9/" })),
  ...[200, 201].flatMap((status) =>
    Object.entries(portalTexts).map(([name, content]) =>
      foreign(name, text(status, JSON_TYPE, content), status === 200 && exploredTexts.has(name)),
    ),
  ),
  foreign("challenge of a portal", json(202, { challenge: "?" }), true),

  // The service's own errors
  listed("the service's 400", own(400, "INVALID_INPUT"), "refused", REFUSED),
  listed("the service's 422", own(422, "INVALID_INPUT"), "refused", REFUSED),
  listed("the service's 404", own(404, "NOT_FOUND"), "refused", REFUSED),
  listed("the service's 401", own(401, "UNAUTHORIZED"), "denied", REFUSED),
  listed("the service's 403", own(403, "FORBIDDEN"), "denied", SHUT),
  listed("the service's 409 `CONFLICT`", own(409, "CONFLICT"), "conflict", REFUSED),
  listed("the service's 409: in progress", own(409, "IDEMPOTENT_REQUEST_IN_PROGRESS"), "running", OPEN),
  listed("the service's 409 with another code", own(409, "SOMETHING_NEW"), "unlisted 409", REFUSED),
  listed("the service's 429", own(429, "RATE_LIMITED", NOW), "pause", SHUT),
  listed("the service's 503 with `Retry-After`", own(503, "SERVICE_UNAVAILABLE", NOW), "pause", SHUT),
  listed("500, 503 without a time, 504, 408", own(500, "INTERNAL_ERROR"), "failed", OPEN),

  listed("the connection never opens", "unsent", "pause", SHUT),
];

/** The ending with this name. */
export function ending(name: string): Ending {
  const found = endings.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ending has the name: ${name}`);
  return found;
}
