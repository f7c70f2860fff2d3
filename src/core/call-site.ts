import { isPaymentsError } from "./error-guards";

/** The place where a caller called a method of this package. */
export interface CallSite {
  readonly stack?: string;
}

/** Frames as V8 writes them. */
const FRAMES = /\n\s+at .*/s;

/** The place from which a method was called. Call it inside that method. Engines without `captureStackTrace` do not report it. */
function callSite(method: unknown): CallSite {
  const site: CallSite = {};
  const called = outermost ?? method;
  if (typeof called === "function") {
    (Error as Partial<typeof Error>).captureStackTrace?.(site, called as () => unknown);
  }
  return site;
}

/** The method that the caller called, while it calls other methods of this package. */
let outermost: unknown;

/** Makes a list in another method. Its errors start at the line that called that method. */
export function calledIn<T>(method: unknown, work: () => T): T {
  outermost = method;
  try {
    return work();
  } finally {
    outermost = undefined;
  }
}

/** Does the work of a method. Errors of this package then start at the line that called the method. */
export async function traced<T>(method: unknown, work: () => Promise<T>): Promise<T> {
  const site = callSite(method);
  try {
    return await work();
  } catch (error) {
    throw startingAt(site, error);
  }
}

/** Makes a list in a method. Errors of this package start at the line that called the method, even during iteration. */
export function tracedList<T>(method: unknown, make: (site: CallSite) => T): T {
  const site = callSite(method);
  try {
    return make(site);
  } catch (error) {
    throw startingAt(site, error);
  }
}

/** Makes the stack of an error of this package start at the caller's line. Returns the error. */
export function startingAt({ stack = "" }: CallSite, error: unknown): unknown {
  const frames = FRAMES.exec(stack)?.[0];
  if (frames !== undefined && isPaymentsError(error))
    error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
}
