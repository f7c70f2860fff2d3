import { describe, expect, it } from "vitest";
import { adviceFor, judge, outcomeOfCall } from "../../src/core/judge";
import type { Asked } from "../../src/core/judge";

const base: Asked = {
  method: "POST",
  idempotencyKey: undefined,
  isOwnKey: false,
  mayAct: true,
  expectsChallenge: false,
  needsSignature: false,
  carriesProof: false,
  genuine: { form: "anything" },
};
const kinds = {
  plain: base,
  made: { ...base, idempotencyKey: "made" },
  own: { ...base, idempotencyKey: "own", isOwnKey: true },
  patch: { ...base, method: "PATCH" },
  signed: { ...base, carriesProof: true },
} as const;

/** What the judge says of one attempt: outcome, advice, whether it is temporary. */
function say(kind: keyof typeof kinds, status: number, code: string, more: object = {}): string {
  const { retryAfter, ...fields } = more as { retryAfter?: number };
  const body = { status, code, message: "refused", ...fields };
  const verdict = judge({ status, text: "", body, retryAfter }, kinds[kind]);
  const outcome = outcomeOfCall("not-executed", verdict, kinds[kind]);
  const temporary = verdict.row?.temporary === true ? ", temporary" : "";
  return `${outcome}, ${adviceFor(outcome, verdict, kinds[kind])}${temporary}`;
}

describe("the code of an error decides", () => {
  it.each([
    ["own", 409, "QUOTE_EXPIRED", "not-executed, reconcile"],
    ["own", 409, "CONFLICT", "not-executed, reconcile"],
    ["plain", 409, "CONFLICT", "not-executed, reconcile"],
    ["patch", 409, "CONFLICT", "not-executed, fix"],
    ["own", 409, "INSUFFICIENT_BALANCE", "not-executed, fix, temporary"],
    ["own", 409, "IDEMPOTENCY_KEY_REUSED", "not-executed, reconcile"],
    ["own", 409, "SCA_SESSION_REQUIRED", "not-executed, retry-later, temporary"],
    ["made", 409, "SCA_SESSION_REQUIRED", "not-executed, fix, temporary"],
    ["own", 409, "EMAIL_IN_USE", "unknown, retry-later"],
    ["own", 422, "PAYMENT_STILL_RUNNING", "unknown, retry-later"],
    ["plain", 422, "PAYMENT_STILL_RUNNING", "not-executed, fix"],
    ["own", 422, "IDEMPOTENT_REQUEST_IN_PROGRESS", "unknown, retry-later"],
    ["own", 400, "QUOTE_REQUEST_FAILED", "not-executed, fix, temporary"],
    ["own", 424, "PAYREQ_REQUEST_FAILED", "not-executed, fix, temporary"],
    ["own", 423, "ACCOUNT_LOCKED", "not-executed, retry-later, temporary"],
    ["plain", 423, "ACCOUNT_LOCKED", "not-executed, fix, temporary"],
    ["own", 403, "VELOCITY_LIMIT_EXCEEDED", "not-executed, retry-later, temporary"],
    ["own", 501, "NOT_IMPLEMENTED", "not-executed, fix"],
    ["own", 500, "INTERNAL_ERROR", "unknown, retry-later"],
    ["own", 503, "SERVICE_UNAVAILABLE", "unknown, retry-later"],
    ["plain", 400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS", "unknown, reconcile"],
    ["made", 409, "UMA_ADDRESS_EXISTS", "not-executed, reconcile"],
  ] as const)("%s call, %i %s: %s [C6, C12, C17]", (kind, status, code, said) => {
    expect(say(kind, status, code)).toBe(said);
  });

  it.each([
    ["own", "RATE_LIMITED", {}, "not-executed, retry"],
    ["own", "SLOW_DOWN", { retryAfter: 1 }, "not-executed, retry"],
    ["made", "DAILY_VOLUME_LIMIT_EXCEEDED", { retryAfter: 1 }, "not-executed, fix, temporary"],
    ["own", "DAILY_VOLUME_LIMIT_EXCEEDED", { retryAfter: 1 }, "not-executed, retry-later, temporary"],
    ["made", "WEEKLY_LIMIT", {}, "not-executed, fix"],
  ] as const)("before `Retry-After` at 429: %s call, %s [C6]", (kind, code, more, said) => {
    expect(say(kind, 429, code, more)).toBe(said);
  });

  it("a proof that was used already may belong to an earlier copy", () => {
    const reason = "requestId was already used";
    expect(say("signed", 401, "UNAUTHORIZED", { reason })).toBe("unknown, reconcile");
    expect(say("signed", 401, "UNAUTHORIZED", { reason: "wrong code" })).toBe("not-executed, fix");
  });
});
