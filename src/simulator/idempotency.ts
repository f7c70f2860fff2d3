import type { Answer } from "./answer";
import { conflict } from "./problem";
import { toAnswer, problemReply } from "./answer";

interface Recorded {
  requestBody: string;
  /** `undefined` when the first call ended in a way that is not kept: the key is free again. */
  answer: Promise<Answer | undefined>;
}

/**
 * The answers of keyed calls (specification, Idempotency; OP-26): the same key on the same path gets the first answer
 * again, as it was then. 2xx and 4xx are kept, 5xx are not. A call whose first attempt still runs waits for it (IDM-05).
 */
export class IdempotencyStore {
  readonly #mismatch: "replay" | "reject";
  readonly #recorded = new Map<string, Recorded>();

  constructor(mismatch: "replay" | "reject") {
    this.#mismatch = mismatch;
  }

  clear(): void {
    this.#recorded.clear();
  }

  /** @param scope the method, the full path and the key. */
  async run(scope: string, requestBody: string, act: () => Promise<Answer>): Promise<Answer> {
    for (let known = this.#recorded.get(scope); known; known = this.#recorded.get(scope)) {
      if (this.#mismatch === "reject" && known.requestBody !== requestBody) {
        return toAnswer(
          problemReply(
            conflict("The idempotency key was used before with another body", "IDEMPOTENCY_KEY_REUSED"),
          ),
        );
      }
      const answer = await known.answer;
      if (answer) return { ...answer, headers: { ...answer.headers, "Idempotent-Replayed": "true" } };
    }
    const answer = act();
    const kept = answer.then(
      (value) => {
        if (value.status < 500) return value;
        this.#recorded.delete(scope);
        return undefined;
      },
      () => {
        this.#recorded.delete(scope);
        return undefined;
      },
    );
    this.#recorded.set(scope, { requestBody, answer: kept });
    return answer;
  }
}
