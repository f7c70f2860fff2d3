import { endingOf, networkFailure } from "./network-failure";

/** A multipart form that reports its progress. */
export interface CountedForm {
  /** The content type with its boundary, and the content length. */
  readonly headers: Readonly<Record<string, string>>;
  /** Opens the body from its first byte, once for each attempt. */
  readonly open: () => ReadableStream<Uint8Array>;
}

/** One attempt of a call, ready to be sent. */
export interface TransportRequest {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** By lower-case name, with the credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** A function opens the body from its first byte. The transport calls it once. */
  readonly body: string | FormData | CountedForm["open"] | undefined;
  /** A second copy has no second effect. Otherwise a platform that may repeat a request must not do so. */
  readonly isRepeatable: boolean;
}

/** A whole response, of any status. */
export interface TransportResponse {
  /** From 200 to 599. */
  readonly status: number;
  /** A platform's `Headers` fits. */
  readonly headers: Pick<Headers, "get"> & Iterable<[name: string, value: string]>;
  /** The whole body. An error response whose body broke has none. */
  readonly text: string;
}

/**
 * Makes one attempt: sends the request once, follows no redirect, and reads the response to its end within `timeoutMs`. `signal`
 * aborts if the attempt must end before. Rejects with a `TransportFailure`.
 */
export type Transport = (
  request: TransportRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
) => Promise<TransportResponse>;

/** How far an attempt came. `responded`: a status arrived. */
export type Reached = "not sent" | "sent" | "responded";

/** An attempt got no whole response. `cause` is the platform's error. */
export class TransportFailure extends Error {
  /** How far the attempt came. */
  declare readonly reached: Reached;
  /** The time was over. */
  declare readonly isTimeout: boolean;
  /** The passed function that rejected. It may reject with anything. */
  declare readonly source: string | undefined;

  constructor(reached: Reached, { cause, isTimeout = false, source }: Partial<TransportFailure>) {
    super("no whole response", { cause });
    this.reached = reached;
    this.isTimeout = isTimeout;
    this.source = source;
  }
}

/** The failure of an attempt that ended with a platform's error. Some errors say that nothing was sent. */
export function failureOf(cause: unknown, reached: Reached, source?: string): TransportFailure {
  const isUnsent = reached === "sent" && endingOf(networkFailure(cause)) !== "lost";
  return new TransportFailure(isUnsent ? "not sent" : reached, { cause, source });
}
