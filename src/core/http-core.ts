import { onAbort } from "./abort";
import { apiError, excerpt } from "./api-error";
import { attempt } from "./transport";
import type { Answer } from "./transport";
import { boundIssue } from "./deadline";
import { PaymentsError, refuse, ResponseValidationError } from "./errors";
import { inexactNumbers } from "./json";
import { Paginator } from "./pagination";
import type { WirePage } from "./pagination";
import { prepare } from "./request";
import type { Prepared } from "./request";
import { redact, shownRequestHeaders } from "./redaction";
import { rememberResponse } from "./response-of";
import type { ResponseMeta } from "./response-of";
import { brokenAnswerOutcome, callOutcome, retryDelayFor } from "./retry-policy";
import { runSignedRetry } from "./signed-call";
import type {
  Call,
  CallEvent,
  CoreConfig,
  FailureEvent,
  Hooks,
  Issue,
  ListOptions,
  Outcome,
  RequestOptions,
  ResponseSchema,
} from "./types";

/** How many members at fault a message names; `issues` has all. */
const SHOWN_ISSUES = 5;

/** A result together with what is known about its answer. */
export interface Delivered<T> {
  readonly value: T;
  readonly meta: ResponseMeta;
}

/**
 * The HTTP core that every resource shares: one pipeline in a fixed order. Prepare (address, headers, key and body, once),
 * attempt, read the answer, decide about a retry, check the shape, deliver.
 */
export class HttpCore {
  readonly #config: CoreConfig;
  /** Server time minus local time, from the last `Date` header; challenges and sessions expire by the server's clock. */
  #clockOffset: number | undefined;

  constructor(config: CoreConfig) {
    this.#config = config;
  }

  /** The service's time as far as it is known, in milliseconds since the epoch. */
  now(): number {
    return this.#config.now() + (this.#clockOffset ?? 0);
  }

  /** The service's time, or `undefined` before an answer has told it. */
  serviceTime(): number | undefined {
    return this.#clockOffset === undefined ? undefined : this.now();
  }

  /** Waits, unless the signal aborts first: then rejects with its reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const timer = setTimeout(() => {
        ignoreSignal();
        resolve();
      }, milliseconds);
      const ignoreSignal = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason);
      });
    });
  }

  /** Makes a call and resolves to its result. A call with a signed retry and a signer resolves to the final result. */
  async request<T>(call: Call<T>, options: RequestOptions = {}): Promise<T> {
    const prepared = prepare(this.#config, call, options);
    const { signedRetry, schema, operation } = call;
    const { signer, signal } = options;
    if (signedRetry === undefined || signer === undefined) {
      return (await this.#deliver(prepared, schema, options)).value;
    }
    // One bound on all legs; a signer may wait for a person, and that time is not counted.
    const clock = { started: performance.now() };
    let failed: FailureEvent | undefined;
    try {
      const { value } = await runSignedRetry({
        operation,
        signer: {
          stamp: async (payload) => {
            const asked = performance.now();
            const stamp = await signer.stamp(payload, operation);
            clock.started += performance.now() - asked;
            return stamp;
          },
        },
        recovery: signedRetry.recovery,
        now: () => this.now(),
        signal,
        send: (headers) => {
          // The signed leg repeats method, address and body bytes; it is never repeated by itself. The first leg of
          // anything but a creation only asks for a challenge, as often as is needed.
          const leg = headers
            ? {
                ...prepared,
                headers: { ...prepared.headers, ...headers },
                secrets: () => [...prepared.secrets(), ...Object.values(headers)],
              }
            : { ...prepared, repeatable: signedRetry.recovery.kind !== "find-created" };
          return this.#deliver(
            leg,
            schema,
            headers ? { ...options, maxRetries: 0 } : options,
            clock,
            (event) => {
              failed = event;
            },
          );
        },
      });
      return value;
    } catch (error) {
      // A leg that failed need not be the end.
      if (failed && error instanceof PaymentsError) this.#observe("onError", { ...failed, error });
      throw error;
    }
  }

  /** A list: lazy, awaitable for its first page and iterable to its end. */
  list<T>(call: Call<WirePage<T>>, options: ListOptions = {}): Paginator<T> {
    // Every page carries what the first one did, whatever the caller does with the objects meanwhile.
    const given = { ...call.query };
    const unpaged = call.paged === false;
    const kept: ListOptions = { ...options, headers: { ...options.headers } };
    return new Paginator(
      call.operation,
      async ({ limit, cursor }, signal) => {
        const paged = { ...call, query: { ...given, ...(!unpaged && { limit }), cursor } };
        const { value, meta } = await this.#deliver(prepare(this.#config, paged, kept), call.schema, {
          ...kept,
          signal,
        });
        return { body: readPage<T>(value, call.operation, meta), meta };
      },
      given,
      kept,
    );
  }

  async #deliver<T>(
    prepared: Prepared,
    schema: ResponseSchema<T> | undefined,
    options: RequestOptions,
    { started }: { readonly started: number } = { started: performance.now() },
    onFailure: (event: FailureEvent) => void = (event) => this.#observe("onError", event),
  ): Promise<Delivered<T>> {
    const config = this.#config;
    const maxRetries = options.maxRetries ?? config.maxRetries;
    const timeout = options.timeout ?? config.timeout;
    const totalTimeout = options.totalTimeout ?? config.totalTimeout;
    for (const [path, value] of Object.entries({ maxRetries, timeout, totalTimeout })) {
      const message = boundIssue(path, value);
      if (message !== undefined) refuse(path, message, prepared.operation);
    }
    const repeatable =
      prepared.repeatable === true || prepared.method === "GET" || prepared.idempotencyKey !== undefined;
    let outcome: Outcome = "not-executed";

    for (let number = 1; ; number += 1) {
      options.signal?.throwIfAborted();
      const event: CallEvent = {
        operation: prepared.operation,
        method: prepared.method,
        url: prepared.url,
        attempt: number,
        idempotencyKey: prepared.idempotencyKey,
      };
      const remaining = totalTimeout - (performance.now() - started);
      const total = remaining < timeout;
      if (config.hooks.onRequest) {
        this.#observe("onRequest", { ...event, headers: shownRequestHeaders(new Headers(prepared.headers)) });
      }
      const attemptStarted = performance.now();
      let error: PaymentsError;
      try {
        const answer = await attempt(config.fetch, prepared, {
          signal: options.signal,
          timeoutMs: total ? remaining : timeout,
          scope: total ? "total" : "attempt",
          limitMs: total ? totalTimeout : timeout,
        });
        const requestId = answer.headers.get("x-request-id") ?? answer.headers.get("request-id") ?? undefined;
        const serverTime = Date.parse(answer.headers.get("date") ?? "");
        if (!Number.isNaN(serverTime)) this.#clockOffset = serverTime - config.now();
        const { status } = answer;
        const durationMs = performance.now() - attemptStarted;
        this.#observe("onResponse", { ...event, status, requestId, durationMs });
        config.log(
          "debug",
          `${prepared.method} ${prepared.operation} ${status} in ${Math.round(durationMs)} ms`,
        );
        const meta: ResponseMeta = {
          status,
          headers: answer.headers,
          requestId,
          idempotencyKey: prepared.idempotencyKey,
          attempts: number,
        };
        const value = this.#read(prepared, answer, meta, schema, event);
        rememberResponse(value, meta);
        return { value, meta };
      } catch (caught) {
        // The caller's own reason, whatever it is, passes untouched.
        if (!(caught instanceof PaymentsError) || caught === options.signal?.reason) throw caught;
        error = caught;
      }
      outcome = callOutcome(outcome, error);
      Object.assign(error, { outcome });
      const delayMs =
        number > maxRetries ? undefined : retryDelayFor(error, repeatable, number, config.retryDelay);
      if (delayMs === undefined || performance.now() - started + delayMs >= totalTimeout) {
        onFailure({ ...event, error });
        throw error;
      }
      this.#observe("onRetry", { ...event, error, delayMs });
      config.log(
        "info",
        `${prepared.method} ${prepared.operation} failed (${error.code}); next try in ${Math.round(delayMs)} ms`,
      );
      await this.sleep(delayMs, options.signal);
    }
  }

  /** Turns an answer into the result, or throws. */
  #read<T>(
    prepared: Prepared,
    answer: Answer,
    meta: ResponseMeta,
    schema: ResponseSchema<T> | undefined,
    event: CallEvent,
  ): T {
    const { status, text } = answer;
    const facts = {
      operation: prepared.operation,
      idempotencyKey: prepared.idempotencyKey,
      requestId: meta.requestId,
      status,
      outcome: brokenAnswerOutcome(status),
    };
    let body: unknown;
    let readable = true;
    if (text !== "") {
      try {
        body = JSON.parse(text);
      } catch {
        readable = false;
      }
    }
    if (status < 200 || status >= 300) throw apiError(prepared, answer, meta, body, this.now());

    const label = `${prepared.method} ${prepared.operation} answered ${status}`;
    if (!readable || (text === "" && schema !== undefined)) {
      throw new ResponseValidationError(
        text === ""
          ? `${label} with an empty body where one was expected`
          : `${label} with a body that is not complete JSON: ${excerpt(redact(text, prepared.secrets()))}`,
        { ...facts, code: "UNREADABLE_RESPONSE", issues: [{ path: "", message: "is not JSON" }], body: text },
      );
    }
    const [unsafe] = inexactNumbers(text, body).unsafeAmounts;
    if (unsafe !== undefined) {
      throw new ResponseValidationError(`${label}, but \`${unsafe.path}\` ${unsafe.message}`, {
        ...facts,
        code: "INVALID_RESPONSE",
        issues: [unsafe],
        body: text,
      });
    }
    // 202 is the challenge of a signed retry, told apart by whoever asked for it.
    if (
      schema !== undefined &&
      this.#config.validation !== "off" &&
      !(status === 202 && prepared.challenges)
    ) {
      const issues = mismatches(schema, body);
      if (issues.length > 0) {
        const more = issues.length - SHOWN_ISSUES;
        const message = `${label} in another shape than expected: ${issues
          .slice(0, SHOWN_ISSUES)
          .map((issue) => `\`${issue.path}\` ${issue.message}`)
          .join("; ")}${more > 0 ? ` and ${more} more` : ""}`;
        if (this.#config.validation === "strict") {
          throw new ResponseValidationError(message, { ...facts, code: "INVALID_RESPONSE", issues, body });
        }
        this.#observe("onResponseMismatch", { ...event, status, requestId: meta.requestId, issues });
        this.#config.log("warn", `${message} (delivered as it came)`);
      }
    }
    // The one place where the wire becomes the model: checked above, and delivered as it came when it differs.
    return body as T;
  }

  /** Calls a hook; what it throws, or rejects with, is logged and changes nothing. */
  #observe<Name extends keyof Hooks>(name: Name, event: Parameters<NonNullable<Hooks[Name]>>[0]): void {
    // The compiler cannot tie a looked-up hook to its own event type.
    const hook = this.#config.hooks[name] as ((event: unknown) => unknown) | undefined;
    if (hook === undefined) return;
    const failed = (error: unknown) =>
      this.#config.log("warn", `hooks.${name} failed: ${error instanceof Error ? error.name : typeof error}`);
    try {
      const result = hook.call(this.#config.hooks, event);
      if (result instanceof Promise) result.catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

function mismatches(schema: ResponseSchema<unknown>, body: unknown): Issue[] {
  const result = schema.safeParse(body);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
}

/** A page as it is walked: a bare array reads as the only page. */
function readPage<T>(value: unknown, operation: string, meta: ResponseMeta): WirePage<T> {
  if (Array.isArray(value)) return { data: value };
  const data: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "data") : undefined;
  if (Array.isArray(data)) return value as WirePage<T>;
  throw new ResponseValidationError(`${operation} answered without a \`data\` array`, {
    operation,
    requestId: meta.requestId,
    status: meta.status,
    code: "INVALID_RESPONSE",
    issues: [{ path: "data", message: "must be an array" }],
    body: value,
  });
}
