import { describe, expect, it } from "vitest";
import { adviceFor, judge, outcomeOfCall, unanswered } from "../../src/core/judge";
import type { Asked, ReceivedResponse, Verdict } from "../../src/core/judge";
import type { Outcome } from "../../src/core/errors";
import { endings, KINDS, MEANINGS, serviceErrors } from "../support/endings";
import type { Answer, Kind } from "../support/endings";

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

/** A request of each kind. */
const kinds = {
  read: { ...base, method: "GET", mayAct: false },
  plain: base,
  patch: { ...base, method: "PATCH" },
  deletion: { ...base, method: "DELETE" },
  made: { ...base, idempotencyKey: "made" },
  own: { ...base, idempotencyKey: "own", isOwnKey: true },
  proof: { ...base, carriesProof: true },
  signedDeletion: { ...base, method: "DELETE", needsSignature: true },
} as const satisfies Record<Kind, Asked>;

const REPEATS = { never: "", "if-repeatable": "+", always: "++" } as const;

/** One cell of a meaning. */
function cellOf(verdict: Verdict, asked: Asked, earlier: Outcome = "not-executed"): string {
  const outcome = outcomeOfCall(earlier, verdict, asked);
  const mark = outcome === "unknown" ? "?" : outcome === "executed" ? "!" : "";
  return `${mark}${adviceFor(outcome, verdict, asked)}${REPEATS[verdict.repeat]}`;
}

const refusal = (status: number, code: string, more: object = {}): ReceivedResponse => {
  const { retryAfter, asksForCredentials, ...fields } = more as Partial<ReceivedResponse>;
  const body = { status, code, message: "refused", ...fields };
  return { status, text: "", body, retryAfter, ...(asksForCredentials === true && { asksForCredentials }) };
};

/** A response of the table, as the judge gets it. */
function received({ status, headers, text }: Answer): ReceivedResponse {
  const isJson = headers["content-type"] === "application/json";
  return { status, text, body: isJson ? JSON.parse(text) : undefined };
}

/** The cells of all kinds, and whether the cause may pass without help. */
function rowOf(response: ReceivedResponse, earlier?: Outcome): string {
  const verdicts = KINDS.map((kind) => judge(response, kinds[kind]));
  const cells = verdicts.map((verdict, at) => cellOf(verdict, kinds[KINDS[at] ?? "read"], earlier));
  const temporary = new Set(verdicts.map(({ row }) => row?.temporary === true));
  return [...cells, ...[...temporary].map((passes) => (passes ? "temporary" : "lasting"))].join(" ");
}

describe("the service's error decides, for each kind of request", () => {
  it.each(serviceErrors)("$status $code: $means [C6, C12, C17]", ({ status, code, means }) => {
    expect(rowOf(refusal(status, code))).toBe(MEANINGS[means]);
  });

  it.each([
    ["SERVICE_UNAVAILABLE", 503, "pause"],
    ["INTERNAL_ERROR", 500, "failed"],
    ["NOT_IMPLEMENTED", 501, "not offered"],
    ["RATE_LIMITED", 429, "pause"],
    ["SLOW_DOWN", 429, "pause"],
    ["DAILY_VOLUME_LIMIT_EXCEEDED", 429, "denied for now"],
    // A code that belongs to another status says nothing about a pause.
    ["INVALID_INPUT", 429, "pause"],
    ["FORBIDDEN", 403, "denied"],
  ] as const)("%s at %i with `Retry-After`: %s [C6]", (code, status, row) => {
    expect(rowOf(refusal(status, code, { retryAfter: 1 }))).toBe(MEANINGS[row]);
  });
});

describe("an earlier attempt with an unknown outcome keeps the call unknown", () => {
  it.each([
    [
      400,
      "INVALID_INPUT",
      "fix ?reconcile ?reconcile ?reconcile ?retry-later ?retry-later ?reconcile ?reconcile lasting",
    ],
    [
      403,
      "FORBIDDEN",
      "fix ?reconcile ?reconcile ?reconcile ?retry-later ?retry-later ?reconcile ?reconcile lasting",
    ],
    [
      429,
      "RATE_LIMITED",
      "retry++ ?reconcile++ ?reconcile++ ?reconcile++ ?retry-later++ ?retry-later++ ?reconcile++ ?reconcile++ lasting",
    ],
  ] as const)("%i %s [IDM-06]", (status, code, row) => {
    expect(rowOf(refusal(status, code), "unknown")).toBe(row);
  });
});

describe("an error that is not the service's", () => {
  const foreign = endings.flatMap(({ name, came, means, isForeign }) =>
    isForeign === true && typeof came !== "string" && came.status >= 300 ? [{ name, came, means }] : [],
  );

  it.each(foreign)("is a gateway's, or of another host: $name", ({ came, means }) => {
    expect(rowOf(received(came))).toBe(MEANINGS[means]);
    expect(rowOf({ ...received(came), retryAfter: 1 })).toBe(MEANINGS[means]);
  });

  it.each([
    ["no message", { status: 409, code: "NEW_CODE" }],
    ["another status", { status: 400, code: "NEW_CODE", message: "no" }],
    ["a code in small letters", { status: 409, code: "new_code", message: "no" }],
    ["the field `timestamp`", { status: 409, code: "NEW_CODE", message: "no", timestamp: "now" }],
    ["the field `path`", { status: 409, code: "NEW_CODE", message: "no", path: "/" }],
    ["the field `type`", { status: 409, code: "NEW_CODE", message: "no", type: "t" }],
    ["the field `error`", { status: 409, code: "NEW_CODE", message: "no", error: "Conflict" }],
  ])("has %s", (_what, body) => {
    expect(rowOf({ status: 409, text: "", body })).toBe(MEANINGS.gateway);
  });

  it("is the service's with a listed code alone", () => {
    expect(rowOf({ status: 409, text: "", body: { code: "QUOTE_EXPIRED" } })).toBe(MEANINGS.look);
  });
});

describe("an attempt without a response", () => {
  it.each([
    ["unsent", "pause"],
    ["lost", "failed"],
    ["misrouted", "gateway"],
    ["misconfigured", "denied"],
  ] as const)("is %s", (name, means) => {
    const row = KINDS.map((kind) => cellOf(unanswered(name), kinds[kind])).join(" ");
    expect(`${row} lasting`).toBe(MEANINGS[means]);
  });
});

describe("a refused proof or credential", () => {
  const spent = "requestId was already used";

  it.each([
    ["proof", { reason: spent }, "existing"],
    ["proof", { reason: "challenge used already" }, "existing"],
    ["proof", { details: { reason: "it has already been used" } }, "existing"],
    ["proof", { message: "already used" }, "existing"],
    ["proof", { reason: "wrong code", message: "already used" }, "denied"],
    ["proof", { reason: "wrong code" }, "denied"],
    ["proof", { asksForCredentials: true }, "unauthenticated"],
    ["plain", { reason: spent }, "unauthenticated"],
    ["plain", { reason: "the Signature is wrong" }, "denied"],
    ["plain", { reason: "the signature is wrong", asksForCredentials: true }, "unauthenticated"],
    ["plain", { code: "INVALID_SIGNATURE", asksForCredentials: true }, "denied"],
    ["plain", {}, "unauthenticated"],
    ["own", {}, "unauthenticated"],
  ] as const)("%s, %o: %s", (kind, fields, name) => {
    expect(judge(refusal(401, "UNAUTHORIZED", fields), kinds[kind]).name).toBe(name);
  });

  it("that was used already may belong to an earlier copy", () => {
    const verdict = judge(refusal(401, "UNAUTHORIZED", { reason: spent }), kinds.proof);
    expect(cellOf(verdict, kinds.proof)).toBe("?reconcile");
  });

  it("keeps the caller's own key, because an earlier call may have paid", () => {
    const verdict = judge(refusal(401, "UNAUTHORIZED"), kinds.own);
    expect(cellOf(verdict, kinds.own)).toBe("retry-later");
  });
});
