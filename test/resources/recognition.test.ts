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
import { withValue } from "./methods";
import type { ResponseMismatchEvent } from "../../src/core/types";
import { AMOUNTS, READS, toUma, WRITES } from "./repeated-members";
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

  it.each(READS)("is returned and reported by %s: `%s` is %s", async (_operation, path, other, call) => {
    const { result, issues, body } = await madeWith(call, path, other);
    expect(result).toEqual(body);
    expect(issues).toMatchObject([{ path, message: expect.stringContaining(other) }]);
  });

  it.each(READS)("is rejected in strict mode by %s: `%s` is %s", async (operation, path, other, call) => {
    const { error } = await madeWith(call, path, other, "strict");
    expect(error).toMatchObject({
      name: "ResponseValidationError",
      code: "INVALID_RESPONSE",
      operation,
      issues: [{ path }],
    });
  });

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

  it("is not reported if the fees explain it", async () => {
    const quote = { totalSendingAmount: 5_025, feesIncluded: 25 };
    const { fetch } = fakeFetch(genuineWith(quote));
    const payments = createClient({ fetch, validation: "strict" });
    expect(await payments.quotes.create(quoteParams)).toMatchObject(quote);
  });
});
