import ky, { TimeoutError } from "ky";
import { untilAborted } from "./abort";
import type { CallBounds } from "./deadline";

/** Every method that a call can have: which of them may be repeated is decided by `retryDelayMs`. */
const METHODS = ["get", "post", "put", "patch", "delete"];

/** What ky is to do: the attempts of one request, with their bounds. */
export interface Transmission<T> {
  readonly url: string;
  readonly method: string;
  readonly bounds: CallBounds;
  /** Sends the request once and reads the response to its end; the signal aborts when the attempt is over. */
  readonly attempt: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds until the next attempt after this failure, or `undefined` when there must be none. `retry` counts from 1. */
  readonly retryDelayMs: (failure: unknown, retry: number) => number | undefined;
}

/**
 * Runs the attempts of one request with ky: its retries, waits, time-outs and its abort. The `fetch` that ky calls sends the bytes
 * that were prepared, so that ky's own `Request` never carries a body, and it reads the whole response, so that the time-outs
 * cover the body and a cut body is repeated. It gives ky an empty response in place of the one that was read.
 * Rejects with what `attempt` throws, with an error for which {@link isTimeout} is true, or with the reason of the caller's signal.
 */
export async function transmit<T>(transmission: Transmission<T>): Promise<T> {
  const { url, method, bounds, attempt } = transmission;
  let result: { readonly value: T } | undefined;
  let delayMs = 0;
  await untilAborted(bounds.signal, (signal) =>
    ky(url, {
      method,
      ...(signal !== undefined && { signal }),
      fetch: async (request) => {
        result = { value: await attempt((request as Request).signal) };
        return emptyResponse();
      },
      retry: {
        limit: bounds.maxRetries,
        methods: METHODS,
        shouldRetry: ({ error, retryCount }) => {
          const next = transmission.retryDelayMs(error, retryCount);
          delayMs = next ?? 0;
          return next !== undefined;
        },
        delay: () => delayMs,
      },
      timeout: bounds.timeoutMs,
      totalTimeout: bounds.totalTimeoutMs,
    }),
  );
  if (result === undefined) throw new TypeError("ky resolved without an attempt");
  const { value } = result;
  // What the platform still holds of ky's request must not hold the result: a list would keep one page more.
  result = undefined;
  return value;
}

/** Whether an error of {@link transmit} means that a time-out has passed. Which one, the caller knows: ky does not say. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError;
}

let empty: Response | undefined;

/** Made once, at the first call: nothing of the platform is touched at import. */
function emptyResponse(): Response {
  empty ??= new Response();
  return empty;
}
