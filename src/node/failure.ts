/**
 * The alerts by which a server ends a TLS handshake because of the client's certificate (RFC 8446, section 6.2). With TLS 1.3 they
 * come when the client has sent its request already; a server that sends one has not read it.
 */
const CERTIFICATE_ALERT =
  /^ERR_SSL_.*ALERT_(?:CERTIFICATE_(?:REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/;

/**
 * The error of a stream that the server refused over HTTP/2. The server has not processed the request (RFC 9113, section 8.7). undici 8
 * sends the request again once before it gives this error.
 */
const REFUSED_STREAM = "NGHTTP2_REFUSED_STREAM";

/** A connection could not be opened. It carries no code: undici tries again by itself after some of them. */
export class ConnectFailure extends Error {
  constructor(cause: unknown) {
    super("no connection", { cause });
  }
}

/** An error with a code, as the platform's own have one. */
export function coded(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/**
 * The code by which the server said that it did not read or process the request, if it did. A GOAWAY says so too, but undici 7 does
 * not show its last stream, so the outcome stays unknown; undici 8 sends such a request again.
 */
function refusalOf(error: unknown, code: string | undefined): string | undefined {
  if (code !== undefined && CERTIFICATE_ALERT.test(code)) return code;
  const isRefused = code === "ERR_HTTP2_STREAM_ERROR" && (error as Error).message.endsWith(REFUSED_STREAM);
  return isRefused ? REFUSED_STREAM : undefined;
}

/**
 * What a call rejects with. An error with the `syscall` `connect` says that the service did not get the request, which is how the
 * platform's own errors say it.
 *
 * @param wasSent whether the request was handed to a connection
 */
export function failureOf(error: unknown, wasSent: boolean): unknown {
  const cause = error instanceof ConnectFailure ? error.cause : error;
  const code = codeOf(cause) ?? codeOf((cause as { errors?: unknown[] } | undefined)?.errors?.[0]);
  const refusal = refusalOf(cause, code);
  if (wasSent && refusal === undefined) return error;
  const message = cause instanceof Error ? cause.message : "the connection could not be opened";
  return Object.assign(new Error(message, { cause }), {
    syscall: "connect",
    code: refusal ?? code ?? "ECONNREFUSED",
  });
}
