import { instant } from "./formats";
import type { Reader } from "./reader";

/** Two bounds, both inclusive, in milliseconds since 1970-01-01 UTC. */
interface Period {
  fromMs: number | undefined;
  toMs: number | undefined;
}

/**
 * Reads the bounds `<event>After` and `<event>Before` of a list (specification, GET /customers), for example `createdAfter` and
 * `createdBefore`.
 *
 * @throws {Problem} when the request is refused: 400 when a bound is not a date-time.
 */
export function readPeriod(query: Reader, event: "created" | "updated"): Period {
  return {
    fromMs: query.optional(`${event}After`, instant),
    toMs: query.optional(`${event}Before`, instant),
  };
}

/** Whether records were last changed in a period; `undefined` for a period without bounds, in which all of them were. */
export function updatedIn({
  fromMs,
  toMs,
}: Period): ((record: { updatedAt: string }) => boolean) | undefined {
  if (fromMs === undefined && toMs === undefined) return undefined;
  return ({ updatedAt }) => {
    const ms = Date.parse(updatedAt);
    return ms >= (fromMs ?? -Infinity) && ms <= (toMs ?? Infinity);
  };
}
