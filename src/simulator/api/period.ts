import { instant } from "./formats";
import type { Reader } from "./reader";

/**
 * Reads the bounds `<event>After` and `<event>Before` of a list, both inclusive (specification, GET /customers), for example
 * `createdAfter` and `createdBefore`. Returns whether an instant, ISO 8601, lies between them.
 *
 * @throws {Problem} when the request is refused: 400 when a bound is not a date-time.
 */
export function readPeriod(query: Reader, event: "created" | "updated"): (at: string) => boolean {
  const after = query.optional(`${event}After`, instant);
  const before = query.optional(`${event}Before`, instant);
  if (after === undefined && before === undefined) return () => true;
  return (at) => {
    const ms = Date.parse(at);
    return ms >= (after ?? -Infinity) && ms <= (before ?? Infinity);
  };
}
