import { networkFailure } from "../core/network-failure";
import type { FetchLike } from "../core/types";

/** The part of Deno that this file uses. */
interface DenoLike {
  readonly createHttpClient?: (options: { readonly poolMaxIdlePerHost: number }) => { close(): void };
}

/**
 * The platform's `fetch`. On Deno, every write uses a connection of its own.
 *
 * If a kept connection breaks, Deno sends any request again, and the error of the second attempt hides the first attempt. On a new
 * connection, Deno sends a request once. A failure to connect then means that Deno sent nothing.
 */
export const platformFetch: FetchLike = (url, init) => {
  const { Deno } = globalThis as { readonly Deno?: DenoLike };
  if (Deno?.createHttpClient === undefined || init.method === "GET") return globalThis.fetch(url, init);
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const response = globalThis.fetch(url, Object.assign({ client }, init));
  // The running request keeps what it needs.
  client.close();
  return response.catch((cause: unknown) => {
    const { code } = networkFailure(cause);
    if (code !== "Connect") throw cause;
    throw Object.assign(new Error("Could not connect", { cause }), { code, syscall: "connect" });
  });
};
