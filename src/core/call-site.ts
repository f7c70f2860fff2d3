import { isPaymentsError } from "./error-guards";

const FRAME = /\n\s+at .*/g;
/** Frames of the platform: `node:internal/…`, Deno's `ext:…`, and the entries of V8 for `Promise.all` and its like. */
const OF_PLATFORM = /\((?:node:|ext:|native)|at (?:async )?Promise\.\w+ \(/;

/** A failure before the first request ends before its caller waits for it. An `async` function between them takes three turns. */
const TURNS = 12;

/** The method that a caller called, and the frames of that caller if the method is noted. */
interface Origin {
  readonly method: object;
  readonly frames: string;
}

/** How many calls of a method look for their caller, after one that failed while nobody awaited it. */
const NOTED_CALLS = 1_000;

/** Methods that failed while nobody awaited them, with how many more calls look for their caller before they start. */
const unawaited = new WeakMap<object, number>();

/** The frames below a function that runs now, or from this one on. Engines without `captureStackTrace` have none. */
function framesBelow(called?: object): readonly string[] {
  const site: { stack?: unknown } = {};
  (Error as Partial<typeof Error>).captureStackTrace?.(site, called as () => unknown);
  return typeof site.stack === "string" ? (site.stack.match(FRAME) ?? []) : [];
}

const callerOf = (): string | undefined => framesBelow(callerOf)[0];
const throughTailCall = (): string | undefined => callerOf();

/** The frames of the caller. `depth` counts the functions of this package between the caller and `called`. */
function framesOfCaller(called: object, depth: number): string {
  const frames = framesBelow(called);
  const [direct, through] = [callerOf, throughTailCall].map((call) => call());
  if (direct !== through) return frames.slice(depth).join("");
  // Engines such as Bun's leave out functions that return a call. There, nobody can count frames.
  const folder = /[^\s(]*[\\/]/.exec(framesBelow()[0] ?? "")?.[0] ?? "/";
  return frames.filter((frame) => !frame.includes(folder)).join("");
}

/** The origin of a call. */
function originOf(method: object, called: object, depth: number): Origin {
  const left = unawaited.get(method) ?? 0;
  if (left > 0) unawaited.set(method, left - 1);
  return { method, frames: left > 0 ? framesOfCaller(called, depth) : "" };
}

/**
 * Does the work of a method. Errors of this package then start at the line that called the method.
 *
 * @param depth the number of this package's functions between the caller and this one
 */
export async function traced<T>(method: object, work: () => Promise<T>, depth = 1): Promise<T> {
  const origin = originOf(method, traced, depth);
  try {
    return await work();
  } catch (error) {
    throw await atCaller(origin, error);
  }
}

const origins = new WeakMap<object, Origin>();

/** Makes a list in a method. The outermost such method counts. Errors of this package start at its caller's line. */
export function tracedList<List extends object>(method: object, make: () => List, depth = 1): List {
  const origin = originOf(method, tracedList, depth);
  try {
    const list = make();
    origins.set(list, origin);
    return list;
  } catch (error) {
    throw startingAt(framesOfCaller(tracedList, depth), error);
  }
}

/** The origin of a list. */
export function originOfList(list: object): Origin {
  return origins.get(list) ?? { method: list, frames: "" };
}

/**
 * Makes the stack of an error start at the caller's line. V8 keeps the functions that wait for the running one, so a successful call
 * notes nothing. If nobody waits, the next calls of the method are noted. Await it in the function that the caller waits for.
 */
export async function atCaller({ method, frames }: Origin, error: unknown): Promise<unknown> {
  if (frames !== "") return startingAt(frames, error);
  for (let turn = 0; turn < TURNS; turn += 1) {
    // The first frame is the function that awaits this one.
    const [, ...waiting] = framesBelow(atCaller).filter((frame) => !OF_PLATFORM.test(frame));
    if (waiting.length > 0) return startingAt(waiting.join(""), error);
    await undefined;
  }
  unawaited.set(method, NOTED_CALLS);
  return error;
}

function startingAt(frames: string, error: unknown): unknown {
  if (frames !== "" && isPaymentsError(error)) error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
}
