import type { PaymentsClient } from "payments-sdk";
import { expect } from "vitest";
import { createClient, fakeFetch } from "../core/client";
import type { FetchCall } from "../core/client";
import { genuineWith } from "./genuine";
import { OPERATIONS } from "../../src/operations/all";
import type { Operation } from "../../src/operations/operation";
import type { WireCase } from "./wire";
import { cases } from "./wire-cases";

/** The arguments of a valid call before its options. */
export interface Method {
  readonly name: string;
  /** An id or an address in the path. */
  readonly id?: string;
  /** The content of a file, if it is a separate argument. */
  readonly file?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A client with methods that record their arguments and send nothing. */
function recorder(record: (args: readonly unknown[]) => void): PaymentsClient {
  const member: unknown = new Proxy(() => {}, {
    get: () => member,
    apply: (_target, _this, args: unknown[]) => record(args),
  });
  return member as PaymentsClient;
}

const isObject = (value: unknown) => Object.prototype.toString.call(value) === "[object Object]";

/** Whether the operation has parameters, and whether its first argument is a file. */
function formOf(method: string): { takesParams: boolean; textIs: "file" | "id" } {
  const operation: Operation | undefined = OPERATIONS.find(({ name }) => name === method);
  const { http = "{id}", query, body, form, params } = operation ?? {};
  return {
    takesParams: (query ?? body ?? form ?? params) !== undefined,
    textIs: http.includes("{") ? "id" : "file",
  };
}

/** The method of a wire case, and its arguments. Tests of pages choose the page themselves. */
function methodOf({ name, call }: WireCase): Method & { readonly hasOptions: boolean } {
  let made: readonly unknown[] = [];
  void call(recorder((args) => (made = args)));
  const { takesParams, textIs } = formOf(name);
  const text = typeof made[0] === "string" ? made[0] : undefined;
  const [first, ...others] = made.slice(text === undefined ? 0 : 1);
  const params = takesParams && isObject(first) ? first : undefined;
  const { limit: _limit, cursor: _cursor, ...plain } = Object(params) as Record<string, unknown>;
  return {
    name,
    ...(text !== undefined && { [textIs]: text }),
    ...(params !== undefined && { params: plain }),
    hasOptions: (params === undefined ? [first] : others).some(isObject),
  };
}

const called = cases.map(methodOf);

/** The fullest call of each method that needs no options. */
const fullest = [...new Set(called.map(({ name }) => name))].map((name): Method => {
  const calls = called.filter((method) => method.name === name && !method.hasOptions);
  const { hasOptions: _, ...method } =
    calls.find(({ params }) => params !== undefined) ?? calls[0] ?? expect.fail(`no call of ${name}`);
  return method;
});

/** Methods that read a resource until it is final. */
const WAITS = ["customers.bulk", "quotes", "transactions"];

/** Every method that sends something, with the arguments of a valid call. */
export const METHODS: readonly Method[] = [
  ...fullest,
  ...fullest
    .filter(({ name }) => WAITS.some((owner) => name === `${owner}.retrieve`))
    .map((method) => ({ ...method, name: method.name.replace("retrieve", "waitFor") })),
];

/** Methods that make several calls of others. They have tests of their own. */
export const isCompound = (name: string): boolean => name.endsWith(".findOrCreate");

/** The names of the client's own methods, without the shared methods of resources. */
export function methodNames(owner: object, prefix = ""): string[] {
  const resources = Object.entries(owner).filter(([, value]) => typeof value === "object" && value !== null);
  const nested = resources.flatMap(([name, resource]) => methodNames(resource, `${prefix}${name}.`));
  if (prefix === "") return nested;
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(owner)).filter(
    (name) => name !== "constructor",
  );
  return [...nested, ...own.map((name) => `${prefix}${name}`)];
}

/** The arguments of a valid call, without options. */
export const argumentsOf = ({ id, file, params }: Method): unknown[] => [
  ...(id === undefined ? [] : [id]),
  ...(file === undefined ? [] : [file]),
  ...(params === undefined ? [] : [params]),
];

/** The arguments of a call with other parameters. */
export const argumentsWith = ({ id }: Method, params: unknown): unknown[] => [
  ...(id === undefined ? [] : [id]),
  params,
];

/** Calls a method of a client by its name with any arguments, as plain JavaScript can. A list is awaited for its first page. */
export async function invoke(
  payments: PaymentsClient,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const path = name.split(".");
  const owner = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, payments);
  return Reflect.apply(Reflect.get(owner, path.at(-1) ?? "") as () => unknown, owner, args);
}

/** Calls a method of a client of its own. Resolves to its requests, and its result or error. */
export async function callMethod(name: string, args: readonly unknown[]) {
  const { fetch, calls } = fakeFetch(genuineWith({ status: "COMPLETED" }));
  const payments = createClient({ fetch, validation: "off" });
  return { calls: calls as readonly FetchCall[], ...(await settled(invoke(payments, name, args))) };
}

async function settled(running: Promise<unknown>): Promise<{ result?: unknown; error?: unknown }> {
  try {
    return { result: await running };
  } catch (error) {
    return { error };
  }
}

/** The paths of all values that are not objects. */
export const pathsIn = (value: unknown, prefix = ""): string[] =>
  Object.entries((value ?? {}) as object).flatMap(([name, inner]) =>
    isObject(inner) ? pathsIn(inner, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

/** A copy of an object with another value at a path such as `source.accountId`. */
export function withValue(object: unknown, path: string, value: unknown): Record<string, unknown> {
  const [name = "", ...rest] = path.split(".");
  const copy: Record<string, unknown> = { ...Object(object) };
  copy[name] = rest.length === 0 ? value : withValue(copy[name], rest.join("."), value);
  return copy;
}
