import { bare, valueAt } from "../core/fields";
import { written } from "../core/json";
import { segment } from "../core/path";
import type { Genuine, ResponseSchema } from "../core/recognition";
import type { Call, Recovery } from "../core/types";
import { plainTemplate, splitHttp } from "../operations/operation";
import type { Declared, Operation, RequestSource } from "../operations/operation";
import { idOf } from "../operations/parameter-kinds";
import { check, checkFilters, checkParams } from "./checks";

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
  const { name, keyed = false, signed, query, body, result } = bare(operation);
  const { id, headers, upload, own, recovery } = bare(given);
  const { method, template } = splitHttp(operation);
  // First, because `update({ id, … })` has parameters in place of the id.
  const path = pathOf(operation, template, id);
  const declared = query ?? body ?? operation.params;
  const { value: params, issue } = written(given.params, name);
  if (declared !== undefined) checkParams(name, params, declared.checks, body && issue, keyed);
  if (query !== undefined) checkFilters(name, params, Object.keys(query.checks));
  return {
    operation: name,
    method,
    path,
    template: plainTemplate(template),
    query: query && (params as object),
    paged: result.form === "list" ? false : undefined,
    body: Object.hasOwn(given, "body") ? given.body : body && params,
    upload,
    headers: headers ?? headersOf(operation, params),
    own,
    response: genuineOf(result, schema, params, id),
    key: keyed ? "made" : undefined,
    signedRetry: signed && { ...signed, recovery: recovery ?? { kind: signed.recovery as "none" } },
  };
}

/** The headers that carry parameters. Their checks accept texts only. */
const headersOf = (operation: Operation, params: unknown) =>
  Object.fromEntries(
    Object.entries(bare(operation).headers ?? {}).flatMap(([name, parameter]) =>
      parameter === null ? [] : [[name.toLowerCase(), valueAt(params, parameter) as string | undefined]],
    ),
  );

const PARAMETER = /\{\w+\}/;

function pathOf(operation: Operation, template: string, id: unknown): string {
  return template.replace(PARAMETER, () => {
    if (operation.id !== undefined) check(undefined, { id }, { id: idOf(operation.id) });
    return segment(id);
  });
}

/** What the genuine response to these arguments carries. */
export function genuineOf<Result>(
  { form, always, same, amounts, currencies, explainedBy }: Declared<Result>,
  schema: ResponseSchema<Result> | undefined,
  params: unknown,
  id?: string,
): Genuine<Result> {
  const valuesOf = (sources: Readonly<Record<string, RequestSource>> = {}) =>
    Object.fromEntries(Object.entries(sources).map(([path, source]) => [path, valueOf(source, params, id)]));
  return {
    form: form === "page" ? "list" : form,
    schema,
    ...always,
    same: valuesOf(same),
    amounts: valuesOf(amounts),
    currencies: valuesOf(currencies),
    explainedBy,
  };
}

function valueOf(source: RequestSource, params: unknown, id: string | undefined): unknown {
  if (typeof source === "function") return source(params as never);
  return source.startsWith("{") ? id : valueAt(params, source);
}
