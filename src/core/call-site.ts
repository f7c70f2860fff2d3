import { isPaymentsError } from "./error-guards";

const FRAME = /\n\s+at .*/g;
/** Frames of the platform: `node:internal/…`, Deno's `ext:…`, and the entries of V8 for `Promise.all` and its like. */
const OF_PLATFORM = /\((?:node:|ext:|native)|at (?:async )?Promise\.\w+ \(/;

/** A failure before the first request ends before its caller waits for it. An `async` function between them takes three turns. */
const TURNS = 12;

/** Does the work of a method. Errors of this package then start at the line that awaits the call. */
export async function traced<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await atCaller(error);
  }
}

/**
 * Makes the stack of an error start at the caller's line. V8 keeps the functions that wait for the running one, so a successful call
 * notes nothing. Await it in the function that the caller waits for. A call that nobody awaits keeps its own stack.
 */
export async function atCaller(error: unknown): Promise<unknown> {
  if (!isPaymentsError(error)) return error;
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Until the callers of this turn wait, too.
    await undefined;
    const site: { stack?: unknown } = {};
    // Engines without it give no frames.
    (Error as Partial<typeof Error>).captureStackTrace?.(site, atCaller);
    const frames = String(site.stack).match(FRAME) ?? [];
    // The first frame is the function that awaits this one.
    const [, ...waiting] = frames.filter((frame) => !OF_PLATFORM.test(frame));
    if (waiting.length > 0) {
      error.stack = `${error.name}: ${error.message}${waiting.join("")}`;
      break;
    }
  }
  return error;
}
