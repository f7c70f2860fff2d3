import { conflict } from "../domain/problem";
import { entriesOf } from "../runtime/saved";
import type { Stateful } from "../runtime/state";
import type { WireResponse } from "../runtime/wire";
import { problemResponse } from "./problem-response";

interface Stored {
  requestBody: string;
  /** `undefined` when the first call ended in a way that is not stored: the key is free again. */
  response: Promise<WireResponse | undefined> | WireResponse;
}

/**
 * Whether a key is bound to a response. A 5xx says nothing about what happened, and a 401 (the API token or the wallet's
 * signature) refuses the caller, not the payment: with the right one, the same key must get through (OP-26).
 */
const isFinal = ({ status }: WireResponse): boolean => status < 500 && status !== 401;

/**
 * The responses of keyed calls (specification, "Idempotency"): the same key on the same path gets the first response again,
 * as it was then. A call whose first attempt still runs waits for it.
 */
export class IdempotencyStore implements Stateful {
  readonly #mismatch: "replay" | "reject";
  /** How many responses are kept. */
  readonly #limit: number;
  readonly #stored = new Map<string, Stored>();

  constructor(mismatch: "replay" | "reject", limit = Infinity) {
    this.#mismatch = mismatch;
    this.#limit = limit;
  }

  clear(): void {
    this.#stored.clear();
  }

  /** @param scope the method, the full path and the key. */
  async run(scope: string, requestBody: string, act: () => Promise<WireResponse>): Promise<WireResponse> {
    for (let known = this.#stored.get(scope); known; known = this.#stored.get(scope)) {
      if (this.#mismatch === "reject" && known.requestBody !== requestBody) {
        const message = "The idempotency key was used before with another body";
        return problemResponse(conflict(message, "IDEMPOTENCY_KEY_REUSED"));
      }
      const response = await known.response;
      if (response) return { ...response, headers: { ...response.headers, "Idempotent-Replayed": "true" } };
    }
    const response = act();
    const stored = response.then(
      (value) => {
        if (isFinal(value)) {
          this.#stored.set(scope, { requestBody, response: value });
          this.#forgetOldest();
          return value;
        }
        this.#stored.delete(scope);
        return undefined;
      },
      () => {
        this.#stored.delete(scope);
        return undefined;
      },
    );
    this.#stored.set(scope, { requestBody, response: stored });
    return response;
  }

  /** Calls under way stay. */
  #forgetOldest(): void {
    for (const [scope, { response }] of this.#stored) {
      if (this.#stored.size <= this.#limit) break;
      if (!(response instanceof Promise)) this.#stored.delete(scope);
    }
  }

  /** A call that is still under way has no response yet: after a restart its key is free. */
  save(): unknown {
    return [...this.#stored].filter(([, { response }]) => !(response instanceof Promise));
  }

  load(saved: unknown): void {
    this.#stored.clear();
    // What such a store has saved.
    for (const [scope, stored] of entriesOf(saved)) this.#stored.set(scope, stored as Stored);
  }
}
