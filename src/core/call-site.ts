import { isPaymentsError } from "./error-guards";

/** Where a caller called a method of this package. */
export interface CallSite {
  readonly stack?: string;
}

/** Frames as V8 writes them. */
const FRAMES = /\n\s+at .*/s;

/** The place from which a method was called. Call it inside that method. Engines without `captureStackTrace` tell no place. */
export function callSite(method: unknown): CallSite {
  const site: CallSite = {};
  if (typeof method === "function") {
    (Error as Partial<typeof Error>).captureStackTrace?.(site, method as () => unknown);
  }
  return site;
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

/** Makes the stack of an error of this package start at the caller's line. Returns the error. */
export function startingAt({ stack = "" }: CallSite, error: unknown): unknown {
  const frames = FRAMES.exec(stack)?.[0];
  if (frames !== undefined && isPaymentsError(error))
    error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
}
