import { sleep } from "./abort";
import { readCallOptions, readListOptions } from "./call-options";
import { callBounds, Deadline } from "./deadline";
import type { CallBounds } from "./deadline";
import { PaymentsError, ResponseValidationError } from "./errors";
import { Exchange } from "./exchange";
import type { Completed } from "./exchange";
import { fieldOf } from "./fields";
import { Observer } from "./observer";
import { Paginator } from "./pagination";
import type { WirePage } from "./pagination";
import { redact } from "./redaction";
import { prepare, signed } from "./request";
import type { PreparedRequest } from "./request";
import type { ResponseMeta } from "./response-of";
import { ResponseClock } from "./response-clock";
import { runSignedCall } from "./signed-call";
import type { Call, CoreConfig, ListOptions, PreparationOptions, RequestOptions, Signer } from "./types";

/**
 * The core that every resource shares. One call goes the same way every time: it is prepared (address, headers, key and body,
 * once), sent with its retries, read, checked and delivered.
 */
export class HttpCore {
  readonly #config: CoreConfig;
  readonly #observer: Observer;
  readonly #clock: ResponseClock;

  constructor(config: CoreConfig) {
    this.#config = config;
    this.#observer = new Observer(config);
    this.#clock = new ResponseClock(config.now);
  }

  /** The service's time in milliseconds since the epoch, or `undefined` before a response has told it. */
  serviceTime(): number | undefined {
    return this.#clock.known();
  }

  /** Waits, unless the signal aborts first: then it rejects with the signal's reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return sleep(milliseconds, signal);
  }

  /** Makes a call and resolves to its result. A signed call with a signer resolves to the final result. */
  async request<T>(call: Call<T>, options?: RequestOptions): Promise<T> {
    const { isPreparation, ...named }: PreparationOptions = options ?? {};
    const given = readCallOptions(call, isPreparation === undefined ? options : named);
    const bounds = callBounds(this.#config, given);
    const request = prepare(this.#config, call, { ...given, isPreparation });
    const { signer } = given;
    if (call.signedRetry === undefined || signer == null) {
      const { value } = await this.#send(request, call, bounds, new Deadline(bounds.totalTimeoutMs));
      return value;
    }
    return this.#signedCall(request, call, bounds, signer, given);
  }

  /** A list: lazy, awaitable for its first page and iterable to its end. */
  list<T>(call: Call<WirePage<T>>, options?: ListOptions): Paginator<T> {
    const { query } = call;
    const isPaged = call.paged !== false;
    const kept = readListOptions(options, call.operation);
    const bounds = callBounds(this.#config, kept);
    return new Paginator(
      call.operation,
      async ({ limit, cursor }, signal) => {
        const page = { ...call, query: { ...query, ...(isPaged && { limit }), cursor } };
        const request = prepare(this.#config, page, kept);
        const deadline = new Deadline(bounds.totalTimeoutMs);
        const { value, meta } = await this.#send(request, call, { ...bounds, signal }, deadline);
        return { body: readPage<T>(value, request, meta), meta };
      },
      query,
      { signal: bounds.signal, prefetch: kept.prefetch },
    );
  }

  async #send<T>(
    request: PreparedRequest,
    call: Call<T>,
    bounds: CallBounds,
    deadline: Deadline,
  ): Promise<Completed<T>> {
    const exchange = this.#exchange(request, call, bounds, deadline);
    const ended = this.#observer.start(request);
    try {
      const completed = await exchange.run();
      ended(exchange.attempts);
      return completed;
    } catch (error) {
      if (exchange.hasFailedWith(error)) this.#observer.failure(request, exchange.attempts, error);
      ended(exchange.attempts, error);
      throw error;
    }
  }

  #exchange<T>(
    request: PreparedRequest,
    expected: Call<T>,
    bounds: CallBounds,
    deadline: Deadline,
  ): Exchange<T> {
    return new Exchange({
      config: this.#config,
      observer: this.#observer,
      request,
      expected,
      bounds,
      deadline,
      clock: this.#clock,
    });
  }

  async #signedCall<T>(
    request: PreparedRequest,
    call: Call<T>,
    bounds: CallBounds,
    signer: Signer,
    options: RequestOptions,
  ): Promise<T> {
    const { operation } = call;
    const recovery = call.signedRetry?.recovery ?? { kind: "none" };
    const deadline = new Deadline(bounds.totalTimeoutMs);
    // Only a creation can act without a signature: the first credential needs none.
    const asking =
      recovery.kind === "find-created" ? request : { ...request, isRepeatable: true, mayAct: false };
    const ended = this.#observer.start(request);
    let attempts = 0;
    const run = async (sent: PreparedRequest, within: CallBounds) => {
      const exchange = this.#exchange(sent, call, within, deadline);
      try {
        return await exchange.run();
      } finally {
        attempts = exchange.attempts;
      }
    };
    try {
      const value = await runSignedCall({
        operation,
        recovery,
        now: () => this.#clock.now(),
        signal: bounds.signal,
        sendInitial: () => run(asking, bounds),
        sendSigned: (headers) => run(signed(request, headers), { ...bounds, maxRetries: 0 }),
        stamp: (payload) => deadline.exclude(async () => signer.stamp(payload, operation)),
        recoveryOptions: () => {
          const { headers, timeout, maxRetries, signal } = options;
          return { headers, timeout, maxRetries, signal, totalTimeout: Math.max(1, deadline.remainingMs()) };
        },
      });
      ended(attempts);
      return value;
    } catch (error) {
      // A request that failed need not be the end: the call reports its own.
      if (error instanceof PaymentsError && error !== bounds.signal?.reason) {
        this.#observer.failure(request, attempts, error);
      }
      ended(attempts, error);
      throw error;
    }
  }
}

/** A page as it is read: a bare array reads as the only page. */
function readPage<T>(
  value: unknown,
  { operation, secrets }: PreparedRequest,
  meta: ResponseMeta,
): WirePage<T> {
  if (Array.isArray(value)) return { data: value };
  if (Array.isArray(fieldOf(value, "data"))) return value as WirePage<T>;
  throw new ResponseValidationError(`${operation}: the response has no \`data\` array`, {
    operation,
    requestId: redact(meta.requestId, secrets()),
    status: meta.status,
    code: "INVALID_RESPONSE",
    issues: [{ path: "data", message: "must be an array" }],
    body: value,
  });
}
