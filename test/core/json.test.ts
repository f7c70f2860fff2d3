/** The client checks what it sends: it reads each argument once. */
import type { PaymentsClient, TransferOutParams } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

const accounts = {
  source: { accountId: "InternalAccount:1" },
  destination: { accountId: "ExternalAccount:1" },
} as const;

/** Gives another value at each read. */
function changing<T>(...values: T[]): () => T {
  let reads = 0;
  return () => values[Math.min(reads++, values.length - 1)] as T;
}

/** The bodies and addresses that a call sent, and its error. */
async function sentBy(call: (payments: PaymentsClient) => PromiseLike<unknown>) {
  const { fetch, calls } = fakeFetch(() => json({ data: [], hasMore: false }));
  const error = await rejection(
    Promise.resolve(call(createClient({ fetch, maxRetries: 0 }))).then(() => {
      throw undefined;
    }),
  );
  const bodies = calls.map(({ init }) => JSON.parse(String(init.body ?? null)) as unknown);
  return { error, bodies, urls: calls.map(({ url }) => url) };
}

describe("a parameter that changes between two reads is sent as it was checked:", () => {
  it("a getter", async () => {
    const amount = changing(5, -500);
    const { bodies } = await sentBy((payments) =>
      payments.transfers.out({
        ...accounts,
        get amount() {
          return amount();
        },
      }),
    );
    expect(bodies).toEqual([{ ...accounts, amount: 5 }]);
  });

  it("a getter inside another object", async () => {
    const id = changing("InternalAccount:1", "InternalAccount:2");
    const source = {
      get accountId() {
        return id();
      },
    };
    const { bodies } = await sentBy((payments) =>
      payments.transfers.out({ ...accounts, source, amount: 5 } as TransferOutParams),
    );
    expect(bodies).toEqual([{ ...accounts, amount: 5 }]);
  });

  it("a filter of a list", async () => {
    const id = changing("Customer:1", "Quote:1");
    const { urls } = await sentBy((payments) =>
      payments.transactions.list({
        get customerId() {
          return id() as "Customer:1";
        },
      }),
    );
    expect(urls[0]).toContain("customerId=Customer%3A1");
  });

  it("a body of a raw call", async () => {
    const amount = changing(5, 500);
    const body = {
      get amount() {
        return amount();
      },
    };
    const { bodies } = await sentBy((payments) => payments.request("POST", "/cards", { body }));
    expect(bodies).toEqual([{ amount: 5 }]);
  });
});

describe("the checks see what `toJSON` writes:", () => {
  const issuesOf = async (params: object) =>
    (await sentBy((payments) => payments.transfers.out(params as TransferOutParams))).error;

  it("of the parameters", async () => {
    const params = { ...accounts, amount: 5, toJSON: () => ({ ...accounts, amount: -5 }) };
    expect(await issuesOf(params)).toMatchObject({ issues: [{ path: "amount" }] });
  });

  it("of an object among them", async () => {
    const source = { ...accounts.source, toJSON: () => ({ accountId: "Quote:1" }) };
    expect(await issuesOf({ ...accounts, source, amount: 5 })).toMatchObject({
      issues: [{ path: "source.accountId" }],
    });
  });

  it("with an idempotency key, which would protect nothing", async () => {
    const params = { toJSON: () => ({ ...accounts, amount: 5, idempotency_key: "row-1" }) };
    expect(await issuesOf(params)).toMatchObject({ issues: [{ path: "idempotency_key" }] });
  });

  it.each([
    ["nothing", () => undefined],
    ["an error", () => { throw new Error("SENSITIVE"); }],
    ["itself inside", () => { const circle: unknown[] = []; circle.push(circle); return circle; }],
  ])("%s", async (_case, toJSON) => {
    expect(await issuesOf({ ...accounts, amount: 5, toJSON })).toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "params", message: "cannot be sent as JSON" }],
    });
  }); // prettier-ignore
});

it("refuses a `toJSON` that writes nothing: of the body of a raw call, and of a field", async () => {
  const nothing = { amount: 5, toJSON: () => undefined };
  const cases: [object, string][] = [
    [nothing, "body"],
    [{ fee: nothing }, "fee"],
  ];
  for (const [body, path] of cases) {
    const { error, bodies } = await sentBy((payments) => payments.request("POST", "/cards", { body }));
    expect(error).toMatchObject({ issues: [{ path, message: "cannot be sent as JSON" }] });
    expect(bodies).toEqual([]);
  }
});

describe("a value of the wrong kind never looks like a lost connection:", () => {
  const unwritable = Object.create(null) as never;

  it("an address that has no text", async () => {
    const { error } = await sentBy((payments) =>
      payments.quotes.create({
        source: { sourceType: "ACCOUNT", ...accounts.source },
        destination: { destinationType: "UMA_ADDRESS", umaAddress: unwritable },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 5,
      }),
    );
    expect(error).toMatchObject({ name: "UnrelatedResponseError" });
  });

  it.each(["same", "amounts"])("a bigint or a symbol in `expect.%s` of a raw call", async (name) => {
    for (const value of [5n, Symbol("id")]) {
      const { error, urls } = await sentBy((payments) =>
        payments.request("POST", "/cards", { body: {}, expect: { [name]: { id: value as unknown } } }),
      );
      expect(error).toMatchObject({ issues: [{ path: "id" }], outcome: "not-executed" });
      expect(urls).toEqual([]);
    }
  });

  it("an id in a response", async () => {
    const { fetch } = fakeFetch(() => json({ id: { toString: 1 }, data: 1 }));
    const error = await rejection(
      createClient({ fetch }).request("POST", "/cards", { body: {}, expect: { same: { id: "Card:1" } } }),
    );
    expect(error).toMatchObject({ code: "UNRELATED_RESPONSE", outcome: "unknown" });
  });
});
