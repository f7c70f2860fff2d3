import { readCallOptions, readListOptions } from "./call-options";
import type { CallSite } from "./call-site";
import { callBounds, Deadline } from "./deadline";
import type { CallBounds } from "./deadline";
import { isPaymentsError } from "./error-guards";
import { ResponseValidationError } from "./errors";
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
import { RetryBudget } from "./retry-policy";
import { runSignedCall } from "./signed-call";
import type { SignedCall } from "./signed-call";
import type { Call, CoreConfig, ListOptions, RequestOptions, Signer } from "./types";

/**
 * The core that every resource shares. One call goes the same way every time: it is prepared (address, headers, key and body,
 * once), sent with its retries, read, checked and delivered.
 */
export class HttpCore {
  readonly #config: CoreConfig;
  readonly #observer: Observer;
  readonly #clock: ResponseClock;
  readonly #retryBudget = new RetryBudget();

  constructor(config: CoreConfig) {
    this.#config = config;
    this.#observer = new Observer(config);
    this.#clock = new ResponseClock(config.now);
  }

  /** The service's time in milliseconds since the epoch, or `undefined` before a response has told it. */
  serviceTime(): number | undefined {
    return this.#clock.known();
  }

  /** Makes a call and resolves to its result. A signed call with a signer resolves to the final result. */
  async request<T>(call: Call<T>, options?: RequestOptions | null): Promise<T> {
    const given = readCallOptions(call, options);
    const bounds = callBounds(this.#config, given);
    const request = prepare(this.#config, call, given);
    const { signer } = given;
    if (call.signedRetry === undefined || signer == null) {
      const { value } = await this.#send(request, call, bounds, new Deadline(bounds.totalTimeoutMs));
      return value;
    }
    return this.#signedCall(request, call, bounds, signer, given);
  }

  /** A list: lazy, awaitable for its first page and iterable to its end. */
  list<T>(call: Call<WirePage<T>>, options?: ListOptions | null, site: CallSite = {}): Paginator<T> {
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
      { signal: bounds.signal, prefetch: kept.prefetch, site },
    );
  }

  async #send<T>(
    request: PreparedRequest,
    call: Call<T>,
    bounds: CallBounds,
    deadline: Deadline,
  ): Promise<Completed<T>> {
    const exchange = this.#exchange(request, call, bounds, deadline);
    return this.#observed(
      request,
      () => exchange.attempts,
      () => exchange.run(),
    );
  }

  /** Tells the observer how a call ended. */
  async #observed<T>(request: PreparedRequest, attempts: () => number, work: () => Promise<T>): Promise<T> {
    const ended = this.#observer.start(request);
    try {
      const result = await work();
      ended(attempts());
      return result;
    } catch (error) {
      if (isPaymentsError(error) && error.code !== "ABORTED")
        this.#observer.failure(request, attempts(), error);
      ended(attempts(), error);
      throw error;
    }
  }

  #exchange<T>(
    request: PreparedRequest,
    { response }: Call<T>,
    bounds: CallBounds,
    deadline: Deadline,
  ): Exchange<T> {
    return new Exchange({
      config: this.#config,
      observer: this.#observer,
      request,
      genuine: response,
      bounds,
      deadline,
      clock: this.#clock,
      retryBudget: this.#retryBudget,
    });
  }

  #signedCall<T>(
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
    let attempts = 0;
    const run = async (sent: PreparedRequest, within: CallBounds) => {
      const exchange = this.#exchange(sent, call, within, deadline);
      try {
        return await exchange.run();
      } finally {
        attempts = exchange.attempts;
      }
    };
    const { headers, timeout, maxRetries, signal } = options;
    const signedCall: SignedCall<T> = {
      operation,
      recovery,
      now: () => this.#clock.now(),
      signal: bounds.signal,
      sendInitial: () => run(asking, bounds),
      sendSigned: (proof) => run(signed(request, proof), { ...bounds, maxRetries: 0 }),
      stamp: (payload) => deadline.exclude(async () => signer.stamp(payload, operation)),
      recoveryOptions: () => ({
        headers,
        timeout,
        maxRetries,
        signal,
        totalTimeout: Math.max(1, deadline.remainingMs()),
      }),
    };
    return this.#observed(
      request,
      () => attempts,
      () => runSignedCall(signedCall),
    );
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
