import fc from "fast-check";
import { isPaymentsError } from "payments-sdk";
import { cases } from "../resources/wire-cases";
import { createClient } from "./client";
import { describe, expect, it } from "vitest";
import { adviceFor, isSignedRetryChallenge, judge, outcomeOfCall, saysNotFound } from "../../src/core/judge";
import type { Asked, ReceivedResponse } from "../../src/core/judge";
import type { Genuine } from "../../src/core/recognition";
import { runs } from "../support/runs";

const payment: Genuine<unknown> = {
  form: "object",
  kind: "Transaction",
  fields: ["id", "status"],
  same: { "source.accountId": "InternalAccount:1" },
  amounts: { amount: 100 },
  currencies: { currency: "USD" },
  explainedBy: "fees",
};
const list: Genuine<unknown> = { form: "list" };
const nothing: Genuine<unknown> = { form: "nothing" };
const anything: Genuine<unknown> = { form: "anything" };

const base: Asked = {
  method: "POST",
  idempotencyKey: "own",
  isOwnKey: true,
  mayAct: true,
  expectsChallenge: false,
  needsSignature: false,
  carriesProof: false,
  genuine: payment,
};
const read = { method: "GET", idempotencyKey: undefined, isOwnKey: false, mayAct: false };
const made = { isOwnKey: false };
const asking = { expectsChallenge: true, mayAct: false, idempotencyKey: undefined, isOwnKey: false };

const body = { id: "Transaction:1", status: "PENDING", source: { accountId: "InternalAccount:1" } };
const other = { ...body, source: { accountId: "InternalAccount:2" } };
const challenge = { payloadToSign: "p", requestId: "r", expiresAt: "2027-01-01T00:00:00Z" };
const amount = (value: number, currency = "USD") => ({ ...body, amount: value, currency });

const whole = (status: number, value: unknown): ReceivedResponse => ({
  status,
  text: JSON.stringify(value),
  body: value,
});
const cut = (text: string, status = 200): ReceivedResponse => ({ status, text, body: undefined });

/** The ending, and the paths of its issues. */
function endingOf(response: ReceivedResponse, asked: Asked): string {
  const { name, issues } = judge(response, asked);
  return [name, ...issues.map(({ path }) => path)].join(" ").trim();
}

describe("a response without an error is", () => {
  it.each<[string, string, ReceivedResponse, Partial<Asked>]>([
    ["result", "a payment, 200", whole(200, body), {}],
    ["result", "a payment, 201", whole(201, body), {}],
    ["result", "a payment, 202", whole(202, body), {}],
    ["foreign", "a payment, 203", whole(203, body), {}],
    ["foreign", "a payment, 204", cut("", 204), {}],
    ["foreign", "a payment, 206", whole(206, body), {}],
    ["foreign", "a payment, 299", whole(299, body), {}],
    ["misrouted", "a payment, 199", whole(199, body), {}],
    ["misrouted", "a payment, 300", whole(300, body), {}],
    ["result", "a deletion, 204", cut("", 204), { method: "DELETE", genuine: nothing }],
    ["foreign", "a deletion, 200", whole(200, {}), { method: "DELETE", genuine: nothing }],
    ["foreign", "a deletion, 202", whole(202, {}), { method: "DELETE", genuine: nothing }],
    ["result", "an unknown operation, 204", cut("", 204), { genuine: anything }],
    ["result", "an unknown operation, nothing", cut(""), { genuine: anything }],
    ["foreign", "an unknown operation, no JSON", cut("<html>"), { genuine: anything }],
    [
      "foreign",
      "an unknown operation, cut",
      cut('{"id":"Transaction:1","st'),
      { ...made, genuine: anything },
    ],
    ["foreign", "an unknown operation, 203", whole(203, {}), { genuine: anything }],
    ["result", "an unknown operation, any body", whole(200, { any: 1 }), { genuine: anything }],
    ["foreign", "a payment, nothing", cut(""), {}],
    ["foreign", "a payment, a page", cut("<html>"), {}],
    ["foreign", "a payment, cut before its id", cut('{"id":"Trans'), {}],
    ["cut", "a payment, cut after its id", cut('{"id":"Transaction:1","st'), made],
    [
      "foreign",
      "perhaps another payment of the caller's key, cut after its id",
      cut('{"id":"Transaction:1","st'),
      {},
    ],
    ["foreign", "a payment, cut, with another id", cut('{"id":"Quote:1","st'), {}],
    ["foreign status", "a payment, a field less", whole(200, { id: "Transaction:1" }), {}],
    ["foreign id", "a payment, another kind", whole(200, { ...body, id: "Quote:1" }), {}],
    ["foreign data", "a list, no list", whole(200, {}), { genuine: list }],
    ["result", "a list", whole(200, { data: [] }), { genuine: list }],
    ["unrelated source.accountId", "another payment", whole(200, other), {}],
    ["unrelated source.accountId", "another payment, fresh key", whole(200, other), made],
    ["foreign source.accountId", "another payment, read", whole(200, other), read],
    ["result id status", "a list in place of an object, read", whole(200, [1]), read],
    ["foreign id status", "a text in place of an object, read", whole(200, "gone"), read],
    ["result status", "a field less, read", whole(200, { id: "Transaction:1" }), read],
    ["result", "the amount", whole(200, amount(100)), {}],
    ["result amount", "an amount, rounded", whole(200, amount(101)), {}],
    ["unrelated amount", "another amount", whole(200, amount(250)), {}],
    ["result amount", "another amount, fresh key", whole(200, amount(250)), made],
    ["unrelated amount currency", "another amount and currency", whole(200, amount(250, "EUR")), {}],
    ["unrelated currency", "another currency", whole(200, amount(100, "EUR")), {}],
    ["result currency", "another currency, fresh key", whole(200, amount(100, "EUR")), made],
    ["result", "the currency in small letters", whole(200, amount(100, "usd")), {}],
    ["challenge", "a challenge", whole(202, challenge), asking],
    ["foreign id status", "a challenge, 200", whole(200, challenge), asking],
    ["foreign id status", "a challenge that nobody expects", whole(202, challenge), {}],
    ["foreign id status", "half a challenge", whole(202, { ...challenge, requestId: 7 }), asking],
  ])("%s: %s", (ending, _what, response, asked) => {
    expect(endingOf(response, { ...base, ...asked })).toBe(ending);
  });
});

describe("what the caller learns", () => {
  it.each<[string, ReceivedResponse, Partial<Asked>]>([
    ["unknown, reconcile", whole(200, other), {}],
    ["unknown, retry-later", whole(200, other), made],
    ["executed, retry", cut('{"id":"Transaction:1","st'), made],
    ["unknown, retry-later", cut('{"id":"Transaction:1","st'), {}],
    ["executed, reconcile", whole(200, body), {}],
    ["not-executed, retry", cut('{"id":"Transaction:1","st'), read],
    ["unknown, retry-later", whole(203, body), {}],
    ["executed, reconcile", whole(200, body), { idempotencyKey: undefined, isOwnKey: false }],
  ])("%s", (said, response, more) => {
    const asked = { ...base, ...more };
    const verdict = judge(response, asked);
    const outcome = outcomeOfCall("not-executed", verdict, asked);
    expect(`${outcome}, ${adviceFor(outcome, verdict, asked)}`).toBe(said);
  });

  it("is the first outcome that settles the call", () => {
    const result = judge(whole(200, body), base);
    const refused = judge(whole(400, { code: "INVALID_INPUT" }), base);
    const unrelated = judge(whole(200, other), base);
    expect(outcomeOfCall("unknown", result, base)).toBe("executed");
    expect(outcomeOfCall("executed", refused, base)).toBe("executed");
    expect(outcomeOfCall("executed", unrelated, { ...base, ...made })).toBe("unknown");
    expect(outcomeOfCall("unknown", refused, base)).toBe("unknown");
    expect(outcomeOfCall("unknown", result, { ...base, mayAct: false })).toBe("not-executed");
  });
});

describe("the small questions", () => {
  it("a challenge has three texts", () => {
    expect(isSignedRetryChallenge(challenge)).toBe(true);
    for (const name of Object.keys(challenge))
      expect(isSignedRetryChallenge({ ...challenge, [name]: 7 })).toBe(false);
  });

  it("only the service's own 404 says that an object does not exist", () => {
    expect(saysNotFound(404, { code: "NOT_FOUND" })).toBe(true);
    expect(saysNotFound(404, "<html>")).toBe(false);
    expect(saysNotFound(400, { code: "NOT_FOUND" })).toBe(false);
  });
});

describe("any response of any operation", () => {
  it("is a result or an error of this package", async () => {
    const changed = fc.record({
      given: fc.constantFrom(...cases.filter(({ response }) => response !== undefined)),
      at: fc.nat(),
      value: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(2 ** 60, -1.5, "__proto__", "2026-13-45"),
      ),
    });
    await fc.assert(
      fc.asyncProperty(changed, async ({ given: { call, response, status = 200 }, at, value }) => {
        const body = { ...(response as object) };
        const names = Object.keys(body);
        Object.assign(body, { [names[at % names.length] ?? "x"]: value });
        const fetch = () => Promise.resolve(Response.json(body, { status }));
        const error: unknown = await Promise.resolve(call(createClient({ fetch, maxRetries: 0 }))).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) return;
        expect(isPaymentsError(error), String(error)).toBe(true);
        expect(String(error)).not.toMatch(/Cannot read|is not a function|undefined is not/);
      }),
      { numRuns: runs(50) },
    );
  });
});
