import { sleep } from "./abort";
import { AttemptFailure } from "./attempt-failure";
import type { CallBounds, Deadline } from "./deadline";
import { AbortedError, ConnectionError, TimeoutError } from "./errors";
import type { Outcome, PaymentsError } from "./errors";
import { adviceFor, judge, outcomeOfCall } from "./judge";
import type { Asked, Verdict } from "./judge";
import { networkFailure, presentable, wasNeverSent } from "./network-failure";
import type { Observer } from "./observer";
import { hasSensitiveField, redact } from "./redaction";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import { readResponse } from "./response";
import type { Genuine } from "./recognition";
import { rememberResponse } from "./response-of";
import type { ResponseMeta } from "./response-of";
import type { ResponseClock } from "./response-clock";
import { delayBeforeRetry } from "./retry-policy";
import type { RetryBudget } from "./retry-policy";
import { isTimeout, transmit } from "./transport";
import type { CoreConfig } from "./types";

/** A result together with what is known about its response. */
export interface Completed<T> {
  readonly value: T;
  readonly meta: ResponseMeta;
}

/** What all exchanges of a client share. */
export interface Shared {
  readonly config: CoreConfig;
  readonly observer: Observer;
  readonly clock: ResponseClock;
  readonly retryBudget: RetryBudget;
}

/** What an exchange works with. */
export interface ExchangeContext extends Shared {
  readonly request: PreparedRequest;
  readonly genuine: Genuine<unknown>;
  readonly bounds: CallBounds;
  readonly deadline: Deadline;
}

/** A response that was read to its end. */
interface Received {
  readonly response: Response;
  readonly text: string;
  readonly durationMs: number;
}

/** One attempt while it runs. */
interface Attempt {
  /** How far it came. */
  stage: "not sent" | "sent" | "responded";
  /** The bound that ends it first. */
  readonly scope: "attempt" | "total";
}

/** One request with its attempts. */
export class Exchange<T> {
  readonly #context: ExchangeContext;
  readonly #asked: Asked;
  /** The outcome of the attempts so far. */
  #outcome: Outcome = "not-executed";
  #attempts = 0;

  constructor(context: ExchangeContext) {
    this.#context = context;
    const { request, genuine } = context;
    const { method, idempotencyKey, isOwnKey, expectsChallenge } = request;
    this.#asked = { method, isKeyed: idempotencyKey !== undefined, isOwnKey, expectsChallenge, genuine };
  }

  /** How many attempts were made. */
  get attempts(): number {
    return this.#attempts;
  }

  /**
   * Sends the request, repeats it as the judge allows, and resolves to the result.
   *
   * @throws {PaymentsError} when the call failed for good, or the caller aborted it
   */
  async run(): Promise<Completed<T>> {
    const { config, observer, request, bounds, deadline, retryBudget } = this.#context;
    const { url, method } = request;
    const { signal, timeoutMs } = bounds;
    let previous: PaymentsError | undefined;
    for (;;) {
      const leftMs = deadline.remainingMs();
      const running: Attempt = { stage: "not sent", scope: leftMs < timeoutMs ? "total" : "attempt" };
      // A request that has no time left is never sent: it could take effect.
      if (leftMs <= 0) throw this.#errorOf(this.#timedOut(running, previous));
      let failure: AttemptFailure;
      try {
        const attempt = (ended: AbortSignal) => this.#fetch(ended, running);
        const received = await transmit({
          url,
          method,
          signal,
          timeoutMs: Math.min(timeoutMs, leftMs),
          attempt,
        });
        const completed = this.#read(received);
        retryBudget.refill();
        return completed;
      } catch (thrown) {
        failure = this.#failureOf(thrown, running);
      }
      const error = this.#errorOf(failure);
      const delayMs = delayBeforeRetry(failure, error, {
        isRepeatable: request.isRepeatable,
        attempts: this.#attempts,
        maxRetries: bounds.maxRetries,
        backoff: config.retryDelay,
      });
      // If no time is left for the wait, this error is the better one.
      if (delayMs === undefined || delayMs >= deadline.remainingMs() || !retryBudget.take()) throw error;
      observer.retry(request, this.#attempts, error, delayMs);
      previous = error;
      await sleep(delayMs, signal).catch(() => {
        throw this.#errorOf(this.#aborted(signal as AbortSignal, { ...running, stage: "not sent" }));
      });
    }
  }

  /** Sends the request and reads the response to its end. */
  async #fetch(signal: AbortSignal, running: Attempt): Promise<Received> {
    const { config, observer, request, bounds } = this.#context;
    const { url, method, headers, body } = request;
    this.#attempts += 1;
    observer.request(request, this.#attempts);
    // A hook may have aborted the call. A signal of another realm may lack `throwIfAborted`.
    if (bounds.signal?.aborted) throw bounds.signal.reason;
    const startedMs = performance.now();
    try {
      // An address and options, no `Request`: in one, the body would become a stream first.
      const init: RequestInit = { method, headers, redirect: "manual", signal };
      // A stream goes out while the response may come in (Fetch standard, "RequestDuplex").
      if (typeof body === "function") Object.assign(init, { body: body(), duplex: "half" });
      else if (body !== undefined) init.body = body;
      // On a new connection: platforms may repeat a request by themselves when a kept one breaks (RFC 9110, section 9.2.2).
      if (!request.isRepeatable) init.keepalive = false;
      // Next.js caches GETs unless told not to; some workers refuse the option altogether.
      if ("cache" in Request.prototype) init.cache = "no-store";
      running.stage = "sent";
      const response = await config.fetch(url, init);
      running.stage = "responded";
      const { status } = response;
      // Following a redirect would carry signatures and keys to another address, and turn a POST into a GET.
      if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
        // Never awaited: cancelling a body with a cloned sibling may not end.
        void response.body?.cancel().catch(() => {});
        throw this.#redirected();
      }
      // The body of an error response only helps: its status is known.
      const text = await (response.ok ? response.text() : response.text().catch(() => ""));
      signal.throwIfAborted();
      return { response, text, durationMs: performance.now() - startedMs };
    } catch (error) {
      if (signal.aborted || error instanceof AttemptFailure) throw error;
      throw this.#brokenConnection(error, running);
    }
  }

  /** Turns the response into the result. */
  #read({ response, text, durationMs }: Received): Completed<T> {
    const { config, observer, request, clock } = this.#context;
    const { status, headers } = response;
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    // A service may repeat a user's proof in its request id.
    const mayBeSecret = request.expectsChallenge || hasSensitiveField(request.body);
    const meta: ResponseMeta = {
      status,
      headers,
      requestId: mayBeSecret ? redact(requestId, request.secrets()) : requestId,
      idempotencyKey: request.idempotencyKey,
      attempts: this.#attempts,
    };
    const serviceTimeMs = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(serviceTimeMs)) clock.hear(serviceTimeMs);
    observer.response(request, meta, durationMs);
    // A time to return is by the clock of this very response, right or wrong.
    const nowMs = serviceTimeMs || clock.now();
    const { validation } = config;
    const asked = this.#asked;
    const value = readResponse<T>({ text, meta, nowMs, request, asked, validation, observer });
    rememberResponse(value, meta);
    return { value, meta };
  }

  /** What an attempt, ky or the caller's signal threw. */
  #failureOf(thrown: unknown, running: Attempt): AttemptFailure {
    const { signal } = this.#context.bounds;
    if (signal?.aborted) return this.#aborted(signal, running);
    if (isTimeout(thrown)) return this.#timedOut(running);
    if (thrown instanceof AttemptFailure) return thrown;
    throw thrown;
  }

  /** The error of the call so far. */
  #errorOf({ verdict, toError }: AttemptFailure): PaymentsError {
    const { operation, idempotencyKey, mayAct } = this.#context.request;
    this.#outcome = mayAct ? outcomeOfCall(this.#outcome, verdict) : "not-executed";
    const advice = adviceFor(this.#outcome, verdict, this.#asked);
    return toError({ operation, idempotencyKey, outcome: this.#outcome, advice });
  }

  #judgeUnanswered({ stage }: Attempt): Verdict {
    return judge({ kind: stage === "not sent" ? "unsent" : "lost" }, this.#asked);
  }

  #aborted(signal: AbortSignal, running: Attempt): AttemptFailure {
    return new AttemptFailure(
      this.#judgeUnanswered(running),
      (facts) => new AbortedError(signal, facts),
      true,
    );
  }

  #timedOut(running: Attempt, cause?: PaymentsError): AttemptFailure {
    const { request, bounds } = this.#context;
    const { scope } = running;
    const limitMs = scope === "total" ? bounds.totalTimeoutMs : bounds.timeoutMs;
    const option = scope === "total" ? "`totalTimeout`, over all attempts" : "`timeout`, one attempt";
    const message = `${labelOf(request)} got no complete response within ${limitMs} ms (${option})`;
    return new AttemptFailure(
      this.#judgeUnanswered(running),
      (facts) => new TimeoutError(message, scope, limitMs, { ...facts, cause }),
      scope === "total",
    );
  }

  #redirected(): AttemptFailure {
    const message = `${labelOf(this.#context.request)} was redirected. Redirects are refused: check \`baseUrl\``;
    const verdict = judge({ kind: "redirected" }, this.#asked);
    return new AttemptFailure(
      verdict,
      (facts) => new ConnectionError(message, { ...facts, code: "REDIRECTED" }),
    );
  }

  #brokenConnection(cause: unknown, { stage }: Attempt): AttemptFailure {
    const { request } = this.#context;
    const failure = networkFailure(cause);
    const code = redact(failure.code, request.secrets());
    const isUnsent = stage !== "responded" && wasNeverSent(failure);
    const problem = isUnsent ? "could not connect" : "lost the connection before the response was complete";
    const advice =
      code === "UND_ERR_INVALID_ARG"
        ? "; a dispatcher of another undici version does not fit the built-in fetch: pass a `fetch` of payments-sdk/node"
        : "";
    const message = `${labelOf(request)} ${problem}${code === undefined ? "" : ` (${code})`}${advice}`;
    return new AttemptFailure(judge({ kind: isUnsent ? "unsent" : "lost" }, this.#asked), (facts) => {
      const shown = presentable(cause, request.secrets());
      return new ConnectionError(message, { ...facts, platformCode: code, cause: shown });
    });
  }
}
