import { describe, expect, it } from "vitest";
import {
  createClient,
  customerParams,
  fakeFetch,
  json,
  quoteParams,
  rejection,
  transfer,
} from "../core/client";
import { genuine, genuineWith } from "./genuine";
import { pathsIn, withValue } from "./methods";
import { valueAt } from "../../src/core/fields";
import type { ResponseMismatchEvent } from "../../src/core/types";
import { AMOUNTS, CHANGES, PAYMENTS, READS, toUma, transferOut, WRITES } from "./repeated-members";
import type { Call } from "./repeated-members";

/** Makes a call. Its genuine response has another value at one path. */
async function madeWith(
  call: Call,
  path: string,
  value: unknown,
  validation: "lenient" | "strict" = "lenient",
) {
  const mismatches: ResponseMismatchEvent[] = [];
  const bodies: unknown[] = [];
  const { fetch, calls } = fakeFetch(async (request) => {
    const response = genuine(request);
    const body = withValue(await response.json(), path, value);
    bodies.push(JSON.parse(JSON.stringify(body)));
    return json(body, response.status);
  });
  const hooks = { onResponseMismatch: (event: ResponseMismatchEvent) => mismatches.push(event) };
  const outcome = await call(createClient({ fetch, hooks, validation })).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  );
  return { ...outcome, calls, issues: mismatches.flatMap(({ issues }) => issues), body: bodies.at(-1) };
}

describe("the response to another request", () => {
  it.each(WRITES)("is not the result of %s: `%s` is %s", async (operation, path, other, call) => {
    const { error, calls, body } = await madeWith(call, path, other);
    expect(error).toMatchObject({
      name: "UnrelatedResponseError",
      code: "UNRELATED_RESPONSE",
      operation,
      outcome: "unknown",
      issues: [{ path, message: expect.stringContaining(`the response says ${JSON.stringify(other)}`) }],
      body,
    });
    expect(calls).toHaveLength(1);
  });

  it.each(READS)(
    "is read again, and is not the result of %s: `%s` is %s",
    async (operation, path, other, call) => {
      for (const validation of ["lenient", "strict"] as const) {
        const { error, calls, issues } = await madeWith(call, path, other, validation);
        expect(error).toMatchObject({
          name: "UnrelatedResponseError",
          code: "UNRELATED_RESPONSE",
          operation,
          outcome: "not-executed",
          advice: "retry",
          issues: [{ path, message: expect.stringContaining(`the response says ${JSON.stringify(other)}`) }],
        });
        expect(calls.length).toBeGreaterThan(1);
        expect(issues).toEqual([]);
      }
    },
  );

  it("causes an error that names every different field", async () => {
    const source = { sourceType: "ACCOUNT", accountId: "ExternalAccount:2" };
    const destination = { destinationType: "ACCOUNT", accountId: "InternalAccount:2" };
    const { fetch } = fakeFetch(genuineWith({ source, destination }));
    expect(await rejection(createClient({ fetch }).transfers.in(transfer))).toMatchObject({
      issues: [{ path: "source.accountId" }, { path: "destination.accountId" }],
    });
  });

  it("is compared with the sent request, even if the caller changes the parameters meanwhile", async () => {
    const { fetch } = fakeFetch(genuine);
    const params = { ...transfer };
    const done = createClient({ fetch }).transfers.in(params);
    params.source = { accountId: "ExternalAccount:2" };
    expect(await done).toMatchObject({ source: transfer.source });
  });
});

describe("a genuine response", () => {
  it.each([...WRITES, ...READS])(
    "is the result of %s: `%s` is not %s",
    async (_operation, _path, _other, call) => {
      const { fetch } = fakeFetch(genuine);
      expect(await call(createClient({ fetch, validation: "strict" }))).toBeTypeOf("object");
    },
  );

  it.each(WRITES.filter(([, path]) => path.includes(".")))(
    "of %s may lack `%s`",
    async (_operation, path, _other, call) => {
      for (const absent of [undefined, null]) {
        const { result, body } = await madeWith(call, path, absent);
        expect(result).toEqual(body);
      }
    },
  );

  it("may have ids and addresses in another case", async () => {
    const { result } = await madeWith(
      ({ quotes }) => quotes.create(toUma),
      "destination.umaAddress",
      "$BOB@Example.com",
    );
    expect(result).toMatchObject({ destination: { umaAddress: "$BOB@Example.com" } });
  });

  it.each(["source.currency", "destination.currency"])("may have another `%s`", async (path) => {
    const { result, body } = await madeWith(({ quotes }) => quotes.create(toUma), path, "MXN");
    expect(result).toEqual(body);
  });

  it("may have an id without a known prefix", async () => {
    const { result } = await madeWith(({ transfers }) => transfers.in(transfer), "id", "0195-no-prefix");
    expect(result).toMatchObject({ id: "0195-no-prefix" });
  });
});

describe("a body of another operation", () => {
  it("has the id of another kind, so a call with a key is sent again", async () => {
    const { error, calls } = await madeWith(({ transfers }) => transfers.in(transfer), "id", "Quote:1");
    expect(error).toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
      advice: "retry-later",
      issues: [{ path: "id", message: "is not the id of a Transaction" }],
    });
    expect(calls).toHaveLength(3);
  });

  it.each([{}, { message: "Accepted" }, null, "OK", [], 7])(
    "is %j, so a call without a key is not sent again",
    async (body) => {
      const { fetch, calls } = fakeFetch(() => json(JSON.stringify(body)));
      const error = await rejection(createClient({ fetch }).customers.create(customerParams));
      expect(error).toMatchObject({ code: "UNRELATED_RESPONSE", outcome: "unknown", advice: "reconcile" });
      expect(calls).toHaveLength(1);
    },
  );
});

// A new operation that declares nothing of its genuine response fails here.
it.each(CHANGES)("a JSON object of somebody else is no result of %s %s", async (operation, _title, call) => {
  const { fetch } = fakeFetch(() => json({ status: "ok", message: "Accepted" }));
  expect(await rejection(Promise.resolve(call(createClient({ fetch, maxRetries: 0 }))))).toMatchObject({
    code: "UNRELATED_RESPONSE",
    operation,
    outcome: "unknown",
  });
});

describe("a payment rests on two independent facts [C1]", () => {
  const foreign: [string, object, string][] = [
    ["a number as its id", { id: 4711, type: "access_denied" }, "id"],
    ["a number as its id, and a known type", { id: 4711, type: "OUTGOING" }, "id"],
    ["the id and the type of a queue", { id: "msg-1", type: "QUEUED" }, "type"],
    ["empty texts", { id: "", type: "" }, "id"],
    ["no more than an id", { id: "Transaction:1", type: "QUEUED" }, "type"],
    ["the id of the request", { id: "Transaction:1", type: "access_denied", status: "denied" }, "type"],
  ];
  it.each(foreign)("so %s is no result", async (_case, body, path) => {
    for (const validation of ["lenient", "strict"] as const) {
      const payments = createClient({
        fetch: fakeFetch(() => json(body, 202)).fetch,
        validation,
        maxRetries: 0,
      });
      for (const call of [
        () => payments.transfers.out(transferOut),
        () => payments.transfers.in(transfer),
        () => payments.transactions.approve("Transaction:1"),
      ]) {
        expect(await rejection(call())).toMatchObject({
          code: "UNRELATED_RESPONSE",
          outcome: "unknown",
          issues: [{ path }],
        });
      }
    }
  });

  it.each([
    ["status", { id: "Quote:1", source: {}, destination: {}, status: "queued" }],
    ["status", { id: "Quote:1", source: "web", destination: "gateway" }],
    ["id", { id: 1, source: {}, destination: {}, status: "PENDING" }],
  ])("so a body with a foreign `%s` is no quote", async (path, body) => {
    const payments = createClient({ fetch: fakeFetch(() => json(body)).fetch, maxRetries: 0 });
    const calls = [() => payments.quotes.create(quoteParams), () => payments.quotes.execute("Quote:1")];
    for (const call of calls) {
      expect(await rejection(call())).toMatchObject({
        code: "UNRELATED_RESPONSE",
        outcome: "unknown",
        issues: expect.arrayContaining([expect.objectContaining({ path })]),
      });
    }
  });

  it.each([
    ["a known type", { id: "0195-no-prefix", type: "OUTGOING" }],
    ["a known status", { id: "0195-no-prefix", type: "A_NEW_TYPE", status: "PROCESSING" }],
    ["the source of the request", { id: "t-1", type: "A_NEW_TYPE", source: transferOut.source }],
    ["the destination of the request", { id: "t-1", type: "NEW", destination: transferOut.destination }],
  ])("and %s is enough beside an id", async (_case, body) => {
    const { fetch } = fakeFetch(() => json(body, 201));
    expect(await createClient({ fetch }).transfers.out(transferOut)).toEqual(body);
  });
});

describe("an amount that differs from the request", () => {
  it.each(AMOUNTS)("is returned and reported by %s: `%s`", async (_operation, path, asked, call) => {
    for (const other of [asked - 1, asked + 1, asked * 2]) {
      const { result, issues, body } = await madeWith(call, path, other);
      expect(result).toEqual(body);
      expect(issues).toEqual([{ path, message: `asked for ${asked}, the response says ${other}` }]);
    }
  });

  it.each(AMOUNTS)("is rejected in strict mode by %s: `%s`", async (operation, path, asked, call) => {
    const { error } = await madeWith(call, path, asked + 1, "strict");
    expect(error).toMatchObject({
      name: "ResponseValidationError",
      code: "INVALID_RESPONSE",
      operation,
      outcome: "executed",
      issues: [{ path }],
    });
  });

  // A new payment without a declared amount fails here.
  it.each(PAYMENTS)("is reported by %s", async (_operation, call) => {
    const reported: string[] = [];
    const { fetch } = fakeFetch(async (request) => {
      const response = genuine(request);
      const body: unknown = await response.json();
      const amounts = pathsIn(body).filter(
        (path) => /amount$/i.test(path) && Number(valueAt(body, path)) > 0,
      );
      const other = amounts.reduce((at, path) => withValue(at, path, Number(valueAt(at, path)) + 7), body);
      return json(other, response.status);
    });
    const onResponseMismatch = ({ issues }: ResponseMismatchEvent) =>
      void reported.push(...issues.map(({ message }) => message));
    await call(createClient({ fetch, hooks: { onResponseMismatch } }));
    expect(reported.join()).toContain("asked for");
  });

  it("is not reported if the fees explain it", async () => {
    const quote = { totalSendingAmount: 5_025, feesIncluded: 25 };
    const { fetch } = fakeFetch(genuineWith(quote));
    const payments = createClient({ fetch, validation: "strict" });
    expect(await payments.quotes.create(quoteParams)).toMatchObject(quote);
  });
});
