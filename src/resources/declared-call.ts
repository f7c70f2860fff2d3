import { refuse } from "../core/errors";
import { bare, valueAt } from "../core/fields";
import { written } from "../core/json";
import { segment } from "../core/path";
import type { Genuine, ResponseSchema } from "../core/recognition";
import type { Call } from "../core/types";
import type { Declared, Operation, RequestSource } from "../operations/operation";
import { problemOfId } from "../operations/parameter-kinds";
import { checkFilters, checkParams } from "./checks";

/** What one call adds to the declaration of its operation. */
export interface Arguments<Params, Result> extends Pick<
  Call<Result>,
  "body" | "upload" | "headers" | "own" | "recovery"
> {
  /** The value of the template's parameter. */
  readonly id?: string;
  readonly params?: Params | undefined;
}

const PARAMETER = /\{\w+\}/;

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
  const { name, path, id: kind, keyed = false, query, body, result } = declaration;
  const { id, ...args } = bare(given);
  const hasId = path.includes("{");
  // First, because `update({ id, … })` has parameters in place of the id.
  const problem = hasId && kind && problemOfId(id, [kind]);
  if (problem) refuse("id", problem);
  const address = hasId ? path.replace(PARAMETER, segment(id)) : path;
  const declared = query ?? body ?? declaration.params;
  const { value: params, issue } = written(given.params, name);
  if (declared !== undefined) checkParams(name, params, declared.checks, body && issue, keyed);
  if (query !== undefined) checkFilters(name, params, Object.keys(query.checks));
  return {
    ...args,
    operation,
    path: address,
    params: params as object | undefined,
    response: genuineOf(result, schema, params, id),
  };
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
