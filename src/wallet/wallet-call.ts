import { checkedSignal, untilAborted } from "../core/abort";
import { checkBound } from "../core/deadline";
import { isPaymentsError } from "../core/error-guards";
import { refuse, restate, TimeoutError } from "../core/errors";
import { refuseUnknownOptions } from "../core/known-names";
import type { RequestOptions } from "../core/types";
import { within } from "../core/time-limit";

/** Options of a wallet's calls. */
export interface WalletRequestOptions extends Omit<
  RequestOptions,
  "idempotencyKey" | "signer" | "totalTimeout"
> {
  /**
   * Bound on the whole call, in milliseconds: all the requests that it makes share it. The time that a person takes (a passkey
   * dialog, `onSessionRequired`) is not counted: `signal` ends it. Without it, the client's bound holds for each request.
   */
  totalTimeout?: number | undefined;
}

/** Every option. A key stands here for the advice: where none is read, the request refuses it. */
const OPTIONS: Record<keyof WalletRequestOptions | "idempotencyKey", true> = {
  signal: true,
  timeout: true,
  totalTimeout: true,
  maxRetries: true,
  headers: true,
  idempotencyKey: true,
};

/** One call of a wallet: the caller's signal and time, shared by everything that the call waits for. */
export class WalletCall {
  /** The name of the call, for example `wallet.signIn`. */
  readonly operation: string;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  readonly #options: WalletRequestOptions;
  #startedMs = performance.now();

  /**
   * Starts the time of a call.
   *
   * @throws {InvalidRequestError} when the options, the signal or the bound are invalid
   */
  constructor(operation: string, options: WalletRequestOptions = {}) {
    const given = objectOf(options, "options", operation);
    refuseUnknownOptions(given, OPTIONS, operation);
    const { signal, totalTimeout } = given;
    if (!isAbsent(totalTimeout)) checkBound("totalTimeout", totalTimeout, operation);
    this.operation = operation;
    this.signal = checkedSignal(signal, operation);
    this.#options = given;
  }

  /**
   * Options for the next request of this call: the caller's, with what is left of the time.
   *
   * @throws {TimeoutError} when no time is left.
   */
  request(): WalletRequestOptions {
    const leftMs = this.#leftMs();
    if (leftMs === undefined) return { ...this.#options, signal: this.signal, totalTimeout: undefined };
    if (leftMs <= 0) throw this.#timeoutError();
    return { ...this.#options, signal: this.signal, totalTimeout: Math.max(1, leftMs) };
  }

  /**
   * Makes a request after which the call has not acted yet, whatever becomes of the request.
   *
   * @throws {PaymentsError} when the request fails. Its outcome is `not-executed`.
   */
  async prepare<T>(send: (options: WalletRequestOptions) => Promise<T>): Promise<T> {
    try {
      return await send(this.request());
    } catch (error) {
      if (isPaymentsError(error)) {
        restate(error, { outcome: "not-executed", advice: error.advice === "fix" ? "fix" : "retry" });
      }
      throw error;
    }
  }

  /**
   * Waits for work that is not a request of the client's. Starts it at once.
   *
   * @throws {TimeoutError} when no time is left.
   */
  wait<T>(work: () => T | PromiseLike<T>): Promise<T> {
    return untilAborted(this.signal, async () => {
      const timeoutMs = this.#leftMs();
      return timeoutMs === undefined
        ? work()
        : within({ timeoutMs, timeoutError: () => this.#timeoutError() }, work);
    }, this.operation);
  }

  /** Waits for a person, whose time is not counted. Starts at once: a gesture would be forgotten. */
  async waitForPerson<T>(work: () => T | PromiseLike<T>): Promise<T> {
    const askedMs = performance.now();
    try {
      return await untilAborted(this.signal, async () => work(), this.operation);
    } finally {
      this.#startedMs += performance.now() - askedMs;
    }
  }

  #leftMs(): number | undefined {
    const { totalTimeout } = this.#options;
    return isAbsent(totalTimeout) ? undefined : totalTimeout - (performance.now() - this.#startedMs);
  }

  #timeoutError(): TimeoutError {
    const { operation } = this;
    const limitMs = this.#options.totalTimeout ?? 0;
    return new TimeoutError(`${operation} was not complete within ${limitMs} ms`, "total", limitMs, {
      operation,
    });
  }
}

/**
 * Checks that a parameter is an object.
 *
 * @throws {InvalidRequestError} when it is not
 */
export function requireObject(value: unknown, path: string, operation: string): void {
  const isArray = Array.isArray(value);
  if (typeof value === "object" && value !== null && !isArray) return;
  const given = value === null ? "null" : isArray ? "an array" : typeof value;
  refuse(path, `must be an object, got ${given}`, operation);
}

/**
 * A parameter that must be an object.
 *
 * @throws {InvalidRequestError} when it is not
 */
export function objectOf<Given extends object>(value: Given, path: string, operation: string): Given {
  requireObject(value, path, operation);
  return value;
}

/** Absent, or `null` from JavaScript, which counts as absent. */
function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
