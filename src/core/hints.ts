import { instantOf } from "../options/kinds";
import { fieldOf } from "./fields";
import type { Observer } from "./observer";
import type { Call, CoreConfig, RequestOptions } from "./types";

/** In milliseconds. A shorter timeout is nearly always meant as seconds. */
const SHORT_TIMEOUT = 100;

/** The filters that begin and end a period. */
const PERIODS = [
  ["startDate", "endDate"],
  ["createdAfter", "createdBefore"],
  ["updatedAfter", "updatedBefore"],
] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Logs likely mistakes in a call that the service accepts in silence. */
export function logHints(
  { operation: { name, query }, params, warning }: Call<unknown>,
  options: RequestOptions,
  config: CoreConfig,
  log: Observer,
): void {
  if (warning !== undefined) log.warnOnce(warning);
  // The polls of `waitFor` end with short total timeouts, so only the client's own counts.
  const { timeout = config.timeout } = options;
  if (timeout < SHORT_TIMEOUT) logShort("timeout", timeout, log);
  if (config.totalTimeout < SHORT_TIMEOUT) logShort("totalTimeout", config.totalTimeout, log);
  if (query === undefined || params === undefined) return;
  for (const [from, to] of PERIODS) {
    const hint = periodHint(params, from, to);
    if (hint !== undefined) log.warnOnce(`${name}: ${hint}`);
  }
}

function logShort(name: string, value: number, log: Observer): void {
  log.warnOnce(`\`${name}\` is ${value} ms: timeouts are in milliseconds`);
}

function periodHint(query: unknown, from: string, to: string): string | undefined {
  const end = fieldOf(query, to);
  if (instantOf(fieldOf(query, from)) > instantOf(end))
    return `\`${from}\` is after \`${to}\`, so no row matches`;
  if (typeof end !== "string" || !DAY.test(end)) return undefined;
  return `\`${to}\` "${end}" is the start of that day in UTC. To include the day, pass its last millisecond`;
}
