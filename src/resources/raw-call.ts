import { fieldOf } from "../core/fields";
import { written } from "../core/json";
import { filledPath } from "../core/path";
import type { PathParameters } from "../core/path";
import { plainRecord } from "../core/header-record";
import { readArguments } from "../core/read-options";
import { anyResponse } from "../core/recognition";
import type { Genuine } from "../core/recognition";
import type { Call, ListOptions, RequestOptions } from "../core/types";
import { operationAt } from "../operations/all";
import { given as parameters, plainTemplate } from "../operations/operation";
import type { HttpMethod, Operation } from "../operations/operation";
import { anything, isObject, kind, listOf, object, oneOf, text } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { objectOf, ownField, ownOptions } from "../options/read";
import { checkParams } from "./checks";

/**
 * What a genuine response must contain. If the response of a write differs, the call fails with the outcome
 * `"unknown"`. The response may come from a proxy, or belong to another request. A read fails only if `same`
 * differs or its list is missing. Otherwise it delivers its response, and the client reports the difference.
 */
export interface Expectation {
  /**
   * The form of the body. Default `"object"`. Use `"list"` for a `data` array and `"nothing"` for a 204
   * without a body.
   */
  form?: "object" | "list" | "nothing" | undefined;
  /** The prefix of the `id`, for example `Card` for `Card:…`. The `id` must be present. Unknown prefixes pass. */
  kind?: string | undefined;
  /** Paths of fields that are always present, for example `["id", "balance.amount"]`. */
  fields?: readonly string[] | undefined;
  /** Ids and addresses that must equal those of the request, by path. A value that is absent on either side passes. */
  same?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Amounts that should equal those of the request, by path. The client reports differences and does not
   * reject them.
   */
  amounts?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of `payments.request`. */
export interface RawRequestOptions extends RequestOptions {
  /**
   * Path parameters by name: `{ id }` for `/cards/{id}`. Each becomes one percent-encoded segment.
   *
   * If you pass `path`, even as `{}`, hooks and errors name the operation by its template, for example
   * `GET /cards/{id}`. Otherwise they name it `request`.
   */
  path?: PathParameters | undefined;
  /** Query parameters. Absent fields are omitted, arrays repeat the name, and dates are sent in UTC. */
  query?: object | undefined;
  /** The request body, sent as JSON. */
  body?: unknown;
  /** The request body, sent as multipart/form-data. */
  form?: FormData | undefined;
  /** What the response must contain. Without it, any JSON of a 2xx response is the result. */
  expect?: Expectation | undefined;
}

/** Options of `payments.paginate`. */
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

/** The options beside those of every call. `form` and `body` are checked when they are sent. */
const OF_LIST: Kinds<Omit<RawListOptions, keyof ListOptions>> = { path: object, query: plainRecord };
const OF_REQUEST: Kinds<Omit<RawRequestOptions, keyof RequestOptions>> = {
  ...OF_LIST,
  body: anything,
  form: anything,
  expect: /* @__PURE__ */ objectOf(EXPECTATION),
};

/**
 * Builds the call of `request` and `paginate`.
 *
 * @throws {InvalidRequestError} when the path or an option is invalid
 */
export function rawCall<T>(
  name: "request" | "paginate",
  method: HttpMethod,
  template: string,
  given: RawRequestOptions | null | undefined,
  isNamed = ownField(given, "path") != null || /\{[^{}]*\}/.test(template),
): Call<T> {
  const {
    path,
    query: filters,
    body: content,
    form,
    expect: expectation,
  } = ownOptions<RawRequestOptions>(given, OF_REQUEST);
  const operation = isNamed ? `${method} ${template}` : name;
  const { value: query } = written(filters ?? undefined, operation);
  const { value, issue } = written({ body: content, expect: expectation }, operation);
  const { body, expect } = value;
  readArguments({ path, query, expect }, OF_REQUEST, operation);
  checkParams(operation, isObject(body) ? body : {}, {}, issue);
  // A deletion can ask again. For other methods the outcome stays unknown.
  const recovery = method === "DELETE" ? "ask-again" : "none";
  const address = filledPath(template, path ?? {});
  const known = operationAt(method, address);
  return {
    operation: {
      name: operation,
      method,
      template: isNamed ? plainTemplate(template) : known?.template,
      // A key that the service does not read would make the client repeat a write. For an unknown operation, the caller decides.
      keyed: known ? known.keyed : "allowed",
      signed: method === "GET" ? undefined : { recovery, mayActUnsigned: true },
      query: parameters(),
    },
    path: address,
    params: query,
    body,
    form: form ?? undefined,
    own: name === "request" ? OF_REQUEST : OF_LIST,
    response: expect == null ? anyResponse : expected(expect, operation),
    warning: warningOf(known, body),
  };
}

/** The specification does not say what a transfer without an amount moves. A client of the vendor calls it the whole balance. */
function warningOf(known: Operation | undefined, body: unknown): string | undefined {
  if (known?.name !== "transfers.out" || fieldOf(body, "amount") != null) return undefined;
  return "POST /transfer-out has no `amount`: the service may move the whole balance";
}

/** A response with a kind has an `id`. */
function expected(given: Expectation, operation: string): Genuine<never> {
  const read = readArguments(given, EXPECTATION, operation);
  const { form = "object", kind: prefix, fields = [], ...repeated } = read;
  const always = prefix === undefined ? fields : ["id", ...fields];
  return { form, kind: prefix, fields: always, ...repeated } as Genuine<never>;
}
