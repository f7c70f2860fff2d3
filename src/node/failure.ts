/**
 * The TLS alerts of a server that rejects the client's certificate (RFC 8446, section 6.2). With TLS 1.3, they arrive after
 * the client has sent its request. The server has not read that request.
 */
const CERTIFICATE_ALERT =
  /^ERR_SSL_.*ALERT_(?:CERTIFICATE_(?:REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/;

/**
 * The error of a stream that the server refused over HTTP/2. The server has not processed the request (RFC 9113, section
 * 8.7). undici 8 retries once before it throws this error.
 */
const REFUSED_STREAM = "NGHTTP2_REFUSED_STREAM";

/** A connection could not be opened. It carries no code, because undici retries after some codes. */
export class ConnectFailure extends Error {
  constructor(cause: unknown) {
    super("no connection", { cause });
  }
}

/** An error with a code, like the platform's own. */
export function coded(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/**
 * The error code of a server that did not read or process the request, if any. A GOAWAY may also mean
 * this. undici 8 retries such a request.
 */
function refusalOf(error: unknown, code: string | undefined): string | undefined {
  if (code !== undefined && CERTIFICATE_ALERT.test(code)) return code;
  const isRefused = code === "ERR_HTTP2_STREAM_ERROR" && (error as Error).message.endsWith(REFUSED_STREAM);
  return isRefused ? REFUSED_STREAM : undefined;
}

/**
 * The error that a call rejects with. The `syscall` `connect` means that the service did not receive the request. The
 * platform's own errors use it too.
 *
 * @param wasSent whether the request was passed to a connection
 */
export function platformError(error: unknown, wasSent: boolean): unknown {
  const cause = error instanceof ConnectFailure ? error.cause : error;
  const code = codeOf(cause) ?? codeOf((cause as { errors?: unknown[] } | undefined)?.errors?.[0]);
  const refusal = refusalOf(cause, code);
  if (wasSent && refusal === undefined) return error;
  const { message, name } = cause instanceof Error ? cause : new Error("the connection could not be opened");
  // The error of a proxy that speaks another protocol has no code.
  return Object.assign(new Error(message, { cause }), { syscall: "connect", code: refusal ?? code ?? name });
}
