import { instantOf } from "../options/kinds";
import { nearest } from "../options/nearest";
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

/** Describes likely mistakes in a call that the service accepts in silence. */
export function hintsOf(call: Call<unknown>, options: RequestOptions, config: CoreConfig): string[] {
  // The polls of `waitFor` end with short total timeouts, so only the client's own counts.
  const timeouts = { timeout: options.timeout ?? config.timeout, totalTimeout: config.totalTimeout };
  return [
    ...Object.entries(timeouts)
      .filter(([, value]) => value < SHORT_TIMEOUT)
      .map(([name, value]) => `\`${name}\` is ${value} ms: timeouts are in milliseconds`),
    ...filterHints(call).map((hint) => `${call.operation}: ${hint}`),
  ];
}

function filterHints({ query = {}, filters }: Call<unknown>): string[] {
  if (filters === undefined) return [];
  const valueOf = (name: string): unknown => Reflect.get(query, name);
  const unknown = Object.keys(query).filter((name) => valueOf(name) != null && !filters.includes(name));
  return [
    ...unknown.map((name) => {
      const meant = nearest(name, filters);
      const advice =
        meant === undefined ? `Known filters: ${filters.join(", ")}` : `Did you mean \`${meant}\`?`;
      return `unknown filter \`${name}\`, which the service may ignore. ${advice}`;
    }),
    ...PERIODS.flatMap(([from, to]) => {
      const end = valueOf(to);
      if (instantOf(valueOf(from)) > instantOf(end))
        return `\`${from}\` is after \`${to}\`, so no row matches`;
      if (typeof end !== "string" || !DAY.test(end)) return [];
      return `\`${to}\` "${end}" is the start of that day in UTC. To include the day, pass its last millisecond`;
    }),
  ];
}
