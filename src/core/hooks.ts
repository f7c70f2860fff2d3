import type { Issue, PaymentsError } from "./errors";

/** The facts that every hook receives about a call. */
export interface CallEvent {
  /** Identifies the call. All of its retries share it, and so do both requests of a signed call. */
  readonly callId: string;
  /** The operation, for example `quotes.create`. */
  readonly operation: string;
  readonly method: string;
  /** The URL, without credentials. */
  readonly url: string;
  /**
   * The path with `{id}` in place of each id, for example `/quotes/{id}/execute`. `undefined` for a path of
   * `payments.request` that this package does not know and that has no `path` parameters.
   */
  readonly template: string | undefined;
  /** The number of the attempt, from 1. At the end of a call without an attempt, 0. */
  readonly attempt: number;
  readonly idempotencyKey: string | undefined;
}

/** The client is about to send an attempt. */
export interface RequestEvent extends CallEvent {
  /** Header names and values. Values that could be secret read `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long the attempt waited for the client's `credentials` and `limits`, in milliseconds. */
  readonly waitedMs: number;
}

/** The client read a whole response, of any status. */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  readonly requestId: string | undefined;
  /** From the start of the attempt to the end of the body, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt failed, and the client will retry it. */
export interface RetryEvent extends CallEvent {
  readonly error: PaymentsError;
  /** The delay before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** The call failed. The call rejects with this `error`. */
export interface FailureEvent extends CallEvent {
  readonly error: PaymentsError;
}

/** The call ended, with or without an error. `attempt` is the last one, or 0 if the client made none. */
export interface EndEvent extends CallEvent {
  /** From the start of the call to its end, in milliseconds. It includes waits and retries. */
  readonly durationMs: number;
  /** The status of the last attempt's response. `undefined` if none came. */
  readonly status: number | undefined;
  /** The service's id of the request, from that response. */
  readonly requestId: string | undefined;
  /** The error that the call rejects with. `undefined` if it succeeded. */
  readonly error: unknown;
}

/** A successful response has an unexpected shape. */
export interface ResponseMismatchEvent extends CallEvent {
  readonly status: number;
  readonly requestId: string | undefined;
  /**
   * Where the response differs. If several rows of a list differ in one field, `path` names the first and
   * `count` says how many.
   */
  readonly issues: readonly Issue[];
}

/** Callbacks for observing calls. An error in a hook never changes a call. */
export interface Hooks {
  /** Fires before each attempt. The client calls its `transport` next, in the same turn, so an adapter can connect the two. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Fires after each response, of any status. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Fires before the delay of a retry. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** Fires when a call fails. The call rejects with the same error. */
  onError?: ((event: FailureEvent) => unknown) | undefined;
  /** The last event of every call. Also fires for aborted calls, which fire no other hook at their end. */
  onEnd?: ((event: EndEvent) => unknown) | undefined;
  /**
   * Fires when a successful response has an unexpected shape. The client still delivers the response, and
   * logs a warning. With `validation: "strict"`, the call throws instead and this hook does not fire.
   *
   * The client reports each missing field or wrong type once per operation. So a long list does not fire this
   * hook for each page. It reports every value that differs from the request or that JavaScript rounds.
   */
  onResponseMismatch?: ((event: ResponseMismatchEvent) => unknown) | undefined;
}

/** The facts of a log line, for a logger that takes objects. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** Receives log lines. `console` works. A logger of pino gets an object with the facts of the call, and the line. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The least severe level to log. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";
