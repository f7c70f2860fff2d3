import { readCallOptions } from "./call-options";
import type { OptionSet } from "./call-options";
import type { CallSite } from "./call-site";
import type { CredentialStore } from "./credentials";
import { callBounds, Deadline } from "./deadline";
import type { CallBounds } from "./deadline";
import { isPaymentsError } from "./error-guards";
import { ResponseValidationError } from "./errors";
import { Exchange } from "./exchange";
import type { Completed, Connection, Shared } from "./exchange";
import { fieldOf } from "./fields";
import { takesIdempotencyKey } from "./idempotency";
import { Observer } from "./observer";
import { Paginator } from "./pagination";
import type { WirePage } from "./pagination";
import type { Genuine } from "./recognition";
import { redact } from "./redaction";
import { prepare, signed } from "./request";
import type { PreparedRequest } from "./request";
import type { ResponseMeta } from "./response-of";
import { ResponseClock } from "./response-clock";
import { RetryBudget } from "./retry-policy";
import { runSignedCall } from "./signed-call";
import type { Call, CoreConfig, ListOptions, RequestOptions, SignedRetry, Signer } from "./types";

/** Sends one request of a call with its retries. */
type Send<T> = (request: PreparedRequest, bounds: CallBounds) => Promise<Completed<T>>;

/**
 * The core that every resource shares. One call goes the same way every time: it is prepared (address, headers, key and body,
 * once), sent with its retries, read, checked and delivered.
 */
export class HttpCore {
  readonly #shared: Shared;

  constructor(config: CoreConfig, connection?: Connection) {
    this.#shared = {
      clock: new ResponseClock(config.now),
      retryBudget: new RetryBudget(),
      ...connection,
      config,
      observer: new Observer(config),
    };
  }

  /** A core with other options that shares connections, credentials, clock, limits and retry budget with this one. */
  withOptions(config: Partial<CoreConfig>): HttpCore {
    return new HttpCore({ ...this.#shared.config, ...config }, this.#shared);
  }

  /** Absent for a core that talks to a relay. */
  get credentials(): CredentialStore | undefined {
    return this.#shared.config.credentials;
  }

  /** The service's time in milliseconds since the epoch, or `undefined` before a response has told it. */
  serviceTime(): number | undefined {
    return this.#shared.clock.known();
  }

  /** Makes a call and resolves to its result. A signed call with a signer resolves to the final result. */
  async request<T>(call: Call<T>, options?: RequestOptions | null): Promise<T> {
    const { config } = this.#shared;
    const given = readCallOptions<RequestOptions>(options, call.operation, optionsOf(call));
    const bounds = callBounds(config, given);
    const request = prepare(config, call, given);
    const { signer } = given;
    return this.#observed(request, call.response, bounds, async (send, deadline) => {
      if (call.signedRetry === undefined || signer === undefined) return (await send(request, bounds)).value;
      return this.#signedCall(request, call.signedRetry, bounds, signer, given, send, deadline);
    });
  }

  /** A list: lazy, awaitable for its first page and iterable to its end. */
  list<T>(call: Call<WirePage<T>>, options?: ListOptions | null, site: CallSite = {}): Paginator<T> {
    const { operation, query, response } = call;
    const { config } = this.#shared;
    const given = readCallOptions<ListOptions>(options, operation, { isList: true });
    const bounds = callBounds(config, given);
    return new Paginator(
      operation,
      async ({ limit, cursor }, signal) => {
        const page = { ...query, ...(call.paged !== false && { limit }), cursor };
        const request = prepare(config, { ...call, query: page }, given);
        const within = { ...bounds, signal };
        const { value, meta } = await this.#observed(request, response, within, (send) =>
          send(request, within),
        );
        return { body: readPage<T>(value, request, meta), meta };
      },
      query,
      { signal: bounds.signal, prefetch: given.prefetch, site },
    );
  }

  /** Does the work of a call, and tells the observer how it ended. */
  async #observed<T, R>(
    request: PreparedRequest,
    genuine: Genuine<T>,
    { totalTimeoutMs }: CallBounds,
    work: (send: Send<T>, deadline: Deadline) => Promise<R>,
  ): Promise<R> {
    const { observer } = this.#shared;
    const deadline = new Deadline(totalTimeoutMs);
    const ended = observer.start(request);
    let attempts = 0;
    const send: Send<T> = async (sent, bounds) => {
      const exchange = new Exchange<T>({ ...this.#shared, request: sent, genuine, bounds, deadline });
      try {
        return await exchange.run();
      } finally {
        attempts = exchange.attempts;
      }
    };
    try {
      const result = await work(send, deadline);
      ended(attempts);
      return result;
    } catch (error) {
      if (isPaymentsError(error) && error.code !== "ABORTED") observer.failure(request, attempts, error);
      ended(attempts, error);
      throw error;
    }
  }

  #signedCall<T>(
    request: PreparedRequest,
    { recovery, mayActUnsigned = false }: SignedRetry<T>,
    bounds: CallBounds,
    signer: Signer,
    { headers, timeout, maxRetries, signal }: RequestOptions,
    send: Send<T>,
    deadline: Deadline,
  ): Promise<T> {
    const { operation } = request;
    const asking = mayActUnsigned ? request : { ...request, isRepeatable: true, mayAct: false };
    return runSignedCall({
      operation,
      recovery,
      mayActUnsigned,
      now: () => this.#shared.clock.now(),
      signal: bounds.signal,
      sendInitial: () => send(asking, bounds),
      sendSigned: (proof) => send(signed(request, proof), { ...bounds, maxRetries: 0 }),
      stamp: (payload) => deadline.exclude(async () => signer.stamp(payload, operation)),
      recoveryOptions: () => ({
        headers,
        timeout,
        maxRetries,
        signal,
        totalTimeout: Math.max(1, deadline.remainingMs()),
      }),
    });
  }
}

/** The options that a call takes. A raw call takes a key, but reports no progress. */
function optionsOf({ method, path, mayCarryKey, signedRetry, form }: Call<unknown>): OptionSet {
  const isRaw = mayCarryKey === true;
  return {
    isKeyed: isRaw || takesIdempotencyKey(method, path),
    isSigned: signedRetry !== undefined,
    isUpload: !isRaw && form !== undefined,
  };
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
