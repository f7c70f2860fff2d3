import { sleep } from "./abort";
import {
  AttemptFailure,
  brokenConnection,
  redirected,
  requireResponse,
  requireText,
} from "./attempt-failure";
import type { Bounds } from "./bounds";
import type { CredentialStore } from "./client-credentials";
import { isPaymentsError } from "./error-guards";
import { AbortedError, CredentialsError, restate, TimeoutError } from "./errors";
import type { Outcome, PaymentsError } from "./errors";
import { adviceFor, outcomeOfCall, unanswered } from "./judge";
import type { Verdict } from "./judge";
import type { Slot } from "./limiter";
import { presentable } from "./network-failure";
import type { Observer } from "./observer";
import { platformFetch } from "./platform-fetch";
import { redact } from "./redaction";
import { labelOf, usesCredentials } from "./request";
import type { PreparedRequest } from "./request";
import { readResponse } from "./response";
import { rememberResponse } from "./response-of";
import type { ResponseMeta } from "./response-of";
import type { ResponseClock } from "./response-clock";
import { delayBeforeRetry } from "./retry-policy";
import type { RetryBudget } from "./retry-policy";
import { isTimeout, transmit } from "./transport";
import type { CoreConfig } from "./types";

/** A result with the facts about its response. */
export interface Completed<T> {
  readonly value: T;
  readonly meta: ResponseMeta;
}

/** The objects that all calls of a client share. */
export interface Shared {
  readonly config: CoreConfig;
  readonly observer: Observer;
  readonly clock: ResponseClock;
  readonly retryBudget: RetryBudget;
}

/** One running attempt. */
interface Attempt {
  /** Its progress. */
  stage: "not sent" | "sent" | "responded";
  /** The thing that it waits for before the request. */
  waitsFor?: string;
  /** The time that it waited. */
  waitedMs: number;
  /** Its credentials. */
  authorization?: string | undefined;
  /** Its place within the limits. */
  place?: Slot | undefined;
  /** The limit that ends it first. */
  scope: "attempt" | "total";
}

/** A complete response. */
interface Received {
  readonly response: Response;
  readonly text: string;
  readonly durationMs: number;
}

/** The most repeats of a call because of refused credentials. */
const MOST_RENEWALS = 3;

/** One request with its attempts. */
export class RequestAttempts<T> {
  readonly #shared: Shared;
  readonly #request: PreparedRequest;
  readonly #bounds: Bounds;
  readonly #maxRetries: number;
  /** The outcome of the attempts so far. */
  #outcome: Outcome = "not-executed";
  #attempts = 0;
  /** The error of the previous attempt. */
  #previous: PaymentsError | undefined;
  /** The credentials of the previous attempt, if the service refused them and others may help. */
  #refused: string | undefined;
  #renewals = 0;
  #hasRenewed = false;

  constructor(shared: Shared, request: PreparedRequest, bounds: Bounds, maxRetries: number) {
    this.#shared = shared;
    this.#request = request;
    this.#bounds = bounds;
    this.#maxRetries = maxRetries;
  }

  /** The number of attempts. */
  get attempts(): number {
    return this.#attempts;
  }

  /**
   * Sends the request, repeats it as the judge allows, and resolves to the result.
   *
   * @throws {PaymentsError} when the call failed for good, or the caller aborted it
   */
  async run(): Promise<Completed<T>> {
    const { config, observer, retryBudget } = this.#shared;
    for (;;) {
      const attempt: Attempt = { stage: "not sent", waitedMs: 0, scope: "total" };
      let failure: AttemptFailure;
      try {
        const completed = this.#read(await this.#send(attempt));
        retryBudget.refill();
        config.credentials?.accept(attempt.authorization);
        return completed;
      } catch (thrown) {
        failure = this.#failureOf(thrown, attempt);
      }
      const error = this.#errorOf(failure);
      this.#previous = error;
      if (failure.verdict.name === "unauthenticated" && this.#mayRenew(attempt.authorization)) continue;
      const retry = this.#attempts - this.#renewals;
      if (retry > this.#maxRetries) throw error;
      const delayMs = delayBeforeRetry(failure, this.#request, () => config.retryDelay(retry));
      // If no time remains for the wait, the caller gets this error.
      if (delayMs === undefined || delayMs >= this.#bounds.remainingMs() || !retryBudget.take()) throw error;
      observer.retry(this.#request, this.#attempts, error, delayMs);
      await sleep(delayMs, this.#bounds.signal).catch((thrown: unknown) => {
        throw this.#errorOf(this.#failureOf(thrown, { ...attempt, stage: "not sent" }));
      });
    }
  }

  /** Makes an attempt, once it has credentials and a place within the limits. */
  async #send(attempt: Attempt): Promise<Received> {
    const { credentials, limiter } = this.#shared.config;
    const isAuthorized = credentials !== undefined && usesCredentials(this.#request);
    if (isAuthorized) attempt.authorization = credentials.header ?? (await this.#load(credentials, attempt));
    if (this.#refused !== undefined) this.#resume(this.#refused, attempt);
    attempt.place =
      limiter && (await this.#wait(attempt, "place in `limits`", (ended) => limiter.place(ended)));
    try {
      // Another call may have renewed the credentials during the wait for a place.
      if (isAuthorized) attempt.authorization = credentials.header ?? attempt.authorization;
      const leftMs = this.#bounds.remainingMs();
      // Without remaining time, a request is never sent, because it could take effect.
      if (leftMs <= 0) throw this.#timedOut(attempt);
      const { signal, timeoutMs } = this.#bounds;
      if (leftMs >= timeoutMs) attempt.scope = "attempt";
      return await transmit(this.#request, Math.min(timeoutMs, leftMs), signal, (ended) =>
        this.#fetch(ended, attempt),
      );
    } finally {
      attempt.place?.leave();
    }
  }

  /** Waits for work while the call has time. */
  async #wait<R>(attempt: Attempt, waitsFor: string, work: (ended: AbortSignal) => Promise<R>): Promise<R> {
    const startedMs = performance.now();
    attempt.waitsFor = waitsFor;
    const result = await this.#bounds.wait(work);
    delete attempt.waitsFor;
    attempt.waitedMs += performance.now() - startedMs;
    return result;
  }

  /** Calls the function in `credentials`. */
  #load(credentials: CredentialStore, attempt: Attempt): Promise<string> {
    return this.#wait(attempt, "credentials", (ended) =>
      credentials.load(ended).catch((thrown: unknown) => {
        const isMalformed = isPaymentsError(thrown) && thrown.code === "INVALID_CONFIGURATION";
        const problem = isMalformed ? thrown.message : "the function in `credentials` failed";
        const cause = presentable(thrown, this.#request.secrets());
        const message = `${labelOf(this.#request)} was not sent: ${problem}`;
        const error = new CredentialsError(message, { ...this.#request.facts, cause });
        throw new AttemptFailure(unanswered(isMalformed ? "misconfigured" : "unsent"), error, true);
      }),
    );
  }

  /** Whether other credentials may help. The service refused those of the last attempt. */
  #mayRenew(refused: string | undefined): boolean {
    const { credentials } = this.#shared.config;
    if (refused === undefined || !credentials?.canRenew || this.#renewals === MOST_RENEWALS) return false;
    const isNewest = credentials.header === refused;
    // New credentials that never worked will not work next time.
    if (isNewest && this.#hasRenewed && !credentials.wasAccepted(refused)) return false;
    this.#hasRenewed ||= isNewest;
    this.#renewals += 1;
    this.#refused = refused;
    credentials.forget(refused);
    return true;
  }

  /** Continues after a refusal, unless the credentials are the same. */
  #resume(refused: string, { authorization }: Attempt): void {
    const { observer } = this.#shared;
    const error = this.#previous as PaymentsError;
    this.#refused = undefined;
    if (authorization === refused) throw error;
    observer.retry(this.#request, this.#attempts, error, 0);
  }

  /** Sends the request and reads the response to its end. */
  async #fetch(signal: AbortSignal, attempt: Attempt): Promise<Received> {
    const { config, observer } = this.#shared;
    const { url, method, body, headers: prepared, isRepeatable } = this.#request;
    const { authorization, waitedMs } = attempt;
    const headers = authorization === undefined ? prepared : { ...prepared, authorization };
    this.#attempts += 1;
    observer.request(this.#request, this.#attempts, waitedMs);
    // A hook may have aborted the call. A signal of another realm may lack `throwIfAborted`.
    if (this.#bounds.signal?.aborted) throw this.#bounds.signal.reason;
    const startedMs = performance.now();
    try {
      // Passes an address and options, because a `Request` would turn the body into a stream.
      const init: RequestInit = { method, headers, redirect: "manual", signal };
      // The response may arrive while a stream is sent (Fetch standard, "RequestDuplex").
      if (typeof body === "function") Object.assign(init, { body: body(), duplex: "half" });
      else if (body !== undefined) init.body = body;
      // Uses a new connection, because platforms may repeat a request if a kept-alive one breaks (RFC 9110, section 9.2.2).
      if (!isRepeatable) init.keepalive = false;
      // Next.js caches GETs by default. Some workers reject the option completely.
      if ("cache" in Request.prototype) init.cache = "no-store";
      attempt.stage = "sent";
      attempt.place?.sent();
      const response = await config.fetch(url, init);
      attempt.stage = "responded";
      requireResponse(response);
      const { status } = response;
      // Following a redirect would carry signatures and keys to another address, and turn a POST into a GET.
      if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
        // Never awaited, because cancelling a cloned body may never end.
        void response.body?.cancel().catch(() => {});
        throw redirected(this.#request);
      }
      // The body of an error response is optional, because its status is known.
      const text = await (response.ok ? response.text() : response.text().catch(() => ""));
      signal.throwIfAborted();
      requireText(text);
      return { response, text, durationMs: performance.now() - startedMs };
    } catch (error) {
      if (signal.aborted || error instanceof AttemptFailure) throw error;
      throw this.#broken(error, attempt);
    }
  }

  /** Turns the response into the result. */
  #read({ response, text, durationMs }: Received): Completed<T> {
    const { config, observer, clock } = this.#shared;
    const request = this.#request;
    const { status, headers } = response;
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    // The service may repeat a user's proof in its request id.
    const mayBeSecret = request.expectsChallenge || request.carriesProof;
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
    // `Retry-After` uses the clock of its own response, right or wrong.
    const nowMs = serviceTimeMs || clock.now();
    const { validation, hideServiceText } = config;
    const value = readResponse<T>({ text, meta, nowMs, request, validation, hideServiceText, observer });
    rememberResponse(value, meta);
    return { value, meta };
  }

  /** Converts an error of an attempt, of ky or of the caller's signal. */
  #failureOf(thrown: unknown, attempt: Attempt): AttemptFailure {
    const { signal } = this.#bounds;
    if (signal?.aborted) {
      const isUnsent = this.#attempts === 0 && attempt.stage === "not sent";
      const error = new AbortedError(signal, this.#request.facts, isUnsent ? " before it was sent" : "");
      return new AttemptFailure(verdictOn(attempt), error, true);
    }
    if (thrown instanceof AttemptFailure) return thrown;
    if (isTimeout(thrown) || thrown instanceof AbortedError) return this.#timedOut(attempt);
    if (attempt.stage === "not sent") throw thrown;
    return this.#broken(thrown, attempt);
  }

  #broken(thrown: unknown, { stage }: Attempt): AttemptFailure {
    const isPassed = this.#shared.config.fetch !== platformFetch;
    return brokenConnection(thrown, stage === "responded", this.#request, isPassed);
  }

  /** The error of the call so far. */
  #errorOf({ verdict, error }: AttemptFailure): PaymentsError {
    this.#outcome = outcomeOfCall(this.#outcome, verdict, this.#request);
    restate(error, { outcome: this.#outcome, advice: adviceFor(this.#outcome, verdict, this.#request) });
    return error;
  }

  #timedOut(attempt: Attempt): AttemptFailure {
    const { scope, stage, waitsFor = "complete response" } = attempt;
    const isTotal = scope === "total";
    const limitMs = isTotal ? this.#bounds.totalTimeoutMs : this.#bounds.timeoutMs;
    const option = isTotal ? "`totalTimeout`, over all attempts" : "`timeout`, one attempt";
    const message = `${labelOf(this.#request)} got no ${waitsFor} within ${limitMs} ms (${option})`;
    const cause = stage === "not sent" ? this.#previous : undefined;
    const error = new TimeoutError(message, scope, limitMs, { ...this.#request.facts, cause });
    return new AttemptFailure(verdictOn(attempt), error, isTotal);
  }
}

/** The verdict on an attempt that ended before its response was complete. */
function verdictOn({ stage }: Attempt): Verdict {
  return unanswered(stage === "not sent" ? "unsent" : "lost");
}
