/** A change of one source line that breaks a promise. */
export interface Defect {
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** The effect of the change. */
  readonly breaks: string;
  /** The search uses the scenarios with names that begin so. */
  readonly operation: string;
}

const defect = (
  file: string,
  operation: string,
  breaks: string,
  text: string,
  replacement: string,
): Defect => ({ file, operation, breaks, text, replacement });

const PAYMENT = "transfers.out";
const EXECUTION = "quotes.execute";
const CREATION = "customers.create";
const CREDENTIAL = "auth.credentials.create";
const DELETION = "auth.sessions.revoke";
const WALLET = "wallet.pay";
const RAW_PAYMENT = "request: a payment";
const RAW_DELETION = "request: a deletion";

const JUDGE = "src/core/judge.ts";
const CODES = "src/core/error-codes.ts";
const EXCHANGE = "src/core/exchange.ts";
const SIGNED = "src/core/signed-call.ts";
const RECOGNITION = "src/core/recognition.ts";
const CREDENTIALS = "src/resources/auth.ts";
const PAY = "src/wallet/pay.ts";
const LOG = "src/wallet/payment-log.ts";
const RAW = "src/resources/raw-call.ts";

/** The planted defects. The explorer must find each. */
export const defects: readonly Defect[] = [
  defect(
    JUDGE,
    PAYMENT,
    "the last attempt decides, and a lost one before it is forgotten",
    'if (earlier === "not-executed" || attempt.outcome === "executed") return attempt.outcome;',
    "return attempt.outcome;",
  ),
  defect(
    JUDGE,
    PAYMENT,
    "a gateway's 404 counts as the service's",
    "if (!isServiceError(status, body)) {",
    "if (!isServiceError(status, body) && status !== 404) {",
  ),
  defect(
    JUDGE,
    CREATION,
    "anybody's 429 says that nothing was done",
    "return verdict(status === 408 || status === 429 ||",
    'return verdict(status === 429 ? "turned-away" : status === 408 ||',
  ),
  defect(
    JUDGE,
    PAYMENT,
    "any 409 refuses a payment",
    'if (isKeyed && row === undefined && (status === 409 || status === 422)) return "conflict";',
    "",
  ),
  defect(
    JUDGE,
    PAYMENT,
    "a payment that is still running counts as refused",
    'return row?.ending ?? "refused";',
    'return "refused";',
  ),
  defect(
    JUDGE,
    PAYMENT,
    "after a 401 the caller is to pay with a new key",
    'if (BEFORE_THE_KEY.has(attempt.name) && asked.isOwnKey) return "retry-later";',
    "",
  ),
  defect(
    JUDGE,
    PAYMENT,
    "after a rejected certificate the caller is to pay with a new key",
    '"unauthenticated", "misconfigured"]',
    '"unauthenticated"]',
  ),
  defect(
    JUDGE,
    PAYMENT,
    "an unknown payment is to be made anew",
    '? "reconcile" : "retry";\n  return "retry-later";',
    '? "reconcile" : "retry";\n  return "fix";',
  ),
  defect(
    JUDGE,
    CREATION,
    "an unknown creation is to be repeated",
    'if (asked.idempotencyKey === undefined) return "reconcile";',
    'if (asked.idempotencyKey === undefined) return "retry";',
  ),
  defect(
    JUDGE,
    EXECUTION,
    "C12: a quote that was paid already is to be made anew",
    'return isLookedUp ? "reconcile" : "fix";',
    'return "fix";',
  ),
  defect(
    CODES,
    EXECUTION,
    "C12: only the code CONFLICT is looked up, and not an expired quote",
    'QUOTE_EXPIRED: { status: 409, advice: "reconcile" },',
    "QUOTE_EXPIRED: 409,",
  ),
  defect(
    CODES,
    EXECUTION,
    "C17: a quote that expired stays unknown for ever",
    'QUOTE_EXPIRED: { status: 409, advice: "reconcile" },',
    "",
  ),
  defect(
    JUDGE,
    PAYMENT,
    "C17: a 501 that says it was not done stays unknown for ever",
    'if (status === 501 && row?.status === 501) return "refused";',
    "",
  ),
  defect(
    JUDGE,
    PAYMENT,
    "C6: the limit of a day says that an earlier run with the key did nothing",
    'return isRefusal ? "denied" : "turned-away";',
    'return isRefusal ? "refused" : "turned-away";',
  ),
  defect(
    CODES,
    PAYMENT,
    "C6: a strong authentication that is missing refuses the earlier run, too",
    'SCA_SESSION_REQUIRED: { status: 409, ending: "denied", temporary: true },',
    "SCA_SESSION_REQUIRED: { status: 409, temporary: true },",
  ),
  defect(
    JUDGE,
    PAYMENT,
    "C11: the payment of another amount is a result",
    "const unrelated = asked.isOwnKey ? [...others, ...amountsOfAnother(body, genuine)] : others;",
    "const unrelated = others;",
  ),
  defect(
    JUDGE,
    PAYMENT,
    "C11: a key of another payment is repeated for ever",
    'if (attempt.name === "unrelated" && asked.isOwnKey) return "reconcile";',
    "",
  ),
  defect(
    JUDGE,
    DELETION,
    "any 2xx counts as a deletion",
    'return form === "nothing" ? status === 204',
    'return form === "nothing" ? true',
  ),
  defect(
    JUDGE,
    "tokens.delete",
    "a 400 to the second copy of a deletion says that nothing was deleted",
    "(!asksAgain || status === 409)",
    "(!asksAgain || status === 409) && status !== 400",
  ),
  defect(
    RECOGNITION,
    PAYMENT,
    "any JSON is a result",
    "if (foreign.length === 0) {",
    "foreign.length = 0;\n  if (form === undefined) {",
  ),
  defect(
    RECOGNITION,
    CREATION,
    "any text that is not JSON says executed",
    "if (!/^\\s*\\{/.test(text)) return false;",
    "if (!/^\\s*\\{/.test(text)) return true;",
  ),
  defect(
    RECOGNITION,
    CREDENTIAL,
    "half an object with any id says executed",
    "if (kind !== undefined) return new RegExp(",
    "if (kind !== undefined) return text.includes('\"id\"') || new RegExp(",
  ),
  defect(
    "src/operations/always.ts",
    PAYMENT,
    "a payment to another payee is a result",
    '  "destination.accountId": "destination.accountId",\n',
    "",
  ),
  defect(
    "src/core/request.ts",
    CREATION,
    "a POST without a key is repeated",
    'isRepeatable: method === "GET" || idempotencyKey !== undefined,',
    "isRepeatable: true,",
  ),
  defect(
    EXCHANGE,
    PAYMENT,
    "each attempt has a key of its own",
    "return { method, url, headers: sent, body, isRepeatable };",
    'return { method, url, headers: { ...sent, "idempotency-key": crypto.randomUUID() }, body, isRepeatable };',
  ),
  defect(
    EXCHANGE,
    PAYMENT,
    "an abort while the request is on its way says that nothing was done",
    'unanswered(stage === "not sent" ? "unsent" : "lost")',
    'unanswered("unsent")',
  ),
  defect(
    "src/core/network-failure.ts",
    CREATION,
    "a broken connection counts as one that never opened",
    '  "ECONNREFUSED",\n',
    '  "ECONNREFUSED",\n  "UND_ERR_SOCKET",\n',
  ),
  defect(
    SIGNED,
    CREDENTIAL,
    "the first credential of a wallet counts as a request for a challenge",
    "mayActUnsigned ? request : {",
    "{",
  ),
  defect(
    SIGNED,
    DELETION,
    "a refused copy of a signed deletion is not looked into",
    "isDeletion(call) && mayHaveActed(call, failures);",
    "isDeletion(call) && failures.open !== undefined;",
  ),
  defect(
    SIGNED,
    DELETION,
    "the last signed request decides, and a lost one is forgotten",
    "throw failures.open ?? failures.latest;",
    "throw failures.latest;",
  ),
  defect(
    CREDENTIALS,
    CREDENTIAL,
    "a credential that was there before is the result",
    "!known.includes(credential.id) &&",
    "",
  ),
  defect(
    CREDENTIALS,
    CREDENTIAL,
    "a credential from long ago is the result",
    "Date.parse(credential.createdAt) >= Math.floor(since / 1_000) * 1_000 &&",
    "",
  ),
  defect(
    PAY,
    WALLET,
    "a payment whose end is unknown is forgotten",
    '"refused" : "open"',
    '"refused" : "gone"',
  ),
  defect(
    PAY,
    WALLET,
    "somebody finishes a payment that the service refused",
    " && stored.isRefused !== true",
    "",
  ),
  defect(
    LOG,
    WALLET,
    "W22: a given-up attempt removes the payment that another tab has tried since",
    "(isLatest(stored) ? null : undefined)",
    "null",
  ),
  defect(
    RAW,
    RAW_PAYMENT,
    "a raw call forgets what its response must carry",
    "response: expect == null ? anyResponse : expected(expect, operation),",
    "response: anyResponse,",
  ),
  defect(
    RAW,
    RAW_PAYMENT,
    "a raw call forgets the ids that its response must repeat",
    "fields: always, ...repeated }",
    "fields: always, amounts: repeated.amounts }",
  ),
  defect(
    RAW,
    RAW_DELETION,
    "a raw deletion counts as a request for a challenge",
    "mayActUnsigned: true",
    "mayActUnsigned: false",
  ),
];
