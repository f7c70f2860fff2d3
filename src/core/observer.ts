import { ownField } from "../options/read";
import { isPaymentsError } from "./error-guards";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import { presentable } from "./network-failure";
import { redact, shownRequestHeaders } from "./redaction";
import type { CallEvent, CoreConfig, Hooks, Issue } from "./types";
import type { PaymentsError } from "./errors";
import type { ResponseMeta } from "./response-of";
import type { TransportResponse } from "./transport";

/** Reports the events of a call to the caller's hooks and log. They cannot change the call. */
export class Observer {
  readonly #config: Pick<CoreConfig, "hooks" | "log">;
  /** The reported deprecations and unexpected fields. Each is reported once. */
  readonly #reported: Set<string>;

  constructor(config: Pick<CoreConfig, "hooks" | "log">, earlier?: Observer) {
    this.#config = config;
    this.#reported = earlier ? earlier.#reported : new Set();
  }

  /** An attempt is about to be sent. */
  request(request: PreparedRequest, attempt: number, waitedMs: number): void {
    this.#call("onRequest", request, () => ({
      ...eventOf(request, attempt),
      headers: shownRequestHeaders(request.headers),
      waitedMs,
    }));
  }

  /** A response is complete. */
  response(
    request: PreparedRequest,
    { status, requestId, attempts }: ResponseMeta,
    headers: TransportResponse["headers"],
    durationMs: number,
  ): void {
    const facts = () => ({ status, requestId: redact(requestId, request.secrets()), durationMs });
    this.#call("onResponse", request, () => ({ ...eventOf(request, attempts), ...facts() }));
    this.#config.log(
      "debug",
      () => `${labelOf(request)} got ${status} in ${Math.round(durationMs)} ms`,
      () => ({ ...factsOf(request, attempts), ...facts() }),
    );
    if ((headers.get("deprecation") ?? headers.get("sunset")) !== null) this.#deprecated(request, headers);
  }

  /**
   * The service marks an operation as deprecated. The log gets one warning for each operation.
   *
   * @see RFC 9745, section 2
   * @see RFC 8594, section 3
   */
  #deprecated(request: PreparedRequest, headers: TransportResponse["headers"]): void {
    if (!this.#isFirst(request.operation)) return;
    const sunset = Date.parse(headers.get("sunset") ?? "");
    const end = Number.isNaN(sunset) ? "" : ` and ends it on ${new Date(sunset).toISOString().slice(0, 10)}`;
    this.#config.log(
      "warn",
      `the service calls ${labelOf(request)} deprecated${end}; look for a newer version of this package`,
    );
  }

  /** An attempt failed and will be retried. */
  retry(request: PreparedRequest, attempt: number, error: PaymentsError, delayMs: number): void {
    this.#call("onRetry", request, () => ({ ...eventOf(request, attempt), error, delayMs }));
    this.#config.log(
      "info",
      `${labelOf(request)} failed (${error.code}); it is sent again in ${Math.round(delayMs)} ms`,
      () => ({ ...factsOf(request, attempt), code: error.code, delayMs }),
    );
  }

  /** The call ended. `latest` is its latest request. `error` is `undefined` if it succeeded. */
  end(
    request: PreparedRequest,
    latest:
      | {
          readonly attempts: number;
          readonly response: Pick<ResponseMeta, "status" | "requestId"> | undefined;
        }
      | undefined,
    durationMs: number,
    error: unknown,
  ): void {
    const { attempts: attempt = 0 } = latest ?? {};
    if (error !== undefined && isPaymentsError(error) && error.code !== "ABORTED") {
      this.#call("onError", request, () => ({ ...eventOf(request, attempt), error }));
    }
    this.#call("onEnd", request, () => ({
      ...eventOf(request, attempt),
      status: undefined,
      requestId: undefined,
      ...latest?.response,
      durationMs,
      error,
    }));
  }

  /** The issues of fields that were not reported yet for this operation. They count as reported from now on. */
  unreported({ operation }: PreparedRequest, issues: ReadonlyMap<string, Issue>): Issue[] {
    return [...issues].filter(([field]) => this.#isFirst(`${operation} ${field}`)).map(([, issue]) => issue);
  }

  /** Logs a warning, once. */
  warnOnce(message: string): void {
    if (this.#isFirst(message)) this.#config.log("warn", message);
  }

  #isFirst(what: string): boolean {
    const { size } = this.#reported;
    return this.#reported.add(what).size > size;
  }

  /** A successful response has an unexpected shape, and is still returned. */
  mismatch(
    request: PreparedRequest,
    { status, requestId, attempts }: ResponseMeta,
    issues: readonly Issue[],
    message: string,
  ): void {
    const facts = () => ({ status, ...redact({ requestId, issues }, request.secrets()) });
    this.#call("onResponseMismatch", request, () => ({ ...eventOf(request, attempts), ...facts() }));
    this.#config.log("warn", `${message} (returned unchanged)`, () => ({
      ...factsOf(request, attempts),
      ...facts(),
    }));
  }

  /** Calls the hooks of one name. Each gets a new event, created only if a hook exists. */
  #call<Name extends keyof Hooks>(
    name: Name,
    request: PreparedRequest,
    makeEvent: () => Parameters<NonNullable<Hooks[Name]>>[0],
  ): void {
    for (const hooks of this.#config.hooks) {
      // The compiler cannot tie a looked-up hook to its own event type.
      const hook = ownField(hooks, name) as ((event: unknown) => unknown) | undefined;
      if (hook == null) continue;
      // Called in this turn. A throw and a rejection have the same effect.
      (async () => hook.call(hooks, makeEvent()))().catch((error: unknown) =>
        this.#config.log(
          "warn",
          () => `hooks.${name} failed: ${told(error, request.secrets())}`,
          () => ({ callId: request.callId }),
        ),
      );
    }
  }
}

/** The facts of a log line. Without the address, which may have filters. */
function factsOf(request: PreparedRequest, attempt: number) {
  const { callId, operation, template, ids, idempotencyKey } = request;
  return { callId, operation, template, ids, attempt, idempotencyKey };
}

/** The message and the stack of an error that a hook threw, without secrets. */
function told(thrown: unknown, secrets: readonly string[]): string {
  const error = presentable(thrown, secrets);
  if (!(error instanceof Error)) return redact(String(thrown), secrets);
  const { stack = "" } = error;
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`;
}

function eventOf(request: PreparedRequest, attempt: number): CallEvent {
  const { callId, operation, method, url, template, idempotencyKey } = request;
  return { callId, operation, method, url, template, attempt, idempotencyKey };
}
