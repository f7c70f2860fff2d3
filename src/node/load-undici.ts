import type * as undiciModule from "undici";
import { coded } from "./failure";

/** Where undici and the platform's `fetch` keep what carries the requests of `fetch`. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/**
 * Loads undici. Loaded on its own, it makes itself what carries the requests of the platform's `fetch`; this undoes that, so that
 * the platform's `fetch` stays as it was for everybody else in the process.
 */
export async function loadUndici(): Promise<typeof undiciModule> {
  // Making one has the platform's own implementation loaded, and its dispatcher with it.
  const platform = new Response() && (Reflect.get(globalThis, DISPATCHER) as unknown);
  const undici = await import("undici").catch((cause: unknown) => {
    throw coded(
      "payments-sdk/node needs the package undici: npm install undici",
      "ERR_MODULE_NOT_FOUND",
      cause,
    );
  });
  if (platform !== undefined) Reflect.set(globalThis, DISPATCHER, platform);
  return undici;
}
