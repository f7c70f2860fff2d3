import { listScript } from "./list";
import { rowScript } from "./row";

/**
 * The list of calls, as a module for browsers. It needs nothing else of this package, and no HTML is parsed.
 *
 * `mountCalls(root, source)` fills an element. The source has `detail(id)`, which resolves to a `CallDetail`; `lose(operation)`,
 * which makes the next response of an operation get lost; and `guide(page)`, the address of a page of the guide. It returns `add(summaries)`
 * with each `CallSummary`, and `clear()`.
 */
export const viewerModule = rowScript + listScript;
