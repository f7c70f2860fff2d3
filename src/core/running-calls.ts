import { AbortedError } from "./errors";
import type { PreparedRequest } from "./request";

/** A call that had not ended when `close` stopped waiting. */
export interface LeftCall {
  /** The operation, for example `transfers.out`. */
  readonly operation: string;
  /** The id of the call, as in hooks. */
  readonly callId: string;
  /** The key with which the call can be repeated. */
  readonly idempotencyKey?: string | undefined;
}

/** The calls of a client that have not ended. */
export class RunningCalls {
  readonly #calls = new Set<PreparedRequest>();
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /**
   * A call begins.
   *
   * @throws {AbortedError} after `close`
   */
  begin(request: PreparedRequest): void {
    if (this.#isClosed) {
      const reason = new Error("the client is closed");
      throw new AbortedError(AbortSignal.abort(reason), request.facts, ": the client is closed");
    }
    this.#calls.add(request);
  }

  end(request: PreparedRequest): void {
    this.#calls.delete(request);
    if (this.#calls.size === 0) for (const resume of this.#waiting) resume();
  }

  /** Takes no new call, and waits for the others. */
  async close(timeoutMs: number): Promise<LeftCall[]> {
    this.#isClosed = true;
    if (this.#calls.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return [...this.#calls].map(({ operation, callId, idempotencyKey }) => ({
      operation,
      callId,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    }));
  }
}
