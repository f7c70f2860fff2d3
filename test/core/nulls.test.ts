import { isPaymentsError, isSignedRetryChallenge, PaymentsClient, responseOf } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection, transfer } from "./client";
import { genuine } from "./genuine";
import { page } from "./pages";
import type { ResponseMismatchEvent } from "../../src/core/types";

/** Passes values that the compiler would reject. */
const wrong = (value: unknown) => value as never;

describe("null and other values from JavaScript", () => {
  it.each([[null], [undefined], ["text"], [7]])("%o is not an error, a challenge or a result", (value) => {
    expect(isPaymentsError(value)).toBe(false);
    expect(isSignedRetryChallenge(value)).toBe(false);
    expect(responseOf(value)).toBeUndefined();
  });

  it("null as headers, options or parameters counts as absent", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    await payments.transactions.list({}, { headers: wrong(null) });
    await payments.transactions.list({}, wrong(null));
    await payments.transfers.in(transfer, { headers: wrong(null) });
    await payments.transfers.in(transfer, wrong(null));
    expect(calls).toHaveLength(4);
  });

  it.each([["kind"], ["fields"], ["form"], ["same"], ["amounts"]])(
    "null as the `%s` that a response must have counts as absent",
    async (name) => {
      const { fetch } = fakeFetch(() => json({ id: "Customer:1", state: "ACTIVE" }));
      const expected = { kind: "Customer", fields: ["state"], [name]: null };
      const body = await createClient({ fetch }).request("POST", "/things", { expect: wrong(expected) });
      expect(body).toEqual({ id: "Customer:1", state: "ACTIVE" });
    },
  );

  it("null as the form or the query of a raw call counts as absent", async () => {
    const { fetch, calls } = fakeFetch(() => json(page([1])));
    const payments = createClient({ fetch });
    await payments.request("POST", "/things", { body: { name: "Ada" }, form: wrong(null) });
    expect(calls[0]?.headers.get("content-type")).toBe("application/json");
    const query = wrong(null);
    expect(await payments.paginate("/things", { query }).toArray()).toHaveLength(1);
    expect(await payments.typed<never>().list(wrong("/things"), wrong({ query })).toArray()).toHaveLength(1);
  });

  it.each([["concurrent"], ["perSecond"]])("null as the limit `%s` counts as absent", async (name) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const payments = createClient({ fetch, limits: wrong({ [name]: null }), totalTimeout: 200 });
    await Promise.all([payments.request("GET", "/a"), payments.request("GET", "/b")]);
    expect(calls).toHaveLength(2);
  });

  it("a promise as options is rejected: its key would be lost", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const options = Promise.resolve({ idempotencyKey: "key-1" });
    expect(await rejection(createClient({ fetch }).transfers.in(transfer, wrong(options)))).toMatchObject({
      message: "`options` must be an object, got a promise: is an `await` missing?",
    });
    expect(() => new PaymentsClient(wrong(options))).toThrow(
      "`options` must be an object, got a promise: is an `await` missing?. Pass `{ baseUrl",
    );
    expect(calls).toHaveLength(0);
  });

  it.each([[5], [true], [""], [null]])("%o as the cursor of a list is rejected by name", (cursor) => {
    const { fetch } = fakeFetch(() => json(page([1])));
    const list = () => createClient({ fetch }).transactions.list({ cursor: wrong(cursor) });
    expect(list).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        issues: [{ path: "cursor", message: expect.anything() }],
      }),
    );
  });

  it("parameters that cannot be JSON are rejected", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const { fetch, calls } = fakeFetch(genuine);
    const failed = createClient({ fetch }).request("POST", "/customers", { body: circle });
    expect(await rejection(failed)).toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "params", message: "cannot be sent as JSON" }],
    });
    expect(calls).toHaveLength(0);
  });

  class Party {
    FULL_NAME = "Ada";
    get [Symbol.toStringTag]() {
      return "Party";
    }
  }

  it.each<[string, unknown]>([
    ["a map", new Map([["FULL_NAME", "Ada"]])],
    ["a set", new Set(["Ada"])],
    ["a promise", Promise.resolve({ FULL_NAME: "Ada" })],
    ["a function", () => "Ada"],
    ["a symbol", Symbol("Ada")],
    ["an invalid date", new Date("soon")],
    ["URLSearchParams", new URLSearchParams({ FULL_NAME: "Ada" })],
    ["an error", new Error("Ada")],
  ])("%s is rejected by name, because JSON would lose it", async (_what, value) => {
    const { fetch, calls } = fakeFetch(genuine);
    const body = { senderCustomerInfo: value };
    expect(await rejection(createClient({ fetch }).request("POST", "/quotes", { body }))).toMatchObject({
      code: "INVALID_REQUEST",
      issues: [{ path: "senderCustomerInfo", message: "cannot be sent as JSON" }],
    });
    expect(calls).toHaveLength(0);
  });

  it.each<[string, unknown, unknown]>([
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["an address", new URL("https://a.example"), "https://a.example/"],
    ["an instance of a class", new Party(), { FULL_NAME: "Ada" }],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["an empty object", {}, {}],
    ["null", null, null],
  ])("%s is sent", async (_what, value, sent) => {
    const { fetch, calls } = fakeFetch(() => json({ id: "1" }));
    await createClient({ fetch }).request("POST", "/things", { body: { value } });
    expect(JSON.parse(calls[0]!.init.body as string)).toEqual({ value: sent });
  });
});

describe("null and other values from a server or a platform", () => {
  it("null as the total of a list counts as absent", async () => {
    const { fetch } = fakeFetch(() => json(page([1], undefined, { totalCount: null })));
    expect(await createClient({ fetch }).transactions.list()).not.toHaveProperty("totalCount");
  });

  it.each([
    ["cause", Object.assign(new Error("odd"), { cause: null })],
    ["errors", Object.assign(new Error("odd"), { errors: null })],
    ["error", null],
  ])("null as the %s of a network failure is a network failure", async (_name, failure) => {
    const { fetch } = fakeFetch(() => Promise.reject(failure));
    const error = await rejection(createClient({ fetch, maxRetries: 0 }).transfers.in(transfer));
    expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
  });

  it("a response without a status, as in a worker, is not a result", async () => {
    const { fetch } = fakeFetch(() => Response.error());
    const error = await rejection(createClient({ fetch }).transfers.in(transfer));
    expect(error).toMatchObject({ name: "ApiError", status: 0, outcome: "unknown" });
  });

  it("a long number outside of any field, beside null, is reported and returned", async () => {
    const events: ResponseMismatchEvent[] = [];
    const { fetch } = fakeFetch(() => json("[null, 9007199254740993]"));
    const payments = createClient({ fetch, hooks: { onResponseMismatch: (event) => events.push(event) } });
    expect(await payments.request("GET", "/config")).toEqual([null, expect.any(Number)]);
    expect(events).toMatchObject([{ issues: [{ path: "1" }] }]);
  });

  it("a body too deep for the check of amounts is rejected with its path", async () => {
    const deep = `${'{"a":'.repeat(502)}9007199254740993${"}".repeat(502)}`;
    const { fetch } = fakeFetch(() => json(deep));
    expect(await rejection(createClient({ fetch }).request("GET", "/config"))).toMatchObject({
      code: "INVALID_RESPONSE",
      issues: [{ path: "a.".repeat(501).slice(0, -1), message: "is nested too deeply to be checked" }],
    });
  });
});

describe("an idempotency key", () => {
  it("is generated for POSTs that read one, but not for a GET at the same address", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    await payments.request("GET", "/quotes");
    await payments.request("POST", "/quotes", { body: {} });
    expect(calls.map(({ headers }) => headers.has("idempotency-key"))).toEqual([false, true]);
  });
});
