import { sleep, untilAborted } from "./abort";
import { AttemptFailure, brokenConnection, credentialsUnavailable, redirected } from "./attempt-failure";
import type { Bounds } from "./bounds";
import { AbortedError, ConfigurationError, restate } from "./errors";
import type { Outcome, PaymentsError } from "./errors";
import { fieldOf } from "./fields";
import { adviceFor, outcomeOfCall, unanswered } from "./judge";
import type { Verdict } from "./judge";
import type { Slot } from "./limiter";
import type { Observer } from "./observer";
import { redact } from "./redaction";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import { RequestCredentials } from "./request-credentials";
import { readResponse, unreadable } from "./response";
import type { RunningCalls } from "./running-calls";
import { rememberResponse } from "./response-of";
import type { ResponseMeta } from "./response-of";
import type { ResponseClock } from "./response-clock";
import { delayBeforeRetry } from "./retry-policy";
import type { RetryBudget } from "./retry-policy";
import { failureOf } from "./transport";
import type { Reached, TransportFailure, TransportRequest, TransportResponse } from "./transport";
import type { CoreConfig } from "./types";

/** A result with the facts about its response. */
export interface Completed<T> {
  readonly value: T;
  readonly meta: ResponseMeta;
}

/** The facts of a response in an error about its body. */
export function factsOf({ facts, secrets }: PreparedRequest, { value, meta }: Completed<unknown>) {
  const { status, requestId } = meta;
  return { ...facts, status, requestId: redact(requestId, secrets()), body: value };
}

/** The objects that all calls of a client share. */
export interface Shared {
  readonly config: CoreConfig;
  readonly observer: Observer;
  readonly clock: ResponseClock;
  readonly retryBudget: RetryBudget;
  readonly running: RunningCalls;
}

/** One running attempt. */
interface Attempt {
  /** Its progress. */
  stage: Reached;
  /** Its whole response. */
  response?: TransportResponse;
  /** The thing that it waits for before the request. */
  waitsFor?: string;
  /** The time that it waited. */
  waitedMs: number;
  /** Its place within the limits. */
  place?: Slot | undefined;
  /** The limit that ends it first. */
  scope: "attempt" | "total";
}

/** One request with its attempts. */
export class RequestAttempts<T> {
  readonly #shared: Shared;
  readonly #request: PreparedRequest;
  readonly #bounds: Bounds;
  readonly #maxRetries: number;
  /** `undefined` if the request is sent without the client's credentials. */
  readonly #credentials: RequestCredentials | undefined;
  /** The number of attempts. */
  attempts = 0;
  /** The response to the latest attempt, if it came. */
  #response: Pick<ResponseMeta, "status" | "requestId"> | undefined;
  /** When the latest attempt was sent, by the monotonic clock. */
  sentMs = 0;
  /** The outcome of the attempts so far. */
  #outcome: Outcome = "not-executed";
  /** The number of the latest retry. Attempts with renewed credentials do not count. */
  #retry = 0;
  /** The error of the previous attempt. */
  #previous: PaymentsError | undefined;

  constructor(shared: Shared, request: PreparedRequest, bounds: Bounds, maxRetries: number) {
    this.#shared = shared;
    this.#request = request;
    this.#bounds = bounds;
    this.#maxRetries = maxRetries;
    if (request.credentials) this.#credentials = new RequestCredentials(request.credentials);
  }

  /**
   * Sends the request, repeats it as the judge allows, and resolves to the result.
   *
   * @throws {PaymentsError} when the call failed for good, or the caller aborted it
   */
  async run(): Promise<Completed<T>> {
    let delayMs: number | undefined;
    for (;;) {
      const attempt: Attempt = { stage: "not sent", waitedMs: 0, scope: "total" };
      try {
        if (delayMs !== undefined) await sleep(delayMs, this.#bounds.signal);
        const completed = this.#read(await this.#send(attempt));
        this.#shared.retryBudget.refill();
        this.#credentials?.accept();
        return completed;
      } catch (thrown) {
        delayMs = this.#delayAfter(this.#failureOf(thrown, attempt));
      }
    }
  }

  /** What an event tells of the response to the latest attempt. A signed request has other secrets than its call. */
  get response(): Pick<ResponseMeta, "status" | "requestId"> | undefined {
    const { status, requestId } = this.#response ?? {};
    return status === undefined
      ? undefined
      : { status, requestId: redact(requestId, this.#request.secrets()) };
  }

  /** Makes an attempt, once it has credentials and a place within the limits. */
  async #send(attempt: Attempt) {
    const credentials = this.#credentials;
    try {
      // Most calls wait for nothing.
      if (this.#shared.config.limiter || credentials?.areMissing) await this.#takePlace(attempt);
      const refusal = credentials?.begin();
      if (refusal) this.#shared.observer.retry(this.#request, this.attempts, refusal, 0);
      const leftMs = this.#bounds.remainingMs();
      // Without remaining time, a request is never sent, because it could take effect.
      if (leftMs <= 0) throw this.#timedOut(attempt);
      const { signal, timeoutMs } = this.#bounds;
      if (leftMs >= timeoutMs) attempt.scope = "attempt";
      if (signal?.aborted) throw signal.reason;
      this.attempts += 1;
      this.#response = undefined;
      this.#shared.observer.request(this.#request, this.attempts, attempt.waitedMs);
      const sent = this.#sendable();
      // A hook may have aborted the call. Then nothing is sent.
      const response = await untilAborted(signal, (ended) => {
        this.sentMs = performance.now();
        attempt.stage = "sent";
        attempt.place?.sent();
        return this.#shared.config.transport(sent, Math.min(timeoutMs, leftMs), ended);
      });
      attempt.response = response;
      return response;
    } finally {
      attempt.place?.leave();
    }
  }

  /** Waits for credentials, then for a place, which nobody holds while it waits. */
  async #takePlace(attempt: Attempt): Promise<void> {
    const { limiter } = this.#shared.config;
    const credentials = this.#credentials;
    const limitMs = () => Math.min(this.#bounds.timeoutMs, this.#bounds.remainingMs());
    do {
      attempt.place?.leave();
      if (credentials?.areMissing)
        await this.#wait(attempt, "credentials", (ended) =>
          credentials.load(limitMs(), ended).catch((error: unknown) => {
            throw credentialsUnavailable(error, this.#request);
          }),
        );
      attempt.place =
        limiter && (await this.#wait(attempt, "place in `limits`", (ended) => limiter.place(limitMs, ended)));
      // The service may have refused them meanwhile.
    } while (limiter && credentials?.areMissing);
  }

  /** Waits for work while the call has time. */
  async #wait<R>(attempt: Attempt, waitsFor: string, work: (ended: AbortSignal) => Promise<R>): Promise<R> {
    const startedMs = performance.now();
    attempt.waitsFor = waitsFor;
    const result = await this.#bounds.wait(work, () => this.#timedOut(attempt));
    delete attempt.waitsFor;
    attempt.waitedMs += performance.now() - startedMs;
    return result;
  }

  /** The request with the credentials of this moment. */
  #sendable(): TransportRequest {
    const { method, url, headers, body, isRepeatable } = this.#request;
    const authorization = this.#credentials?.take();
    const sent = authorization === undefined ? headers : { ...headers, authorization };
    return { method, url, headers: sent, body, isRepeatable };
  }

  /** Turns the response, read to its end, into the result. */
  #read({ status, headers, text }: TransportResponse): Completed<T> {
    const { config, observer, clock } = this.#shared;
    const request = this.#request;
    // Following a redirect would carry signatures and keys to another address, and turn a POST into a GET. A 304 names no address.
    if (status >= 300 && status < 400 && status !== 304) throw redirected(request);
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    // The service may repeat a user's proof in its request id.
    const mayBeSecret = request.expectsChallenge || request.carriesProof;
    const meta: ResponseMeta = {
      status,
      // Made when somebody asks for it.
      get headers() {
        return headers instanceof Headers ? headers : new Headers([...headers]);
      },
      requestId: mayBeSecret ? redact(requestId, request.secrets()) : requestId,
      idempotencyKey: request.idempotencyKey,
      attempts: this.attempts,
    };
    this.#response = { status, requestId };
    const serviceTimeMs = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(serviceTimeMs)) clock.hear(serviceTimeMs);
    observer.response(request, meta, headers, performance.now() - this.sentMs);
    const { validation, hideServiceText } = config;
    const value = readResponse<T>({
      text,
      meta,
      headers,
      // `Retry-After` uses the clock of its own response, right or wrong.
      nowMs: () => serviceTimeMs || clock.now(),
      request,
      validation,
      hideServiceText,
      observer,
    });
    rememberResponse(value, meta);
    return { value, meta };
  }

  /** Converts an error of an attempt, of ky or of the caller's signal. */
  #failureOf(thrown: unknown, attempt: Attempt): AttemptFailure {
    const { signal } = this.#bounds;
    if (signal?.aborted) {
      const when = this.attempts === 0 ? " before it was sent" : "";
      const error = new AbortedError(signal, this.#request.facts, when);
      return new AttemptFailure(verdictOn(attempt), error, true);
    }
    if (thrown instanceof AttemptFailure) return thrown;
    // The platform lacks something, so nothing was sent.
    if (attempt.stage === "not sent" || thrown instanceof ConfigurationError) throw thrown;
    if (attempt.response) return unreadable(thrown, attempt.response, this.#request);
    // A passed transport may reject with anything.
    const isFailure = fieldOf(thrown, "reached") !== undefined;
    const failure = isFailure ? (thrown as TransportFailure) : failureOf(thrown, "sent", "transport");
    attempt.stage = failure.reached;
    return failure.isTimeout ? this.#timedOut(attempt) : brokenConnection(failure, this.#request);
  }

  /**
   * The delay before the next attempt. Renewed credentials need none.
   *
   * @throws {PaymentsError} when no attempt follows
   */
  #delayAfter(failure: AttemptFailure): number | undefined {
    const { config, observer, retryBudget } = this.#shared;
    const { verdict, error } = failure;
    this.#outcome = outcomeOfCall(this.#outcome, verdict, this.#request);
    restate(error, { outcome: this.#outcome, advice: adviceFor(this.#outcome, verdict, this.#request) });
    this.#previous = error;
    if (verdict.name === "unauthenticated" && this.#credentials?.renew(error)) return undefined;
    this.#retry += 1;
    if (this.#retry > this.#maxRetries) throw error;
    const delayMs = delayBeforeRetry(failure, this.#request, () => config.retryDelay(this.#retry));
    // If no time remains for the wait, the caller gets this error.
    if (delayMs === undefined || delayMs >= this.#bounds.remainingMs() || !retryBudget.take()) throw error;
    observer.retry(this.#request, this.attempts, error, delayMs);
    return delayMs;
  }

  #timedOut(attempt: Attempt): AttemptFailure {
    const { scope, stage, waitsFor } = attempt;
    const label = labelOf(this.#request);
    const subject =
      waitsFor === undefined ? `${label} timed out after` : `${label} got no ${waitsFor} within`;
    const cause = stage === "not sent" ? this.#previous : undefined;
    const error = this.#bounds.timeoutError(subject, scope, { ...this.#request.facts, cause });
    return new AttemptFailure(verdictOn(attempt), error, scope === "total");
  }
}

/** The verdict on an attempt that ended before its response was complete. */
function verdictOn({ stage }: Attempt): Verdict {
  return unanswered(stage === "not sent" ? "unsent" : "lost");
}
