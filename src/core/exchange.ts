import { sleep } from "./abort";
import type { CallBounds, Deadline } from "./deadline";
import { ConnectionError, PaymentsError, TimeoutError } from "./errors";
import type { Outcome } from "./errors";
import { networkFailure, outcomeOfNetworkFailure, presentable } from "./network-failure";
import type { Observer } from "./observer";
import { callOutcome, outcomeOfUnreadable } from "./outcome";
import { hasSensitiveField, redact } from "./redaction";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import { readResponse } from "./response";
import type { Expectation } from "./response";
import { rememberResponse } from "./response-of";
import type { ResponseMeta } from "./response-of";
import { retryDelayMs } from "./retry-policy";
import type { ResponseClock } from "./response-clock";
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
  readonly expected: Expectation<T>;
  readonly bounds: CallBounds;
  readonly deadline: Deadline;
  readonly clock: ResponseClock;
}

/** One attempt while it runs. */
interface Attempt {
  /** Whether the request took effect, should the attempt end now. */
  outcome: Outcome;
  /** The bound that ends it first. */
  readonly scope: "attempt" | "total";
}

/** One request with its attempts: how each ended, and what that says about the whole. */
export class Exchange<T> {
  readonly #context: ExchangeContext<T>;
  /** What the failed attempts say so far. */
  #outcome: Outcome = "not-executed";
  #attempts = 0;
  #running: Attempt | undefined;
  /** ky's errors and what became of them, so that one failure is one error. */
  #failure: { readonly of: unknown; readonly error: PaymentsError } | undefined;

  constructor(context: ExchangeContext<T>) {
    this.#context = context;
  }

  /** How many attempts were made. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Whether the exchange itself failed with this error: the reason of a caller's signal is the caller's. */
  hasFailedWith(error: unknown): error is PaymentsError {
    return this.#failure !== undefined && this.#failure.error === error;
  }

  /**
   * Sends the request, repeated as the policy allows, and resolves to the result.
   *
   * @throws {PaymentsError} when the call failed for good, or the reason of the caller's signal
   */
  async run(): Promise<Completed<T>> {
    const { request, bounds, deadline } = this.#context;
    const { url, method } = request;
    const { signal, timeoutMs } = bounds;
    for (;;) {
      const leftMs = deadline.remainingMs();
      // Nothing is begun that has no time: what was sent may take effect.
      if (leftMs <= 0) throw this.#failed(undefined, this.#timedOut());
      const running: Attempt = { outcome: "unknown", scope: leftMs < timeoutMs ? "total" : "attempt" };
      const attempt = (ended: AbortSignal) => this.#attempt(ended, running);
      try {
        return await transmit({ url, method, signal, timeoutMs: Math.min(timeoutMs, leftMs), attempt });
      } catch (thrown) {
        const delayMs = this.#retryDelayMs(thrown);
        if (delayMs === undefined) throw this.#failureOf(thrown) ?? thrown;
        await sleep(delayMs, signal);
      }
    }
  }

  async #attempt(signal: AbortSignal, running: Attempt): Promise<Completed<T>> {
    const { config, observer, request, expected, bounds, clock } = this.#context;
    this.#attempts += 1;
    const attempts = this.#attempts;
    this.#running = running;
    observer.request(request, attempts);
    // A hook may have aborted the call: then nothing is sent.
    if (bounds.signal?.aborted) throw bounds.signal.reason;
    const startedMs = performance.now();
    const { response, text } = await this.#fetch(signal, running);
    // The attempt is over: what comes late changes nothing and fires nothing.
    if (signal.aborted) throw signal.reason;
    const { status, headers } = response;
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    const meta: ResponseMeta = {
      status,
      headers,
      // Later errors of a call that carries a user's proof show it as it is here.
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
    const { validation } = config;
    const outcomeAfter = (attempt: Outcome, concludes?: boolean) => this.#outcomeAfter(attempt, concludes);
    // A time to return is by the clock of this very response, right or wrong.
    const nowMs = serviceTimeMs || clock.now();
    const value = readResponse(text, meta, { request, expected, validation, observer, nowMs, outcomeAfter });
    rememberResponse(value, meta);
    return { value, meta };
  }

  /** Sends the request and reads the response to its end. */
  async #fetch(signal: AbortSignal, running: Attempt): Promise<{ response: Response; text: string }> {
    const { config, request, expected } = this.#context;
    const { url, method, headers, body } = request;
    let hasStatus = false;
    try {
      // An address and options, no `Request`: in one, the body would become a stream first. Redirects are refused: following one
      // would carry signatures and keys to another address and turn a POST into a GET.
      const init: RequestInit = { method, headers, redirect: "manual", signal };
      // A stream goes out while the response may come in (Fetch standard, "RequestDuplex").
      if (typeof body === "function") Object.assign(init, { body: body(), duplex: "half" });
      else if (body !== undefined) init.body = body;
      // On a new connection: on a kept one, Bun repeats a DELETE by itself when it breaks (RFC 9110, section 9.2.2).
      if (!request.isRepeatable) init.keepalive = false;
      // Next.js caches GETs unless told not to; some workers refuse the option altogether.
      if ("cache" in Request.prototype) init.cache = "no-store";
      const response = await config.fetch(url, init);
      const { status } = response;
      if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
        // Never awaited: cancelling a body with a cloned sibling may not end.
        void response.body?.cancel().catch(() => {});
        throw this.#redirected();
      }
      hasStatus = true;
      running.outcome = outcomeOfUnreadable(
        status,
        response.headers.get("content-type"),
        expected.schema === null,
      );
      // The body of an error response is a help, not a need: its status is known.
      const text = await (response.ok ? response.text() : response.text().catch(() => ""));
      return { response, text };
    } catch (error) {
      if (signal.aborted || error instanceof ConnectionError) throw error;
      throw this.#brokenConnection(error, hasStatus ? running.outcome : undefined);
    }
  }

  /** Decides about a retry, and reports one that will be made. */
  #retryDelayMs(thrown: unknown): number | undefined {
    const { config, observer, request, bounds, deadline } = this.#context;
    const error = bounds.signal?.aborted ? undefined : this.#failureOf(thrown);
    if (error === undefined || this.#attempts > bounds.maxRetries) return undefined;
    const delayMs = retryDelayMs(error, request, this.#attempts, config.retryDelay);
    // A wait for which no time is left is not begun: the error that would have been waited out is the better one.
    if (delayMs === undefined || delayMs >= deadline.remainingMs()) return undefined;
    observer.retry(request, this.#attempts, error, delayMs);
    return delayMs;
  }

  /** The error of this package for what an attempt, or ky, threw; `undefined` for what passes untouched. */
  #failureOf(thrown: unknown): PaymentsError | undefined {
    const known = this.#failure;
    if (known !== undefined && known.of === thrown) return known.error;
    if (isTimeout(thrown)) return this.#failed(thrown, this.#timedOut());
    // The caller's own reason, whatever it is, passes untouched.
    if (!(thrown instanceof PaymentsError) || thrown === this.#context.bounds.signal?.reason)
      return undefined;
    return this.#failed(thrown, thrown);
  }

  #failed(thrown: unknown, error: PaymentsError): PaymentsError {
    this.#failure = { of: thrown, error };
    this.#outcome = error.outcome;
    this.#running = undefined;
    return error;
  }

  #outcomeAfter(attempt: Outcome, concludes = false): Outcome {
    return this.#context.request.mayAct ? callOutcome(this.#outcome, attempt, concludes) : "not-executed";
  }

  #facts(outcome: Outcome) {
    const { operation, idempotencyKey } = this.#context.request;
    return { operation, idempotencyKey, outcome };
  }

  #timedOut(): TimeoutError {
    const { request, bounds } = this.#context;
    // Between two attempts, only the bound on the whole call can pass, and nothing is open.
    const { scope, outcome } = this.#running ?? { scope: "total", outcome: "not-executed" };
    const limitMs = scope === "total" ? bounds.totalTimeoutMs : bounds.timeoutMs;
    const option = scope === "total" ? "`totalTimeout`, over all attempts" : "`timeout`, one attempt";
    const message = `${labelOf(request)} got no complete response within ${limitMs} ms (${option})`;
    return new TimeoutError(message, scope, limitMs, {
      ...this.#facts(this.#outcomeAfter(outcome)),
      // The failure that the wait was for.
      cause: this.#running === undefined ? this.#failure?.error : undefined,
    });
  }

  #redirected(): ConnectionError {
    const message = `${labelOf(this.#context.request)} was redirected, which is refused: check \`baseUrl\``;
    return new ConnectionError(message, {
      ...this.#facts(this.#outcomeAfter("unknown")),
      code: "REDIRECTED",
    });
  }

  /**
   * The error of a connection that failed.
   *
   * @param responded the outcome when a status had come before the connection broke
   */
  #brokenConnection(cause: unknown, responded: Outcome | undefined): ConnectionError {
    const { request } = this.#context;
    const failure = networkFailure(cause);
    const code = redact(failure.code, request.secrets());
    const outcome = responded ?? outcomeOfNetworkFailure(failure);
    const problem =
      outcome === "not-executed"
        ? "could not connect"
        : "lost the connection before the response was complete";
    const advice =
      code === "UND_ERR_INVALID_ARG"
        ? "; a dispatcher of another undici version does not fit the built-in fetch: pass a `fetch` of payments-sdk/node"
        : "";
    return new ConnectionError(
      `${labelOf(request)} ${problem}${code === undefined ? "" : ` (${code})`}${advice}`,
      {
        ...this.#facts(this.#outcomeAfter(outcome)),
        platformCode: code,
        cause: presentable(cause, request.secrets()),
      },
    );
  }
}
