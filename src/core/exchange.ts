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

/** What an exchange works with. */
export interface ExchangeContext<T> {
  readonly config: CoreConfig;
  readonly observer: Observer;
  readonly request: PreparedRequest;
  readonly genuine: Genuine<T>;
  readonly bounds: CallBounds;
  readonly deadline: Deadline;
  readonly clock: ResponseClock;
  readonly retryBudget: RetryBudget;
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
  readonly #context: ExchangeContext<T>;
  readonly #asked: Asked;
  /** The outcome of the attempts so far. */
  #outcome: Outcome = "not-executed";
  #attempts = 0;

  constructor(context: ExchangeContext<T>) {
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
        const attempt = (ended: AbortSignal) => this.#attempt(ended, running);
        const completed = await transmit({
          url,
          method,
          signal,
          timeoutMs: Math.min(timeoutMs, leftMs),
          attempt,
        });
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

  async #attempt(signal: AbortSignal, running: Attempt): Promise<Completed<T>> {
    const { config, observer, request, genuine, bounds, clock } = this.#context;
    this.#attempts += 1;
    const attempts = this.#attempts;
    observer.request(request, attempts);
    // A hook may have aborted the call: then nothing is sent. A signal of another realm may lack `throwIfAborted`.
    if (bounds.signal?.aborted) throw bounds.signal.reason;
    const startedMs = performance.now();
    const { response, text } = await this.#fetch(signal, running);
    // The attempt is over: a late response changes nothing and fires nothing.
    signal.throwIfAborted();
    const { status, headers } = response;
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    const meta: ResponseMeta = {
      status,
      headers,
      // A service may repeat a user's proof in its request id.
      requestId:
        request.expectsChallenge || hasSensitiveField(request.body)
          ? redact(requestId, request.secrets())
          : requestId,
      idempotencyKey: request.idempotencyKey,
      attempts,
    };
    const serviceTimeMs = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(serviceTimeMs)) clock.hear(serviceTimeMs);
    observer.response(request, meta, performance.now() - startedMs);
    // A time to return is by the clock of this very response, right or wrong.
    const nowMs = serviceTimeMs || clock.now();
    const { validation } = config;
    const value = readResponse<T>(text, meta, {
      request,
      asked: this.#asked,
      genuine,
      validation,
      observer,
      nowMs,
    });
    rememberResponse(value, meta);
    return { value, meta };
  }

  /** Sends the request and reads the response to its end. */
  async #fetch(signal: AbortSignal, running: Attempt): Promise<{ response: Response; text: string }> {
    const { config, request } = this.#context;
    const { url, method, headers, body } = request;
    let response: Response;
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
      response = await config.fetch(url, init);
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
      return { response, text };
    } catch (error) {
      if (signal.aborted || error instanceof AttemptFailure) throw error;
      throw this.#brokenConnection(error, running);
    }
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
