import { conflict } from "../domain/problem";
import type { World } from "../domain/world";
import type { WireResponse } from "../runtime/wire";
import { problemResponse } from "./route";

/**
 * Whether a key keeps a response (OP-26). A 5xx leaves the outcome open. A 401 refuses the caller, not the payment, so the same key
 * must work after a new sign-in.
 */
const isFinal = ({ options }: World, { status }: WireResponse): boolean =>
  status < 400 || (options.keyedRefusals === "stored" && status < 500 && status !== 401);

/** The running calls with a key, by method, path and key. */
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
      if (isFinal(world, response)) world.responses.set(scope, { requestBody, response });
      return response;
    } finally {
      running.delete(scope);
    }
  }
}
