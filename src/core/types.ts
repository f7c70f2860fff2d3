import type { Issue, PaymentsError } from "./errors";

import type { CredentialStore } from "./credentials";
import type { Genuine } from "./recognition";

export type { Issue, Outcome } from "./errors";

/** The part of `fetch` this package calls: any function of this form will do. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Anything that signs a payload for the header `Service-Wallet-Signature`: a session key, a sandbox signer, a remote device. */
export interface Signer {
  /**
   * Signs the exact UTF-8 bytes of `payload` and returns the value of the header.
   * `operation` names the action, for example `auth.sessions.revoke`.
   */
  stamp(payload: string, operation?: string): string | Promise<string>;
}

/** What every method takes last. */
export interface RequestOptions {
  /** Aborts the call, its waits and its retries. The call then rejects with an `AbortedError`. */
  signal?: AbortSignal | undefined;
  /** Bound on one attempt, reading the body included, in milliseconds. Node's own `fetch` gives up after 300,000. */
  timeout?: number | undefined;
  /**
   * Bound on the whole call, waits between attempts and both requests of a signed retry included, in milliseconds. The time that a
   * `signer` takes is not counted: it may wait for a person, and `signal` ends it.
   */
  totalTimeout?: number | undefined;
  /** How many times a failed attempt may be repeated, where repeating is safe. */
  maxRetries?: number | undefined;
  /** Further request headers; `undefined` removes one that the client would send. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * The `Idempotency-Key` of this call; made when absent. Only POST /quotes, /quotes/{id}/execute,
   * /transfer-in and /transfer-out read one: on another typed method it is refused.
   */
  idempotencyKey?: string | undefined;
  /** Signs the challenge of an operation with a signed retry. */
  signer?: Signer | undefined;
}

/** Options of a list call. */
export interface ListOptions extends RequestOptions {
  /** Pages fetched ahead of the consumer while iterating: 1 (the default) or 0. */
  prefetch?: 0 | 1 | undefined;
}

/** How much of an upload was handed over. */
export interface UploadProgress {
  /** Bytes of the request's body that the platform's `fetch` has taken. The service may not have got all of them yet. */
  readonly loaded: number;
  /** Bytes of the whole body: the file, the other fields and what separates them. */
  readonly total: number;
}

/** Options of an upload. A path or a stream is read before the call begins: `signal` ends that, too, the time limits do not. */
export interface UploadOptions extends RequestOptions {
  /**
   * Gets 0 when an attempt begins, then each piece that was handed over; what it throws changes nothing. Not in a page: browsers do not
   * tell how much of a request they have sent.
   */
  onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}

/** A form whose bytes are counted while they are sent. */
export interface CountedForm {
  /** The type, with the boundary of the parts, and the length: they go with the bytes. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes, from the first one, for each attempt. */
  readonly open: () => ReadableStream<Uint8Array>;
}

/** Facts about one call that hooks receive. */
export interface CallEvent {
  /** The same for all events of one call, its retries and both requests of a signed call included, and of no other call. */
  readonly callId: string;
  /** The operation, for example `quotes.create`. */
  readonly operation: string;
  readonly method: string;
  /** The address, without credentials. */
  readonly url: string;
  /** The path with `{id}` in place of each id, for example `/quotes/{id}/execute`. `undefined` for `payments.request`. */
  readonly template: string | undefined;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly idempotencyKey: string | undefined;
}

/** An attempt is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** Header names with values; those that could be secret read `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long the attempt waited for the client's `credentials` and `limits`, in milliseconds. 0 if it did not. */
  readonly waitedMs: number;
}

/** A response came and was read to its end, whatever its status. */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  readonly requestId: string | undefined;
  /** From the start of the attempt to the end of the body, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt failed and will be repeated. */
export interface RetryEvent extends CallEvent {
  readonly error: PaymentsError;
  /** The wait before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** The call failed for good: `error` is what it rejects with. */
export interface FailureEvent extends CallEvent {
  readonly error: PaymentsError;
}

/** The call is over, however it ended. `attempt` is its last one; 0 when none was made. */
export interface EndEvent extends CallEvent {
  /** From the start of the call to its end, waits and retries included, in milliseconds. */
  readonly durationMs: number;
  /** The error that the call rejects with. `undefined` when it succeeded. */
  readonly error: unknown;
}

/** A successful response had another shape than expected. */
export interface ResponseMismatchEvent extends CallEvent {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Where the response differs. If several rows of a list differ in one field, `count` says how many, and `path` names the first. */
  readonly issues: readonly Issue[];
}

/** Observers of what the client does. A hook that throws or rejects never changes a call. */
export interface Hooks {
  /** A request is about to be sent, each attempt anew. `fetch` is called with it next, in the same turn: an adapter can connect the two. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** A response came, of whatever status. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** The call will be sent again, after the wait that the event tells. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** The call failed for good; its promise rejects with the same error. */
  onError?: ((event: FailureEvent) => unknown) | undefined;
  /** The last event of every call. Also fires for aborted calls, which fire no other hook at their end. */
  onEnd?: ((event: EndEvent) => unknown) | undefined;
  /**
   * A successful response had another shape than expected. The client delivers it all the same, and logs a warning. With
   * `validation: "strict"` the call throws instead, and this hook does not fire.
   *
   * A field that is missing or of another type is reported once per client and operation. So a long list does not fire this hook for
   * each page. A value that differs from the request, or that JavaScript rounds, is reported for each response.
   */
  onResponseMismatch?: ((event: ResponseMismatchEvent) => unknown) | undefined;
}

/** Where log lines go; `console` fits. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
/** How much is logged: a level, and all that are more severe. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** How many requests a client sends. Each attempt counts, retries included. */
export interface ClientLimits {
  /** How many requests may run at the same time. Default: any number. */
  concurrent?: number | undefined;
  /** How many requests may begin within any second. Default: any number. */
  perSecond?: number | undefined;
}

/** What the core needs to know; made once from the options and the environment. */
export interface CoreConfig {
  /** Base address with the version segment and without a trailing slash. */
  readonly baseUrl: string;
  /** Absent for a client that talks to a relay. */
  readonly credentials?: CredentialStore | undefined;
  readonly limits?: ClientLimits | undefined;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly fetch: FetchLike;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly log: (level: Exclude<LogLevel, "off">, message: string) => void;
  readonly hooks: readonly Hooks[];
  /** Told how each call ended, for a wallet: the error, or `undefined` when it succeeded. */
  readonly onCallEnd?: ((error: unknown) => void) | undefined;
  readonly validation: "lenient" | "strict" | "off";
  readonly retryDelay: (retry: number) => number;
  readonly now: () => number;
}

/**
 * What can be done when the response of a signed request was lost (it is never sent twice):
 *
 * - `none`: nothing; the error keeps `outcome: "unknown"`.
 * - `ask-again`: a DELETE. Asked for a challenge again, the service says 404 when it was carried out.
 * - `find-created`: a creation. `find` looks for what was made since the challenge was given (`since`: milliseconds since the
 *   epoch, by the service's clock) with the options of the call: its signal and what is left of its time. Before the signed
 *   request is sent, `noteExisting` reads what is there, where that can look like what will be made.
 */
export type Recovery<T> =
  | { readonly kind: "none" }
  | { readonly kind: "ask-again" }
  | {
      readonly kind: "find-created";
      readonly noteExisting: (options: RequestOptions) => Promise<void>;
      readonly find: (since: number, options: RequestOptions) => Promise<T | undefined>;
    };

/** How an operation with a signed retry behaves. */
export interface SignedRetry<T> {
  readonly recovery: Recovery<T>;
  /** The service may act without a signature: the first credential of a wallet needs none. */
  readonly mayActUnsigned?: boolean;
}

/** One call, as a resource describes it. */
export interface Call<T> {
  /** For hooks, logs and errors, for example `quotes.create`. */
  operation: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below the base address, made with the `path` tag. */
  path: string;
  /** The path with `{id}` in place of each id. Absent for a path of the caller's. */
  template?: string | undefined;
  query?: object | undefined;
  /** `false` for a list that takes neither `limit` nor `cursor`: it has one page. */
  paged?: false | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data. */
  form?: FormData | undefined;
  /** Sent as multipart/form-data, instead of `form`. */
  countedForm?: CountedForm | undefined;
  /** Headers of this operation, for example `Request-Id`. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** What its genuine response carries. */
  response: Genuine<T>;
  /** The caller may pass an `Idempotency-Key` though this package does not know that the operation reads one. */
  mayCarryKey?: boolean | undefined;
  /** The service responds to the operation with 202 and a challenge that `options.signer` signs. */
  signedRetry?: SignedRetry<T> | undefined;
}
