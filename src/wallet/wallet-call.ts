import { untilAborted } from "../core/abort";
import { readCallOptions } from "../core/call-options";
import { isPaymentsError } from "../core/error-guards";
import { restate, TimeoutError } from "../core/errors";
import type { RequestOptions } from "../core/types";
import { Deadline } from "../core/time-limit";
import { object } from "../options/kinds";
import { check } from "../resources/checks";

/** Options of a wallet's calls. */
export interface WalletRequestOptions extends Omit<
  RequestOptions,
  "idempotencyKey" | "signer" | "totalTimeout"
> {
  /**
   * The timeout of the whole call, in milliseconds. All its requests share it. The time of a person (a passkey dialog,
   * `onSessionRequired`) does not count: use `signal` to end that. Without it, the client's timeout applies to each request.
   */
  totalTimeout?: number | undefined;
}

/** One call of a wallet. All its requests and waits share the caller's signal and time. */
export class WalletCall {
  /** The name of the call, for example `wallet.signIn`. */
  readonly operation: string;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** The caller's key. It belongs to one request of the call, so `request()` leaves it out. */
  readonly idempotencyKey: string | undefined;
  readonly #options: WalletRequestOptions;
  /** Absent without a `totalTimeout`. */
  readonly #deadline: Deadline | undefined;

  /**
   * Starts the clock of a call.
   *
   * @param isKeyed the call takes an idempotency key
   * @throws {InvalidRequestError} when the options, the signal or the bound are invalid
   */
  constructor(operation: string, options: RequestOptions = {}, isKeyed = false) {
    this.operation = operation;
    const { idempotencyKey, ...shared } = readCallOptions(options, operation, { keyed: isKeyed });
    this.signal = shared.signal;
    this.idempotencyKey = idempotencyKey;
    this.#options = shared;
    this.#deadline = shared.totalTimeout ? new Deadline(shared.totalTimeout) : undefined;
  }

  /**
   * The caller's options for the next request of this call, with the remaining time.
   *
   * @throws {TimeoutError} when no time is left.
   */
  request(): WalletRequestOptions {
    const leftMs = this.#deadline?.remainingMs();
    if (leftMs === undefined) return this.#options;
    if (leftMs <= 0) throw this.#timeoutError();
    return { ...this.#options, totalTimeout: Math.max(1, leftMs) };
  }

  /**
   * Makes a preparing request. Even if it fails, the call has not acted yet.
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
   * Waits for work other than a client request. Starts it at once.
   *
   * @param other a limit of this wait if the call has none. Its error also says why a call with a limit has waited
   * @throws {TimeoutError} when no time is left.
   */
  wait<T>(
    work: () => T | PromiseLike<T>,
    other?: { readonly timeoutMs: number; readonly timeoutError: (timeoutMs: number) => Error },
  ): Promise<T> {
    const timeoutMs = this.#deadline?.remainingMs() ?? other?.timeoutMs;
    const limitMs = this.#options.totalTimeout ?? other?.timeoutMs ?? 0;
    const limit = timeoutMs !== undefined && {
      timeoutMs,
      timeoutError: () => other?.timeoutError(limitMs) ?? this.#timeoutError(),
    };
    return untilAborted(this.signal, async () => work(), { operation: this.operation }, limit || undefined);
  }

  /** Waits for a person and does not count the time. Starts at once, so that the gesture is not forgotten. */
  async waitForPerson<T>(work: () => T | PromiseLike<T>): Promise<T> {
    const asked = async () => untilAborted(this.signal, async () => work(), { operation: this.operation });
    return this.#deadline?.exclude(asked) ?? asked();
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
 * Returns a parameter that must be an object.
 *
 * @throws {InvalidRequestError} when it is not
 */
export function objectGiven<Given>(value: Given, path: string, operation: string): Given & object {
  check(operation, { [path]: value }, { [path]: object });
  return value as Given & object;
}
