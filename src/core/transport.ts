import ky, { TimeoutError } from "ky";
import { untilAborted } from "./abort";

/** One attempt of a request. */
export interface Transmission<T> {
  readonly url: string;
  readonly method: string;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Bound on the attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Sends the request and reads the response to its end; the signal aborts when the attempt is over. */
  readonly attempt: (signal: AbortSignal) => Promise<T>;
}

/**
 * Makes one attempt with ky: its time-out and its abort. The `fetch` that ky calls sends the bytes that were prepared, so that
 * ky's own `Request` never carries a body, and it reads the whole response, so that the time-out covers the body. It gives ky an
 * empty response in place of the one that was read. Without retries ky makes no copy of its `Request`, which costs as much as the
 * rest of ky (docs/decisions/0002-transport.md).
 * Rejects with what `attempt` throws, with an error for which {@link isTimeout} is true, or with the reason of the caller's signal.
 */
export async function transmit<T>({ url, method, signal, timeoutMs, attempt }: Transmission<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await untilAborted(signal, (own) =>
    ky(url, {
      method,
      ...(own !== undefined && { signal: own }),
      fetch: async (request) => {
        result = { value: await attempt((request as Request).signal) };
        return emptyResponse();
      },
      retry: 0,
      timeout: timeoutMs,
    }),
  );
  if (result === undefined) throw new TypeError("ky resolved without an attempt");
  const { value } = result;
  // What the platform still holds of ky's request must not hold the result: a list would keep one page more.
  result = undefined;
  return value;
}

/** Whether an error of {@link transmit} means that its time-out has passed. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError;
}

let empty: Response | undefined;

/** Made once, at the first call: nothing of the platform is touched at import. */
function emptyResponse(): Response {
  empty ??= new Response();
  return empty;
}
