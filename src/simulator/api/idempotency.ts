import { conflict } from "../domain/problem";
import type { World } from "../domain/world";
import type { WireResponse } from "../runtime/wire";
import { problemResponse } from "./route";

/**
 * Whether a key is bound to a response. A 5xx says nothing about what happened, and a 401 (the API token or the wallet's
 * signature) refuses the caller, not the payment: with the right one, the same key must get through (OP-26).
 */
const isFinal = ({ status }: WireResponse): boolean => status < 500 && status !== 401;

/** The calls with a key that are under way, by method, path and key. */
export type Running = Map<string, { requestBody: string; done: Promise<unknown> }>;

/** Runs a call with a key once (specification, "Idempotency"). The scope is the method, the full path and the key. */
export async function runOnce(
  world: World,
  running: Running,
  { scope, requestBody }: { scope: string; requestBody: string },
  act: () => Promise<WireResponse>,
): Promise<WireResponse> {
  for (;;) {
    const first = running.get(scope);
    const stored = world.responses.get(scope);
    const known = first ?? stored;
    if (known && world.options.idempotencyMismatch === "reject" && known.requestBody !== requestBody) {
      const message = "The idempotency key was used before with another body";
      return problemResponse(conflict(message, "IDEMPOTENCY_KEY_REUSED"));
    }
    if (first) {
      await first.done;
      continue;
    }
    if (stored) {
      const { response } = stored;
      return { ...response, headers: { ...response.headers, "Idempotent-Replayed": "true" } };
    }
    const done = act();
    running.set(scope, { requestBody, done: done.catch(() => undefined) });
    try {
      const response = await done;
      if (isFinal(response)) world.responses.set(scope, { requestBody, response });
      return response;
    } finally {
      running.delete(scope);
    }
  }
}
