import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { failureRecord, nextStep } from "payments-sdk/payouts";
import type { FailureRecord, PaymentHistory, PaymentTry } from "payments-sdk/payouts";
import { describe, expect, it } from "vitest";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 9) + seconds * 1000).toISOString();
const now = new Date(at(100));
const failure = (more: Partial<FailureRecord> = {}): FailureRecord => ({
  code: "INVALID_BANK_ACCOUNT",
  message: "no",
  outcome: "not-executed",
  advice: "fix",
  status: 400,
  ...more,
});
const unknown = failure({ code: "TIMEOUT", outcome: "unknown", advice: "retry-later" });
const failed = (error: FailureRecord, sentAt = 0, more: Partial<PaymentTry> = {}): PaymentTry => ({
  key: 1,
  at: at(sentAt),
  ended: { at: at(sentAt + 1), error },
  ...more,
});
const stepOf = (history: PaymentHistory, maxDelay?: number) => nextStep(history, { now, maxDelay });

describe("nextStep", () => {
  it("begins with the first key, and is done with a result", () => {
    expect(stepOf({ tries: [] })).toEqual({ step: "again", key: 1, after: 0 });
    const ended = { at: at(1), result: { id: "Transaction:1" } };
    expect(stepOf({ tries: [{ key: 1, at: at(0), ended }] })).toEqual({ step: "done", id: "Transaction:1" });
  });

  it("counts a try without an ending as unknown: a refusal after it proves nothing [B5]", () => {
    const tries: PaymentTry[] = [{ key: 1, at: at(0) }, failed(failure(), 10)];
    expect(stepOf({ tries })).toMatchObject({ step: "look" });
    expect(stepOf({ tries, looked: { at: at(20), listed: [] } })).toMatchObject({ step: "ask" });
    // With `maxDelay`, the same key is sent again after it.
    expect(stepOf({ tries }, 200_000)).toEqual({ step: "again", key: 1, after: 100_001 });
    expect(stepOf({ tries: [...tries, failed(failure(), 90)] }, 60_000)).toMatchObject({ step: "refused" });
  });

  it("raises the number only after a refusal of a key without an unknown try [C14]", () => {
    const temporary = failure({ code: "QUOTE_REQUEST_FAILED", temporary: true });
    expect(stepOf({ tries: [failed(temporary)] })).toEqual({ step: "again", key: 2, after: 0 });
    const tries = [failed(unknown), failed(temporary, 90)];
    expect(stepOf({ tries }, 60_000)).toMatchObject({ step: "refused" });
    expect(stepOf({ tries: [failed(failure())], continuedAt: at(50) })).toMatchObject({ key: 2 });
    expect(stepOf({ tries: [failed(unknown), failed(failure(), 5)], continuedAt: at(50) })).toMatchObject({
      key: 1,
    });
  });

  it("refuses nothing and raises nothing while a try with an earlier key may have paid", () => {
    const reason = "a try with an earlier key may have paid";
    for (const refusal of [failure(), failure({ temporary: true })]) {
      const tries = [failed(unknown), failed(refusal, 10, { key: 2 })];
      for (const maxDelay of [undefined, 1])
        expect(stepOf({ tries }, maxDelay)).toEqual({ step: "look", reason, at: at(100) });
      // A person has looked.
      expect(stepOf({ tries, continuedAt: at(50) })).toMatchObject({ step: "again", key: 3 });
      // An expired quote pays nobody.
      const looked = { at: at(5), quoteStatus: "EXPIRED" };
      expect(stepOf({ tries, looked })).toMatchObject(
        refusal.temporary ? { step: "again", key: 3 } : { step: "refused" },
      );
    }
    const ended = { at: at(11), result: { id: "Transaction:2" } };
    expect(stepOf({ tries: [failed(unknown), { key: 2, at: at(10), ended }] })).toMatchObject({
      step: "done",
    });
  });

  it("counts a try as unknown if a table keeps an absent result or error as null, or a result without an id", () => {
    const kept = [{ result: null, error: unknown }, { result: null, error: null }, { result: {} }];
    for (const ending of kept) {
      const one = { key: 1, at: at(0), ended: { at: at(1), ...ending } as never };
      expect(stepOf({ tries: [one] })).toMatchObject({ step: "again", key: 1 });
      expect(stepOf({ tries: [one, failed(failure({ temporary: true }), 10)] })).toMatchObject({
        step: "look",
      });
    }
  });

  it("counts a try as one of the payment if a table kept no request", () => {
    const tries = [{ key: 1, at: at(0), request: null as never }, failed(failure(), 10)];
    expect(stepOf({ tries })).toMatchObject({ step: "look" });
  });

  it.each([
    [{ now: new Date("soon") }, "`now` must be a date"],
    [{ now: Date.now() as never }, "`now` must be a date"],
    [{ now, maxDelay: "600000" as never }, "`maxDelay` must be a number of at least 0"],
    [{ now, maxDelay: Number.NaN }, "`maxDelay` must be a number of at least 0"],
    [{ now, maxTries: -1 }, "`maxTries` must be a number of at least 0"],
    // `null` would count as 0: a refusal after an unknown try would be final at once.
    [{ now, maxDelay: null as never }, "`maxDelay` must be a number of at least 0"],
    [{ now, max_delays: 600_000 }, "`max_delays` is not an option: did you mean `maxDelay`?"],
  ])("asks a person if an option is malformed: %o", (options, reason) => {
    expect(nextStep({ tries: [failed(unknown)] }, options)).toEqual({ step: "ask", reason });
  });

  it("takes the settings of a job that are not its own", () => {
    const settings = { rate: 20, concurrency: 4, maxDelay: 600_000, maxDelayMs: 600_000 };
    expect(nextStep({ tries: [] }, { ...settings, now })).toMatchObject({ step: "again" });
  });

  it("is not refused by a look-up, nor by the caller's credentials [B1]", () => {
    const notFound = failure({ code: "NOT_FOUND", status: 404 });
    expect(stepOf({ tries: [failed(notFound, 0, { request: "look-up" })] })).toMatchObject({
      step: "again",
      key: 1,
    });
    const denied = failure({ code: "UNAUTHORIZED", status: 401 });
    expect(stepOf({ tries: [failed(denied, 0, { request: "payee" })] })).toMatchObject({
      step: "again",
      key: 1,
    });
    expect(stepOf({ tries: [failed(notFound, 0, { request: "payee" })] })).toMatchObject({ step: "refused" });
  });

  it("goes on after a lost creation of its payee, and takes no id from it", () => {
    const lost = failure({ outcome: "unknown", advice: "reconcile" });
    expect(stepOf({ tries: [failed(lost, 0, { request: "payee" })] })).toEqual({
      step: "again",
      key: 1,
      after: 0,
    });
    const made = failure({ outcome: "executed", advice: "reconcile", id: "ExternalAccount:1" });
    expect(stepOf({ tries: [failed(made, 0, { request: "payee" })] })).toMatchObject({
      step: "again",
      key: 1,
    });
  });

  it("names the time of a look, so that a clock that was set back ends no job in a circle", () => {
    const executed = failure({ outcome: "executed", advice: "reconcile" });
    const history = { tries: [failed(executed, 130)] };
    const step = stepOf(history);
    expect(step).toMatchObject({ step: "look", at: at(131) });
    expect(stepOf({ ...history, looked: { at: at(131), listed: [] } })).toMatchObject({ step: "ask" });
    expect(stepOf({ tries: [failed(executed)] })).toMatchObject({ step: "look", at: at(100) });
  });

  it.each([
    { tries: [{ key: 1, at: at(162) }] },
    { tries: [failed(unknown)], looked: { at: at(162) } },
    { tries: [failed(unknown)], continuedAt: at(162) },
  ])("asks a person about a time in the future, from which no wait would end: %o", (history) => {
    const reason = `the history has a time in the future, ${at(162)}: check the clock`;
    expect(stepOf(history)).toEqual({ step: "ask", reason });
  });

  it("takes a listed payment only if it is new, unclaimed and alone", () => {
    const tries = [failed(failure({ outcome: "executed", advice: "reconcile" }), 10)];
    const one = { id: "Transaction:1", createdAt: at(10), isClaimed: false };
    const look = (listed: (typeof one)[], equalOpen = 0) =>
      stepOf({ tries, looked: { at: at(20), listed, equalOpen } });
    expect(stepOf({ tries })).toMatchObject({ step: "look" });
    expect(look([one])).toEqual({ step: "done", id: "Transaction:1" });
    expect(look([one], 1)).toMatchObject({ step: "ask" });
    expect(look([one, { ...one, id: "Transaction:2" }])).toMatchObject({ step: "ask" });
    expect(look([{ ...one, createdAt: at(9) }])).toMatchObject({ step: "ask" });
    expect(look([{ ...one, isClaimed: true }])).toMatchObject({ step: "ask" });
    // The service may name whole seconds only, or have another clock. Such a payment is neither taken nor hidden from a person.
    const reason = (count: number) =>
      `the service says INVALID_BANK_ACCOUNT: no, and the list shows ${count} payments that it may be`;
    const early = { ...one, id: "Transaction:0", createdAt: at(9) };
    expect(look([early])).toEqual({ step: "ask", reason: reason(1) });
    expect(look([early, one])).toEqual({ step: "ask", reason: reason(2) });
    expect(look([{ ...early, createdAt: "soon" }])).toEqual({ step: "ask", reason: reason(1) });
    expect(look([{ ...early, createdAt: at(-51) }, one])).toMatchObject({ step: "done" });
    // A look from before the last try says nothing about it.
    expect(stepOf({ tries, looked: { at: at(5), listed: [one] } })).toMatchObject({ step: "look" });
  });

  it("lets the status of a quote decide [C12]", () => {
    const conflict = failure({ code: "CONFLICT", status: 409, advice: "reconcile" });
    const of = (quoteStatus: string) =>
      stepOf({ tries: [failed(conflict)], looked: { at: at(20), quoteStatus } });
    expect(of("PROCESSING")).toEqual({ step: "done" });
    expect(of("EXPIRED")).toMatchObject({ step: "again", key: 2 });
    expect(of("PENDING")).toMatchObject({ step: "again", key: 1 });
    expect(stepOf({ tries: [failed({ ...conflict, quoteStatus: "COMPLETED" })] })).toEqual({ step: "done" });
  });

  it("waits longer each time, at least as long as the service asks, and then asks a person", () => {
    const wait = (tries: PaymentTry[]) => nextStep({ tries }, { now: new Date(at(1)) });
    expect(wait([failed(unknown)])).toEqual({ step: "again", key: 1, after: 2_000 });
    expect(wait([failed({ ...unknown, retryAfter: 30 })])).toEqual({ step: "again", key: 1, after: 30_000 });
    expect(wait([failed({ ...unknown, retryAfter: 1e12 })])).toMatchObject({ after: 86_400_000 });
    const tries = Array.from({ length: 20 }, () => failed(unknown));
    expect(wait(tries.slice(0, 12))).toMatchObject({ after: 600_000 });
    expect(wait(tries)).toMatchObject({ step: "look" });
    expect(nextStep({ tries, continuedAt: at(50) }, { now })).toMatchObject({ step: "again", key: 1 });
  });

  it.each(["INSUFFICIENT_BALANCE", "AMOUNT_OUT_OF_RANGE"])(
    "waits a day for money (%s), with a new key each time, whatever the number of tries",
    (code) => {
      const short = failure({ code, temporary: true });
      const tries = Array.from({ length: 50 }, (_, index) => failed(short, index * 100, { key: index + 1 }));
      const after = (seconds: number, more: object = {}) =>
        nextStep({ tries }, { now: new Date(at(seconds)), ...more });
      expect(after(5_000)).toEqual({ step: "again", key: 51, after: 501_000 });
      expect(after(86_399)).toEqual({ step: "again", key: 51, after: 0 });
      expect(after(86_400)).toEqual({ step: "refused", error: short });
      expect(after(5_000, { maxMoneyWait: 4_999_000 })).toMatchObject({ step: "refused" });
      // Other tries count as before.
      const others = Array.from({ length: 20 }, () => failed(unknown, 5_000, { key: 51 }));
      const history = { tries: [...tries, ...others], continuedAt: at(5_000) };
      expect(nextStep(history, { now: new Date(at(5_010)), maxTries: 20 })).toMatchObject({ step: "look" });
      expect(nextStep({ tries }, { now, maxTries: 20, maxMoneyWait: "1" as never })).toMatchObject({
        step: "ask",
      });
    },
  );

  it("is refused at once by an amount that no balance can pay", () => {
    expect(stepOf({ tries: [failed(failure({ code: "AMOUNT_OUT_OF_RANGE" }))] })).toMatchObject({
      step: "refused",
    });
  });

  it("says that nothing was paid if no try reached the service, whatever the list shows", () => {
    const { status: _, ...unsent } = failure({
      code: "CONNECTION_FAILED",
      message: "refused",
      advice: "retry",
    });
    const tries = Array.from({ length: 20 }, () => failed(unsent));
    const looked = { at: at(20), listed: [{ id: "Transaction:1", createdAt: at(10), isClaimed: false }] };
    const reason = "nothing was paid in the most tries: CONNECTION_FAILED: refused";
    for (const history of [{ tries }, { tries, looked }])
      expect(stepOf(history)).toEqual({ step: "ask", reason });
    expect(stepOf({ tries: [...tries, { key: 1, at: at(2) }] })).toMatchObject({ step: "look" });
  });

  it("takes `null` for an absent value, as a table keeps it", () => {
    const kept = { tries: [{ key: 1, at: at(90), ended: null }], looked: null, continuedAt: null } as never;
    expect(stepOf(kept)).toEqual(stepOf({ tries: [{ key: 1, at: at(90) }] }));
    const refused = { tries: [failed(failure())], looked: null, continuedAt: null } as never;
    expect(stepOf(refused)).toMatchObject({ step: "refused" });
    const many = Array.from({ length: 20 }, () => failed(unknown));
    expect(stepOf({ tries: many, continuedAt: null as never })).toMatchObject({ step: "look" });
  });

  it("takes an endless `maxDelay` as none: a person decides", () => {
    const tries = [failed(unknown), failed(failure(), 10)];
    expect(stepOf({ tries }, Infinity)).toEqual(stepOf({ tries }));
  });

  // 20 seconds, and in Berlin 61 minutes and 20 seconds: a payment would be refused while a copy is still on its way.
  it.each(["2026-10-25 02:59:50", "2026-10-25T02:59:50.000", "2026-10-25", 1_793_000_000_000, new Date()])(
    "asks a person about a time without its zone: %j",
    (sentAt) => {
      const tries = [{ key: 1, at: sentAt as never }, failed(failure(), 90)];
      const reason = "`history.tries[0].at` must be a time with its zone, such as 2026-11-26T09:00:00Z";
      expect(stepOf({ tries }, 60_000)).toEqual({ step: "ask", reason });
    },
  );

  it.each(["2026-11-23 09:00:00.123456+00", "2026-11-23T14:30:00.5+05:30", "2026-11-23T09:00:00+0000"])(
    "reads the time %j of a database",
    (sentAt) => expect(stepOf({ tries: [{ key: 1, at: sentAt }] })).toMatchObject({ step: "again" }),
  );

  const listed = { id: "Transaction:1", createdAt: at(10), isClaimed: false };
  const look = (more: object) => ({ tries: [failed(unknown)], looked: { at: at(20), ...more } as never });
  const ending = (more: object) => ({
    tries: [{ key: 1, at: at(0), ended: { at: at(1), ...more } as never }],
  });
  it.each<[PaymentHistory, string]>([
    [{ tries: [{ key: 1, at: "soon" }] }, "tries[0].at` must be a time"],
    [{ tries: [{ key: 1, at: at(0), ended: {} as never }] }, "tries[0].ended.at` must be a time"],
    [{ tries: [], looked: {} as never }, "looked.at` must be a time"],
    [{ tries: [], looked: { at: "" } }, "looked.at` must be a time"],
    [{ tries: [], continuedAt: "" }, "continuedAt` must be a time"],
    [{ tries: {} as never }, "tries` must be an array"],
    [{ tries: [null as never] }, "tries[0]` must be an object"],
    [{ tries: [failed(failure(), 0, { request: "lookup" as never })] }, 'must be "payment" or "payee"'],
    [null as never, "history` must be an object"],
    [{ tries: [failed(unknown, 0, { key: 2 }), failed(unknown)] }, "tries[1].key` must never fall"],
    [{ tries: [{ key: Number.NaN, at: at(1) }] }, "tries[0].key` must be an integer"],
    [{ tries: [{ key: "1" as never, at: at(1) }] }, "tries[0].key` must be an integer"],
    // Nothing was paid under an empty id.
    [ending({ result: { id: "" }, error: unknown }), "tries[0].ended.result.id` must be a non-empty string"],
    [ending({ error: { ...unknown, id: "" } }), "tries[0].ended.error.id` must be a non-empty string"],
    [ending({ error: "timeout" }), "tries[0].ended.error` must be an object"],
    // The text "401" is no status that speaks of the caller, so it would refuse the payee.
    [ending({ error: failure({ status: "401" as never }) }), "error.status` must be an integer"],
    [ending({ error: { ...unknown, retryAfter: "soon" } }), "error.retryAfter` must be a number"],
    [look({ quoteStatus: "" }), "looked.quoteStatus` must be a non-empty string"],
    [look({ listed: {} }), "looked.listed` must be an array"],
    [look({ listed: [null] }), "looked.listed[0]` must be an object"],
    [look({ listed: [{ ...listed, id: undefined }] }), "listed[0].id` must be a non-empty string"],
    // Another payment may have claimed it.
    [look({ listed: [{ ...listed, isClaimed: null }] }), "listed[0].isClaimed` must be true or false"],
    // PostgreSQL's driver returns a count as text.
    [look({ equalOpen: "0" }), "looked.equalOpen` must be an integer"],
  ])("asks a person about a row that it cannot read: %j", (history, reason) => {
    expect(stepOf(history)).toEqual({ step: "ask", reason: expect.stringContaining(reason) });
  });
});

describe("failureRecord", () => {
  it("keeps what the next step needs, as JSON, of a refusal and of a lost response", async () => {
    const simulator = new Simulator();
    const payments = new PaymentsClient({ ...simulator.clientOptions(), maxRetries: 0 });
    const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
    const params = {
      source: { accountId: account!.id },
      destination: { accountId: "ExternalAccount:no" },
      amount: 1,
    } as const;
    const call = () => payments.transfers.out(params, { idempotencyKey: "key-1" }).catch(failureRecord);
    expect(await call()).toMatchObject({
      code: "REFERENCE_NOT_FOUND",
      outcome: "not-executed",
      advice: "fix",
      status: 404,
    });
    const payee = await payments.platform.externalAccounts.create({
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "123456300",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
      },
    });
    const short = await payments.transfers
      .out({ ...params, destination: { accountId: payee.id } }, { idempotencyKey: "key-2" })
      .catch(failureRecord);
    expect(short).toMatchObject({
      code: "AMOUNT_OUT_OF_RANGE",
      outcome: "not-executed",
      advice: "fix",
      temporary: true,
      operation: "transfers.out",
      idempotencyKey: "key-2",
      requestId: expect.any(String),
    });
    simulator.faults.add({ operation: "POST /transfer-out", kind: "reset-after", times: 1 });
    const record = await call();
    expect(record).toMatchObject({
      code: "CONNECTION_FAILED",
      idempotencyKey: "key-1",
      outcome: "unknown",
      advice: "retry-later",
    });
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });

  it("keeps the id of a payment if an amount of its response cannot be read", async () => {
    const body =
      '{"id":"Transaction:7","type":"OUTGOING","sentAmount":{"amount":1},"receivedAmount":{"amount":9007199254740993}}';
    const payments = new PaymentsClient({
      ...new Simulator().clientOptions(),
      fetch: async () => new Response(body, { status: 201 }),
    });
    const parties = {
      source: { accountId: "InternalAccount:1" },
      destination: { accountId: "ExternalAccount:1" },
    };
    const error: unknown = await payments.transfers
      .out({ ...parties, amount: 1 }, { idempotencyKey: "key-1" })
      .catch((thrown: unknown) => thrown);
    const record = failureRecord(error);
    expect(record).toMatchObject({ code: "INVALID_RESPONSE", outcome: "executed", id: "Transaction:7" });
    const at = "2026-11-26T08:00:00Z";
    const tries = [{ key: 1, at, ended: { at, error: record } }];
    expect(nextStep({ tries }, { now: new Date(at) })).toEqual({ step: "done", id: "Transaction:7" });
  });

  it("counts an error of other code as unknown", () => {
    // PostgreSQL stores no NUL and no half of a surrogate pair.
    expect(failureRecord(new TypeError("x\0\ud83d😀"))).toEqual({
      code: "UNEXPECTED",
      message: "x\ufffd\ufffd😀",
      outcome: "unknown",
      advice: "retry-later",
    });
  });

  it.each<[unknown, string]>([
    [Object.create(null), "object"],
    [{ toString: 1 }, "object"],
    [Object.assign(Object.create(null) as object, { message: "no table" }), "no table"],
    ["text", "text"],
    [Symbol("x"), "Symbol(x)"],
    [null, "object"],
    [undefined, "undefined"],
  ])("takes any thrown value: case %#", (thrown, message) => {
    expect(failureRecord(thrown)).toMatchObject({ code: "UNEXPECTED", message, outcome: "unknown" });
  });
});
