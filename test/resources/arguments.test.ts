import { describe, expect, it } from "vitest";
import { createClient } from "../core/client";
import {
  argumentsOf,
  argumentsWith,
  callMethod,
  isCompound,
  methodNames,
  METHODS,
  pathsIn,
  withValue,
} from "./methods";
import type { Method } from "./methods";
import { valueAt } from "../../src/core/fields";
import { OPERATIONS } from "../../src/operations/all";
import type { Kind } from "../../src/options/kinds";
import type { Operation } from "../../src/operations/operation";
import { WITNESS } from "./witness";

const withParams = METHODS.filter(({ params }) => params !== undefined);
const withId = METHODS.filter(({ id }) => id !== undefined);
const lists = METHODS.filter(({ name }) => name.endsWith(".list"));
const KEYED = WITNESS.filter(({ isKeyed }) => isKeyed).map(({ name }) => name);

async function expectRefusal(method: Method, args: readonly unknown[], path: string): Promise<string> {
  const { error, calls } = await callMethod(method.name, args);
  expect(error).toMatchObject({ name: "InvalidRequestError", outcome: "not-executed", issues: [{ path }] });
  expect(calls).toHaveLength(0);
  return String(error);
}

it("lists the arguments of a valid call for every method", () => {
  const names = methodNames(createClient({ fetch: () => Promise.reject(new Error("not called")) }));
  expect(METHODS.map(({ name }) => name).sort()).toEqual(names.filter((name) => !isCompound(name)).sort());
});

describe.each(METHODS)("$name", (method) => {
  it("accepts null for no options", async () => {
    const { error, calls } = await callMethod(method.name, [...argumentsOf(method), null]);
    expect(error).toBeUndefined();
    expect(calls).toHaveLength(1);
  });
});

describe.each(withParams)("the parameters of $name", (method) => {
  it("must be an object", async () => {
    for (const params of ["text", 1, true, [], Symbol("params"), () => {}]) {
      await expectRefusal(method, argumentsWith(method, params), "params");
    }
  });

  it.each(["Idempotency-Key", "idempotency_key", "IdempotencyKey", "idempotencykey", "idempotency-key"])(
    "must not contain the idempotency key as %s",
    async (name) => {
      const message = await expectRefusal(
        method,
        argumentsWith(method, { ...method.params, [name]: "payroll-1" }),
        name,
      );
      expect(message).toContain("belongs in the options, which are the last argument");
    },
  );

  it("must not contain the idempotency key, which would protect nothing there", async () => {
    const params = { ...method.params, idempotencyKey: "payroll-1" };
    const message = await expectRefusal(method, argumentsWith(method, params), "idempotencyKey");
    expect(message).toContain("belongs in the options, which are the last argument");
  });

  it("must not contain an undefined idempotency key, which may be a misspelt column [C13]", async () => {
    const params = { ...method.params, idempotencyKey: undefined };
    await expectRefusal(method, argumentsWith(method, params), "idempotencyKey");
  });
});

describe.each(METHODS.filter(({ name }) => KEYED.includes(name)))("the parameters of $name", (method) => {
  it.each([
    ["signal", new AbortController().signal],
    ["timeout", 1_000],
    ["totalTimeout", 1_000],
    ["maxRetries", 0],
    ["headers", {}],
  ])("must not contain the option `%s`", async (name, value) => {
    await expectRefusal(method, argumentsWith(method, { ...method.params, [name]: value }), name);
  });
});

describe.each(withId)("the id of $name", (method) => {
  it.each([
    ["a number", 1],
    ["null", null],
    ["missing", undefined],
    ["a symbol", Symbol("Customer:1")],
    ["an object without a text form", Object.create(null)],
    ["empty", ""],
    ["blank", " "],
  ])("is rejected: %s", async (_case, id) => {
    await expectRefusal(method, [id, ...argumentsOf(method).slice(1)], "id");
  });
});

// A UMA address and the code of an invitation are not ids.
const withPrefixedId = withId.filter(
  ({ name, id }) => !name.startsWith("invitations.") && !id?.startsWith("$"),
);

describe.each(withPrefixedId)("the id of $name", (method) => {
  it("must not belong to another known resource", async () => {
    const foreign = method.id?.startsWith("Quote:") ? "Customer:1" : "Quote:1";
    const message = await expectRefusal(method, [foreign, ...argumentsOf(method).slice(1)], "id");
    expect(message).toContain(`got "${foreign}"`);
    const { error } = await callMethod(method.name, ["0195", ...argumentsOf(method).slice(1)]);
    expect(error).toBeUndefined();
  });
});

// A new id or amount without a check fails here.
describe.each(withParams)("each id and each number among the parameters of $name", (method) => {
  it("is refused unsent when it is wrong", async () => {
    for (const path of pathsIn(method.params)) {
      const value = valueAt(method.params, path);
      const isId = typeof value === "string" && /^[A-Z]\w+:/.test(value);
      for (const wrong of isId ? ["Session:1", 7] : typeof value === "number" ? [-1, "1", Number.NaN] : []) {
        await expectRefusal(method, argumentsWith(method, withValue(method.params, path, wrong)), path);
      }
    }
  });

  it("is among the arguments of these tests", () => {
    const operation: Operation | undefined = OPERATIONS.find(({ name }) => name === method.name);
    const { query, body, form, params } = operation ?? {};
    const checks = Object.entries((query ?? body ?? form ?? params)?.checks ?? {});
    const isAmount = (kind: Kind) => kind(1, "") === undefined && kind(-1, "") !== undefined;
    const isId = (kind: Kind) => kind("0195", "") === undefined && kind("Session:1", "") !== undefined;
    const money = checks.filter(([, kind]) => isAmount(kind) || isId(kind));
    expect(pathsIn(method.params)).toEqual(expect.arrayContaining(money.map(([path]) => path)));
  });
});

describe.each(lists)("the query of $name", (method) => {
  const query = (params: object) => argumentsWith(method, { ...method.params, ...params });

  it.each([
    ["a symbol", Symbol("10")],
    ["an object without a text form", Object.create(null)],
    ["text", "10"],
    ["a fraction", 1.5],
    ["0", 0],
    ["101", 101],
  ])("must not have a limit that is %s", async (_case, limit) => {
    await expectRefusal(method, query({ limit }), "limit");
  });

  it.each([
    ["empty", ""],
    ["a number", 5],
    ["a symbol", Symbol("c1")],
  ])("must not have a cursor that is %s", async (_case, cursor) => {
    await expectRefusal(method, query({ cursor }), "cursor");
  });

  it.each([
    ["a symbol", Symbol("EUR")],
    ["a function", () => "EUR"],
    ["not a number", Number.NaN],
    ["an object", { code: "EUR" }],
    ["a list with a symbol", ["EUR", Symbol("EUR")]],
  ])("must not have a value that is not text: %s", async (_case, value) => {
    await expectRefusal(method, query({ aNewFilter: value }), "aNewFilter");
  });
});

it("rejects a numeric one-time password before any request, because it would lose leading zeros", async () => {
  const verify = METHODS.find(({ name }) => name === "auth.credentials.verify");
  const { error, calls } = await callMethod("auth.credentials.verify", [
    "AuthMethod:1",
    withValue(verify?.params, "otp", 123456),
  ]);
  expect(error).toMatchObject({
    name: "InvalidRequestError",
    issues: [{ path: "otp", message: "must be a non-empty string, got a number" }],
  });
  expect(String(error)).not.toContain("123456");
  expect(calls).toHaveLength(0);
});
