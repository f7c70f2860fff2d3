import type { ApiError } from "./api-errors";
import type { CallDefaults, ResolvedDefaults } from "./call-defaults";
import type { Hooks, LogFacts, LogLevel } from "./hooks";
import type { CredentialStore } from "./client-credentials";
import type { Limiter } from "./limiter";
import type { Genuine } from "./recognition";
import type { CountedForm, Transport } from "./transport";
import type { Kind } from "../options/kinds";
import type { HttpMethod, Operation } from "../operations/operation";

export type { HttpMethod };

export type { Issue, Outcome } from "./errors";
export type * from "./hooks";
export type { ClientLimits } from "./limiter";
export type { Transport, TransportRequest, TransportResponse } from "./transport";

/** The part of `fetch` that this package uses. Any function with this signature works. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Signs payloads for the header `Service-Wallet-Signature`: a session key, a sandbox signer or a remote device. */
export interface Signer {
  /**
   * Signs the exact UTF-8 bytes of `payload` and returns the header's value. `operation` names the action,
   * for example `auth.sessions.revoke`.
   */
  stamp(payload: string, operation?: string): string | Promise<string>;
}

/** Options of a single call. Every method takes them as its last argument. */
export interface RequestOptions {
  /** Aborts the call, its waits and its retries. The call then rejects with an `AbortedError`. */
  signal?: AbortSignal | undefined;
  /** The limit for one attempt, in milliseconds. It includes reading the body. Node's own `fetch` gives up after 300,000. */
  timeout?: number | undefined;
  /**
   * The limit for the whole call, in milliseconds. It includes waits between attempts, both requests of a
   * signed call, and the time to read the file of an upload. It excludes the time that a `signer` takes,
   * because a signer may wait for a person. To end such a wait, use `signal`.
   */
  totalTimeout?: number | undefined;
  /** The most retries of a failed attempt. The client only retries when that is safe. */
  maxRetries?: number | undefined;
  /**
   * Additional request headers. `undefined` removes a header that the client would send. `Idempotency-Key` is
   * rejected: use {@link idempotencyKey}.
   */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * The `Idempotency-Key` of this call. Leave it out for a fresh key. `undefined` and `null` are rejected, because a misspelt
   * column would pay again in the next run. The README lists the methods that accept a key. Other typed methods reject it.
   */
  idempotencyKey?: string;
  /** Signs the challenge of an operation that needs a wallet signature. */
  signer?: Signer | undefined;
}

/** Options of a list call. */
export interface ListOptions extends RequestOptions {
  /** Pages to fetch ahead while you iterate: 1 (the default) or 0. */
  prefetch?: 0 | 1 | undefined;
}

/** The progress of an upload. */
export interface UploadProgress {
  /** Bytes of the body that `fetch` has taken. The service may not have received all of them. */
  readonly loaded: number;
  /** Bytes of the whole body: the file, the other fields and the boundaries. */
  readonly total: number;
}

/**
 * Options of an upload. The client reads a path or a stream before the first attempt. `signal` and
 * `totalTimeout` also end this reading. `timeout` does not.
 */
export interface UploadOptions extends RequestOptions {
  /**
   * Called with `loaded` 0 when an attempt begins, then after each piece. Its errors are ignored. Not available in web
   * pages, because browsers do not report upload progress.
   */
  onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}

/** The resolved options and environment variables. */
export interface CoreConfig extends ResolvedDefaults {
  /** What the caller gave. `withOptions` starts from it. */
  readonly options: CallDefaults;
  /** Has the version segment and no trailing slash. */
  readonly baseUrl: string;
  /** Absent for a client that uses a relay. */
  readonly credentials?: CredentialStore | undefined;
  readonly limiter?: Limiter | undefined;
  /** Makes an attempt. Only this knows how a request travels. */
  readonly transport: Transport;
  /** Writes a log line. Functions run only if the line is written. */
  readonly log: (
    level: Exclude<LogLevel, "off">,
    message: string | (() => string),
    facts?: () => LogFacts,
  ) => void;
  readonly hooks: readonly Hooks[];
  /** For a wallet. Called at the end of each call, with its error if it failed. `sentMs`: when its latest request was sent. */
  readonly onCallEnd?: ((error: unknown, sentMs: number) => void) | undefined;
  /** For a wallet with a relay. Whether a 404 is about a thing of this user: the cookie may be another person's. Default: yes. */
  readonly isOwner?: ((error: ApiError) => boolean) | undefined;
  /** Keeps the service's texts out of `message` and `details` of errors. */
  readonly hideServiceText?: boolean | undefined;
  readonly now: () => number;
}

/**
 * How to recover when the response of a signed request is lost. The client never sends a signed request
 * twice.
 *
 * - `none`: keep `outcome: "unknown"`.
 * - `ask-again`: for a DELETE. Ask for another challenge. A 404 means that the deletion was executed.
 * - `find-created`: for a creation. `find` looks for what was created since the challenge. `since` is in
 *   milliseconds since the epoch, by the service's clock. `options` has the signal and the remaining time of
 *   the call. `noteExisting` runs before the signed request, and reads what could be mistaken for its result.
 */
export type Recovery<T> =
  | { readonly kind: "none" }
  | { readonly kind: "ask-again" }
  | {
      readonly kind: "find-created";
      readonly noteExisting: (options: RequestOptions) => Promise<void>;
      readonly find: (since: number, options: RequestOptions) => Promise<T | undefined>;
    };

/** How a signed call behaves. */
export interface SignedRetry<T> {
  readonly recovery: Recovery<T>;
  /** The service may act without a signature, as for a wallet's first credential. */
  readonly mayActUnsigned?: boolean;
}

/** Reads the caller's file within the limits of the call. */
export type ReadWithin = <T>(work: () => Promise<T>) => Promise<T>;

/** What the core reads of an operation. A raw call makes one for the occasion. */
export interface CalledOperation extends Pick<Operation, "name" | "method" | "query" | "body" | "headers"> {
  /** Absent for an unknown path. */
  readonly template?: string | undefined;
  /** `allowed`: an operation that this package does not know may read the caller's key. */
  readonly keyed?: true | "allowed" | undefined;
  readonly signed?: Operation["signed"] | undefined;
  readonly result?: Pick<Operation["result"], "form">;
}

/** One call: an operation, with its checked arguments. */
export interface Call<T> {
  readonly operation: CalledOperation;
  /** The path of the operation with its ids, relative to the base URL. */
  readonly path: string;
  /** A copy. Sent in the query, as JSON or in headers, as the operation says. */
  readonly params?: object | undefined;
  /** Sent as JSON in place of the parameters. `undefined` sends no body. */
  readonly body?: unknown;
  /** Sent as multipart/form-data. */
  readonly form?: FormData | CountedForm | undefined;
  /** Reads the caller's file and makes the form. It reports progress, which a form of the caller's own does not. */
  readonly upload?:
    ((read: ReadWithin, options: UploadOptions) => Promise<FormData | CountedForm>) | undefined;
  /** Headers of this operation, in place of those of its parameters. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** The options that the call has beside the common ones. They were read before. */
  readonly own?: Readonly<Record<string, Kind>> | undefined;
  /** What the genuine response contains. */
  readonly response: Genuine<T>;
  /** How to recover when the response of the signed request is lost. */
  readonly recovery?: Recovery<T> | undefined;
  /** A danger of this call that the service may allow. */
  readonly warning?: string | undefined;
}
