import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import type { PaymentsClient } from "payments-sdk";
import { createClient } from "../../core/client";
import { argumentsOf, METHODS } from "../../resources/methods";
import type { Method } from "../../resources/methods";
import { operationOf } from "../../resources/witness";
import { BASE } from "../../resources/wire";
import { cases } from "../../resources/wire-cases";
import { endingOf, requirePaymentsError } from "../assertions";
import type { Ending } from "../assertions";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { junk, oddText } from "../values";
import type { Junk } from "../values";

/** Where a value is put: the place of an argument, a property of the parameters, an option, or the id. */
type Place =
  | { readonly kind: "argument"; readonly index: number }
  | { readonly kind: "property"; readonly at: number }
  | { readonly kind: "extra"; readonly name: string }
  | { readonly kind: "option"; readonly name: string }
  | { readonly kind: "id" };

interface Case {
  readonly method: Method;
  readonly changes: readonly { readonly place: Place; readonly junk: Junk }[];
  readonly isFrozen: boolean;
}

const OPTIONS = [
  "idempotencyKey",
  "headers",
  "timeout",
  "totalTimeout",
  "maxRetries",
  "signal",
  "signer",
  "requestId",
  "prefetch",
  "until",
  "onProgress",
  "interval",
  "onUploadProgress",
  "__proto__",
];

/** The paths of an object's properties, for example `source.accountId`. */
export function pathsOf(value: unknown, prefix: string[] = []): string[][] {
  // The samples' own: what junk has inside is its own matter.
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return [];
  return Object.entries(value).flatMap(([name, item]) => [
    [...prefix, name],
    ...pathsOf(item, [...prefix, name]),
  ]);
}

/** A copy, or a new object in the place of what cannot be copied. */
function copyOf(value: unknown): Record<string, unknown> {
  try {
    return { ...(Object(value) as object) };
  } catch {
    return {};
  }
}

export function put(root: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const copy = copyOf(root);
  // An own property, whatever its name is.
  Object.defineProperty(copy, name, {
    value: put(copy[name], rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

function freeze(value: unknown, depth = 0): void {
  if (typeof value !== "object" || value === null || depth > 5 || ArrayBuffer.isView(value)) return;
  for (const item of Object.values(value)) freeze(item, depth + 1);
  Object.freeze(value);
}

function argumentsFor({ method, changes, isFrozen }: Case): unknown[] {
  const args = argumentsOf(method);
  const optionsAt = args.length;
  const paramsAt = optionsAt - 1;
  let options: unknown;
  for (const { place, junk: given } of changes) {
    const value = given.value();
    if (place.kind === "argument") args[place.index % (optionsAt + 2)] = value;
    else if (place.kind === "id") args[0] = value;
    else if (place.kind === "option") options = put(options, [place.name], value);
    else if (place.kind === "extra") args[paramsAt] = put(args[paramsAt], [place.name], value);
    else {
      const paths = pathsOf(method.params);
      const path = paths[place.at % Math.max(1, paths.length)];
      if (path !== undefined) args[paramsAt] = put(args[paramsAt], path, value);
    }
  }
  if (options !== undefined) args[optionsAt] = options;
  if (isFrozen) freeze(args);
  return args;
}

/** What an argument looks like. */
export const pictureOf = (value: unknown) => inspect(value, { depth: 5, showHidden: true });

/** The operation that each method calls, as its wire case says. */
const operations = new Map(cases.map(({ name, request }) => [name, operationOf(request)]));
const operationOfMethod = (name: string) => operations.get(name.replace(/waitFor$/, "retrieve"));

/** The request is the method's operation, at one address below the base, with valid headers and body. */
export function requireWellFormed(url: string, init: RequestInit, expected: string | undefined): void {
  assert.ok(url.startsWith(`${BASE}/`), `sent to ${url}`);
  assert.doesNotMatch(url, /[\ud800-\udfff]/u, "an address that has no UTF-8 form");
  const [path = ""] = url.slice(BASE.length).split(/[?#]/);
  const { pathname, hash } = new URL(url);
  const inner = pathname.slice(new URL(BASE).pathname.length);
  assert.equal(
    inner.split("/").length,
    path.split("/").length,
    "an address that a parser reads as another one",
  );
  assert.equal(hash, "");
  if (expected !== undefined) {
    assert.equal(inner, path, "an address with characters that must be encoded");
    assert.doesNotMatch(decodeURIComponent(path), /\/\.{1,2}(?:\/|$)/);
    assert.equal(operationOf(`${String(init.method)} ${path}`), expected);
  }
  const headers = new Headers(init.headers);
  assert.equal(headers.get("x-injected"), null);
  if (typeof init.body === "string") JSON.parse(init.body);
}

function methodOf(payments: PaymentsClient, name: string): () => unknown {
  const path = name.split(".");
  const owner = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, payments);
  return (Reflect.get(owner, path.at(-1) ?? "") as () => unknown).bind(owner);
}

async function holds(given: Case): Promise<void> {
  const { method } = given;
  const response = cases.find(({ name }) => name === method.name)?.response ?? { status: "COMPLETED" };
  const sent: { url: string; init: RequestInit }[] = [];
  const payments = createClient({
    fetch: (url, init) => {
      sent.push({ url, init });
      return Promise.resolve(Response.json({ ...(response as object), status: "COMPLETED", hasMore: false }));
    },
    validation: "off",
    maxRetries: 0,
  });
  const args = argumentsFor(given);
  const before = pictureOf(args);
  const ending = await endingOf(() => Reflect.apply(methodOf(payments, method.name), undefined, args));
  // What a function of the caller's throws is the caller's.
  const isOwn =
    given.changes.some(({ junk: { name } }) => name === "throwing function") && isCallersOwn(ending);
  if ("error" in ending && !isOwn) requirePaymentsError(ending.error);
  const expected = operationOfMethod(method.name);
  for (const { url, init } of sent) requireWellFormed(url, init, expected);
  assert.equal(pictureOf(args), before, "an argument was changed");
}

export const isCallersOwn = (ending: Ending) =>
  "error" in ending &&
  ending.error instanceof Error &&
  ending.error.message === "thrown by the caller's own object";

const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ kind: fc.constant("argument" as const), index: fc.nat(4) }),
  fc.record({ kind: fc.constant("property" as const), at: fc.nat(12) }),
  fc.record({
    kind: fc.constant("extra" as const),
    name: fc.constantFrom("__proto__", "toJSON", "then", "constructor", "extra", "limit", "cursor"),
  }),
  fc.record({ kind: fc.constant("option" as const), name: fc.constantFrom(...OPTIONS) }),
  fc.constant({ kind: "id" as const }),
);

export const methodArguments: FuzzProperty = defineProperty(
  "any argument of any method of the client",
  30,
  fc.record({
    method: fc.constantFrom(...METHODS),
    changes: fc.array(fc.record({ place, junk }), { minLength: 1, maxLength: 3 }),
    isFrozen: fc.boolean(),
  }),
  holds,
);

const withId = METHODS.filter(({ id }) => id !== undefined);

export const hostileIds: FuzzProperty = defineProperty(
  "any text as an id",
  40,
  fc.record({
    method: fc.constantFrom(...withId),
    text: fc
      .tuple(
        fc.constantFrom("", "Customer:", "Quote:", "Transaction:", "Session:"),
        oddText,
        fc.constantFrom("", "/x", "?x", "#x", "%2f.."),
      )
      .map((parts) => parts.join("")),
  }),
  ({ method, text }) =>
    holds({
      method,
      changes: [{ place: { kind: "id" }, junk: { name: text, value: () => text } }],
      isFrozen: false,
    }),
);

/** `payments.request` with a random method and path. */
export const rawRequests: FuzzProperty = defineProperty(
  "any argument of `payments.request`",
  20,
  fc.record({
    method: fc.oneof(
      fc.constantFrom("GET", "POST", "delete", "Patch").map((name): Junk => ({ name, value: () => name })),
      junk,
    ),
    path: fc.oneof(
      oddText.map((text): Junk => ({ name: text, value: () => `/${text}` })),
      junk,
    ),
    query: fc.dictionary(oddText, junk, { maxKeys: 2 }),
    body: fc.option(junk, { nil: undefined }),
  }),
  async ({ method, path, query, body }) => {
    const sent: { url: string; init: RequestInit }[] = [];
    const payments = createClient({
      fetch: (url, init) => {
        sent.push({ url, init });
        return Promise.resolve(Response.json({}));
      },
      maxRetries: 0,
    });
    const options = {
      query: Object.fromEntries(Object.entries(query).map(([name, { value }]) => [name, value()])),
      ...(body === undefined ? {} : { body: body.value() }),
    };
    const ending = await endingOf(() =>
      Reflect.apply(payments.request.bind(payments), undefined, [method.value(), path.value(), options]),
    );
    if ("error" in ending) requirePaymentsError(ending.error);
    for (const { url, init } of sent) requireWellFormed(url, init, undefined);
  },
);
