import type * as undiciModule from "undici";
import { coded } from "./failure";

/** The key of the dispatcher that undici and the platform's `fetch` share. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/**
 * Loads undici. When it loads, it replaces the dispatcher of the platform's `fetch`. This restores the old one, so the
 * platform's `fetch` does not change for the rest of the process.
 */
export async function loadUndici(): Promise<typeof undiciModule> {
  // A `Response` loads the platform's own implementation, and its dispatcher.
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
