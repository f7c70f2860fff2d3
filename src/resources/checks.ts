import { InvalidRequestError } from "../core/errors";
import { fieldOf, valueAt } from "../core/fields";
import type { Issue } from "../core/types";
import type { Checks } from "../operations/parameter-kinds";
import { object } from "../options/kinds";
import { adviceOn, plainName } from "../options/nearest";

const IN_OPTIONS = "belongs in the options, which are the last argument";

/** Options that are refused among the parameters of a call with an idempotency key. Other parameters may get such a field one day. */
const OPTIONS = ["signal", "timeout", "totalTimeout", "maxRetries", "headers"];

function issuesOf(params: unknown, checks: Checks): Issue[] {
  const problem = object(params, "params");
  if (problem !== undefined) return [problem];
  // Several fields of one owner have the same issue.
  const issues = new Map<string, Issue>();
  for (const [path, kind] of Object.entries(checks)) {
    const found = kind(valueAt(params, path), path);
    const issue = found && (ownerIssue(params, path) ?? found);
    if (issue !== undefined) issues.set(issue.path, issue);
  }
  return [...issues.values()];
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

/** Options misplaced among the parameters. An idempotency key, in any spelling, has no effect there, so each run would pay again. */
function misplaced(params: unknown, isKeyed: boolean): Issue[] {
  const issues: Issue[] = [];
  for (const path of Object.keys(Object(params) as object)) {
    const isOption = isKeyed && OPTIONS.includes(path) && fieldOf(params, path) != null;
    if (isOption || plainName(path) === "idempotencykey") issues.push({ path, message: IN_OPTIONS });
  }
  return issues;
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
  const issues = [...issuesOf(params, checks), ...misplaced(params, isKeyed)];
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
    const message = OPTIONS.includes(name) ? IN_OPTIONS : `is not a filter of this list. ${advice}`;
    issues.push({ path: name, message });
  }
  if (issues.length > 0) throw new InvalidRequestError(issues, operation);
}
