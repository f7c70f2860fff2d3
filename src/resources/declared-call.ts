import { refuse } from "../core/errors";
import { bare, valueAt } from "../core/fields";
import { written } from "../core/json";
import { segment } from "../core/path";
import type { Genuine, ResponseSchema } from "../core/recognition";
import type { Call, Recovery } from "../core/types";
import type { Declared, Operation, RequestSource } from "../operations/operation";
import { problemOfId } from "../operations/parameter-kinds";
import { checkFilters, checkParams } from "./checks";

/** What one call adds to the declaration of its operation. */
export interface Arguments<Params, Result> {
  /** The value of the template's parameter. */
  id?: string;
  params?: Params | undefined;
  /** Sent as JSON in place of the parameters. `undefined` sends no body. */
  body?: unknown;
  upload?: Call<Result>["upload"];
  headers?: Call<Result>["headers"];
  /** The options of the method beside the common ones. */
  own?: Call<Result>["own"];
  /** Finds what a creation with a lost response made. */
  recovery?: Recovery<Result>;
}

/**
 * Checks the arguments of a call, and describes the call.
 *
 * @throws {InvalidRequestError} when a check fails
 */
export function declaredCall<Params, Result>(
  operation: Operation<Params, Result>,
  schema: ResponseSchema<Result> | undefined,
  given: Arguments<Params, Result>,
): Call<Result> {
  const declaration = bare(operation);
  const { name, method, template, keyed = false, signed, query, body, result } = declaration;
  const { id, headers, upload, own, recovery } = bare(given);
  // First, because `update({ id, … })` has parameters in place of the id.
  const path = pathOf(declaration, id);
  const declared = query ?? body ?? declaration.params;
  const { value: params, issue } = written(given.params, name);
  if (declared !== undefined) checkParams(name, params, declared.checks, body && issue, keyed);
  if (query !== undefined) checkFilters(name, params, Object.keys(query.checks));
  return {
    operation: name,
    method,
    path,
    template,
    query: query && (params as object),
    paged: result.form === "list" ? false : undefined,
    body: Object.hasOwn(given, "body") ? given.body : body && params,
    upload,
    headers: headers ?? (declaration.headers && headersOf(declaration.headers, params)),
    own,
    response: genuineOf(result, schema, params, id),
    key: keyed ? "made" : undefined,
    signedRetry: signed && { ...signed, recovery: recovery ?? { kind: signed.recovery as "none" } },
  };
}

/** The headers that carry parameters. Their checks accept texts only. */
function headersOf(declared: NonNullable<Operation["headers"]>, params: unknown) {
  const headers: Record<string, string | undefined> = {};
  for (const [name, parameter] of Object.entries(declared))
    if (parameter !== null) headers[name.toLowerCase()] = valueAt(params, parameter) as string | undefined;
  return headers;
}

const PARAMETER = /\{\w+\}/;

function pathOf({ path, id: kind }: Operation, id: unknown): string {
  if (!path.includes("{")) return path;
  const problem = kind && problemOfId(id, [kind]);
  if (problem !== undefined) refuse("id", problem);
  return path.replace(PARAMETER, segment(id));
}

/** What the genuine response to these arguments carries. */
export function genuineOf<Result>(
  { form, always, same, amounts, currencies, explainedBy }: Declared<Result>,
  schema: ResponseSchema<Result> | undefined,
  params: unknown,
  id?: string,
): Genuine<Result> {
  return {
    form: form === "page" ? "list" : form,
    schema,
    ...always,
    same: same && valuesOf(same, params, id),
    amounts: amounts && valuesOf(amounts, params, id),
    currencies: currencies && valuesOf(currencies, params, id),
    explainedBy,
  };
}

/** The values of the request that the response repeats, by path. */
function valuesOf(
  sources: Readonly<Record<string, RequestSource>>,
  params: unknown,
  id: string | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [path, source] of Object.entries(sources)) {
    if (typeof source === "function") values[path] = source(params as never);
    else values[path] = source.startsWith("{") ? id : valueAt(params, source);
  }
  return values;
}
