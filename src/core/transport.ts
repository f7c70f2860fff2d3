import ky, { TimeoutError } from "ky";
import { untilAborted } from "./abort";
import type { PreparedRequest } from "./request";

/**
 * What ky needs of a request. The platform's own `Request` costs more than the rest of ky, and nobody reads it. ky as published does
 * not know this option and makes the platform's (.ci/ky-patch.mjs).
 */
class LightRequest {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal;

  constructor(url: string, { method, signal }: { method: string; signal: AbortSignal }) {
    this.url = url;
    this.method = method;
    this.signal = signal;
  }
}

/**
 * Makes one attempt with ky, which limits its time. The `fetch` that ky calls sends the prepared bytes and reads the body. So ky's own
 * `Request` needs no body, and the limit includes the whole response (docs/maintainers/decisions/0002-transport.md).
 *
 * Rejects with the error of `attempt`, with an error for which {@link isTimeout} is true, or with the reason of the caller's signal.
 *
 * @param signal the caller's
 * @param attempt sends the request and reads the whole response. Its signal aborts when the attempt ends
 */
export async function transmit<T extends { readonly response: Response }>(
  { url, method }: PreparedRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const kept: { received?: T } = {};
  await untilAborted(signal, (own) =>
    ky(url, {
      method,
      ...(own !== undefined && { signal: own }),
      fetch: async (request) => {
        kept.received = await attempt((request as Request).signal);
        return kept.received.response;
      },
      retry: 0,
      timeout: timeoutMs,
      throwHttpErrors: false,
      ...{ Request: LightRequest },
    }),
  );
  const { received } = kept;
  // The platform keeps ky's request for a while. With it, it would keep the text of every page of a list.
  delete kept.received;
  return received as T;
}

/** Whether an error of {@link transmit} is a timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError;
}
