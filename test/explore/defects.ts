/** A change of one line in the sources, which breaks a promise. */
export interface Defect {
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** What the change does. */
  readonly breaks: string;
}

const JUDGE = "src/core/judge.ts";
const EXCHANGE = "src/core/exchange.ts";
const SIGNED = "src/core/signed-call.ts";
const RECOGNITION = "src/core/recognition.ts";
const CREDENTIALS = "src/resources/credentials.ts";
const PAY = "src/wallet/pay.ts";

const defect = (file: string, breaks: string, text: string, replacement: string): Defect => ({
  file,
  breaks,
  text,
  replacement,
});

/** The planted defects. The explorer must find each. */
export const defects: readonly Defect[] = [
  defect(
    JUDGE,
    "the last attempt decides, and a lost one before it is forgotten",
    'if (earlier === "not-executed" || attempt.outcome === "executed") return attempt.outcome;',
    "return attempt.outcome;",
  ),
  defect(
    JUDGE,
    "a gateway's 404 counts as the service's",
    'if (!isOwn) return "misrouted";',
    'if (!isOwn && status !== 404) return "misrouted";',
  ),
  defect(
    JUDGE,
    "anybody's 429 says that nothing was done",
    'if (status === 429) return isOwn ? "turned-away" : "foreign";',
    'if (status === 429) return "turned-away";',
  ),
  defect(
    JUDGE,
    "anybody's 503 with Retry-After says that nothing was done",
    "return status === 503 && isOwn && retryAfter !== undefined",
    "return status === 503 && retryAfter !== undefined",
  ),
  defect(
    JUDGE,
    "a 500 of the service says that nothing was done",
    'failed: { from: "service", outcome: "unknown"',
    'failed: { from: "service", outcome: "not-executed"',
  ),
  defect(
    JUDGE,
    "any 409 refuses a payment",
    'if (asked.isKeyed && status === 409 && !REFUSING_CONFLICT.test(code)) return "conflict";',
    "",
  ),
  defect(
    JUDGE,
    "a payment that is still running counts as refused",
    'IN_PROGRESS.test(code)) return "in-progress";',
    'IN_PROGRESS.test(code)) return "refused";',
  ),
  defect(
    JUDGE,
    "any 2xx counts as a deletion",
    'return form === "nothing" ? status === 204',
    'return form === "nothing" ? true',
  ),
  defect(
    JUDGE,
    "a 404 to the second copy of a deletion says that nothing was deleted",
    'asked.method === "DELETE" && [404, 409, 410].includes(status)',
    'asked.method === "DELETE" && [409, 410].includes(status)',
  ),
  defect(JUDGE, "an unknown payment is to be made anew", 'return "retry-later";', 'return "fix";'),
  defect(
    JUDGE,
    "an unknown creation is to be repeated",
    'if (!isKeyed) return "reconcile";',
    'if (!isKeyed) return "retry";',
  ),
  defect(
    RECOGNITION,
    "the response to another payment is a result",
    "unrelated: unequal(body, same, isSameText),",
    "unrelated: [],",
  ),
  defect(
    RECOGNITION,
    "any JSON is a result",
    "const foreign = missing.map((path)",
    "const foreign = missing.slice(missing.length).map((path)",
  ),
  defect(
    RECOGNITION,
    "any text that is not JSON says executed",
    "return /^\\s*\\{/.test(text) && ",
    "return text.length > 0 || ",
  ),
  defect(
    "src/resources/genuine.ts",
    "a payment to another payee is a result",
    '  "destination.accountId",\n',
    "",
  ),
  defect(
    "src/core/request.ts",
    "a POST without a key is repeated",
    'isRepeatable: method === "GET" || idempotencyKey !== undefined,',
    "isRepeatable: true,",
  ),
  defect(
    EXCHANGE,
    "each attempt has a key of its own",
    "const init: RequestInit = { method, headers,",
    'const init: RequestInit = { method, headers: { ...headers, "idempotency-key": crypto.randomUUID() },',
  ),
  defect(
    EXCHANGE,
    "an abort while the request is on its way says that nothing was done",
    'judge({ kind: stage === "not sent" ? "unsent" : "lost" }',
    'judge({ kind: "unsent" }',
  ),
  defect(
    "src/core/network-failure.ts",
    "a broken connection counts as one that never opened",
    '  "ECONNREFUSED",\n',
    '  "ECONNREFUSED",\n  "UND_ERR_SOCKET",\n',
  ),
  defect(
    "src/core/http-core.ts",
    "the first credential of a wallet counts as a request for a challenge",
    'recovery.kind === "find-created" ? request : {',
    "{",
  ),
  defect(
    SIGNED,
    "a refused copy of a signed deletion is not looked into",
    "isDeletion && (open !== undefined || mayRefuseCopy(latest));",
    "isDeletion && open !== undefined;",
  ),
  defect(
    SIGNED,
    "after a lost deletion anybody's 404 says that it was carried out",
    "isDeletion && isApiError(error) && saysNotFound(error.status, error.body)",
    "isDeletion && isApiError(error) && error.status === 404",
  ),
  defect(
    SIGNED,
    "the last signed request decides, and a lost one is forgotten",
    "throw open ?? latest;",
    "throw latest;",
  ),
  defect(
    SIGNED,
    "an old challenge says that nothing was done",
    "if (repeated.requestId === challenge.requestId || !isNewer) throw",
    "if (!isNewer) throw",
  ),
  defect(
    CREDENTIALS,
    "a credential that was there before is the result",
    "!known.includes(credential.id) &&",
    "",
  ),
  defect(
    CREDENTIALS,
    "a credential from long ago is the result",
    "Date.parse(credential.createdAt) >= Math.floor(since / 1_000) * 1_000 &&",
    "",
  ),
  defect(
    PAY,
    "a payment whose end is unknown is forgotten",
    '(isPaymentsError(error) && error.outcome === "not-executed")',
    "isPaymentsError(error)",
  ),
  defect(
    PAY,
    "a payment is not noted before it is sent",
    "await call.wait(() => payments.add({ quoteId: quote.id, accountId, idempotencyKey, startedAt }));",
    "",
  ),
  defect(
    PAY,
    "a payment that is told of is forgotten",
    'if (outcome !== "unknown") await payments.remove(quote.id);\n  return found;',
    "await payments.remove(quote.id);\n  return found;",
  ),
];
