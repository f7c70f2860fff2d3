import { kindOf } from "../options/describe";
import { isObject, kind, listOf, object, oneOf, text } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { objectOf } from "../options/read";
import { refuse } from "../core/errors";
import type { IdKind } from "../core/ids";
import { checkedPath, filledPath, isTemplate } from "../core/path";
import type { PathParameters } from "../core/path";
import { readArguments } from "../core/read-options";
import { anything } from "../core/recognition";
import type { Genuine } from "../core/recognition";
import type { Call, ListOptions, Recovery, RequestOptions } from "../core/types";
import { checkParams } from "./checks";

/**
 * What the genuine response of an operation carries. A write whose response differs is not a result: it came from something
 * between you and the service, or belongs to another request. Its error has the outcome `"unknown"`. A read is delivered all the
 * same, and the difference is reported.
 */
export interface Expectation {
  /** `"object"` (the default), `"list"` for a `data` array, or `"nothing"` for a 204 without a body. */
  form?: "object" | "list" | "nothing" | undefined;
  /** The prefix of its `id`, for example `Card` for `Card:…`. An `id` must be there. A prefix that this package does not know passes. */
  kind?: string | undefined;
  /** Fields that are always there, by path, for example `["id", "balance.amount"]`. */
  fields?: readonly string[] | undefined;
  /** Ids and addresses that must equal those of the request, by path. A value that is absent on either side passes. */
  same?: Readonly<Record<string, unknown>> | undefined;
  /** Amounts that should equal those of the request, by path. Differences are reported, not refused. */
  amounts?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of `request`. */
export interface RawRequestOptions extends RequestOptions {
  /**
   * The path parameters by name: `{ id }` for `/cards/{id}`. Each becomes one percent-encoded segment. With `path`, which may be
   * `{}`, hooks and errors name the operation by its template, for example `GET /cards/{id}`. Without it they say `request`.
   */
  path?: PathParameters | undefined;
  /** Query parameters. Absent fields are left out, arrays repeat, dates are sent in UTC. */
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data. */
  form?: FormData | undefined;
  /** What the response must carry. Without it, any JSON of a 2xx counts as the result. */
  expect?: Expectation | undefined;
}

/** Options of `paginate`. */
export interface RawListOptions extends ListOptions, Pick<RawRequestOptions, "path" | "query"> {}

const EXPECTATION: Kinds<Expectation> = {
  form: /* @__PURE__ */ oneOf("object", "list", "nothing"),
  kind: /* @__PURE__ */ kind(
    "letters and digits",
    (value) => typeof value === "string" && /^\w+$/.test(value),
  ),
  fields: /* @__PURE__ */ listOf(text),
  same: object,
  amounts: object,
};

/** The checked options that say what is called. `form`, `query` and `body` are checked where they are sent. */
const OWN: Kinds<Pick<RawRequestOptions, "path" | "expect">> = {
  path: object,
  expect: /* @__PURE__ */ objectOf(EXPECTATION),
};

/** A call of an operation that this package need not know, and how it is made. */
export interface RawCall<T> {
  readonly call: Call<T>;
  readonly options: RequestOptions;
}

/**
 * Makes the call of `request` and `paginate`.
 *
 * @throws {InvalidRequestError} when the path or an option is invalid
 */
export function rawCall<T>(
  name: "request" | "paginate",
  method: Call<T>["method"],
  template: string,
  given: RawRequestOptions | null | undefined,
): RawCall<T> {
  const all: unknown = given ?? {};
  if (!isObject(all)) refuse("options", `must be an object, got ${kindOf(all)}`, name);
  const { path, query, body, form, expect, ...options } = all as RawRequestOptions;
  const isNamed = path != null || isTemplate(template);
  const operation = isNamed ? `${method} ${template}` : name;
  readArguments({ path, expect }, OWN, operation);
  if (isObject(body)) checkParams(operation, body);
  // A deletion asks again. Nothing can tell what became of anything else.
  const recovery: Recovery<T> = { kind: method === "DELETE" ? "ask-again" : "none" };
  const call: Call<T> = {
    operation,
    method,
    path: isNamed ? filledPath(template, path ?? {}) : checkedPath(template),
    query,
    body,
    form,
    mayCarryKey: true,
    response: expect == null ? anything : expected(expect),
    signedRetry: method === "GET" ? undefined : { recovery, mayActUnsigned: true },
  };
  return { call, options };
}

/** A response that names its kind has an `id`. */
function expected({
  form = "object",
  kind: prefix,
  fields = [],
  same,
  amounts,
}: Expectation): Genuine<never> {
  return {
    form,
    kind: prefix as IdKind | undefined,
    fields: prefix == null ? fields : ["id", ...fields],
    same: same ?? {},
    amounts: amounts ?? {},
  };
}
