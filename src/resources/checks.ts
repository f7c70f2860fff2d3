import { InvalidRequestError } from "../core/errors";
import { fieldOf, valueAt } from "../core/fields";
import type { Issue } from "../core/types";
import { optional } from "../operations/parameter-kinds";
import type { Checks } from "../operations/parameter-kinds";
import { object, rule } from "../options/kinds";
import { adviceOn, plainName } from "../options/nearest";

const IN_OPTIONS = "belongs in the options, which are the last argument";

const notAnOption = /* @__PURE__ */ optional(/* @__PURE__ */ rule(IN_OPTIONS, () => false));

/**
 * Options misplaced among the parameters. Only calls with an idempotency key check for them. Other parameters
 * may get such a field one day.
 */
const noOptions: Checks = {
  signal: notAnOption,
  timeout: notAnOption,
  totalTimeout: notAnOption,
  maxRetries: notAnOption,
  headers: notAnOption,
};

function issuesOf(params: unknown, checks: Checks): Issue[] {
  const problem = object(params, "params");
  if (problem !== undefined) return [problem];
  const issues = Object.entries(checks).flatMap(([path, kind]) => {
    const issue = kind(valueAt(params, path), path);
    return issue === undefined ? [] : [ownerIssue(params, path) ?? issue];
  });
  // Several fields of one owner have the same issue.
  return [...new Map(issues.map((issue) => [issue.path, issue])).values()];
}

/** The issue of `source` if it is not an object with `source.accountId`. */
function ownerIssue(params: unknown, path: string): Issue | undefined {
  const [owner = "", field] = path.split(".");
  const value = valueAt(params, owner);
  const problem = field === undefined || value == null ? undefined : object(value, owner);
  if (problem === undefined || value instanceof Promise) return problem;
  return { path: owner, message: `${problem.message}. Pass \`{ ${field} }\`` };
}

/**
 * Checks arguments before the client sends anything. One error names every invalid argument.
 *
 * @throws {InvalidRequestError} when a check fails
 */
export function check(operation: string | undefined, params: unknown, checks: Checks): void {
  const issues = issuesOf(params, checks);
  if (issues.length > 0) throw new InvalidRequestError(issues, operation);
}

/** Any spelling of an idempotency key. Among the parameters the key has no effect, so each run would pay again. */
function keysAmong(params: unknown): Issue[] {
  return Object.keys(Object(params) as object)
    .filter((name) => plainName(name) === "idempotencykey")
    .map((path) => ({ path, message: IN_OPTIONS }));
}

/**
 * Checks the parameters of a method, and rejects an idempotency key among them.
 *
 * @param unsendable what JSON would lose, if the parameters are sent as JSON. A check says more about it
 * @throws {InvalidRequestError} when a check fails
 */
export function checkParams(
  operation: string,
  params: unknown,
  checks: Checks,
  unsendable?: Issue,
  isKeyed = false,
): void {
  const issues = [...issuesOf(params, isKeyed ? { ...checks, ...noOptions } : checks), ...keysAmong(params)];
  if (issues.length === 0 && unsendable !== undefined) issues.push(unsendable);
  if (issues.length > 0) throw new InvalidRequestError(issues, operation);
}

/**
 * Rejects filters that the operation does not have: the service would ignore them and return every row.
 *
 * @throws {InvalidRequestError} when a filter is unknown
 */
export function checkFilters(operation: string, params: unknown, known: readonly string[]): void {
  const issues: Issue[] = [];
  for (const name of Object.keys(Object(params) as object)) {
    if (fieldOf(params, name) == null || known.includes(name)) continue;
    const advice = `\`payments.request\` sends any filter. ${adviceOn(name, known, "filters")}`;
    const message = Object.hasOwn(noOptions, name) ? IN_OPTIONS : `is not a filter of this list. ${advice}`;
    issues.push({ path: name, message });
  }
  if (issues.length > 0) throw new InvalidRequestError(issues, operation);
}
