/**
 * The alerts by which a server ends a TLS handshake because of the client's certificate (RFC 8446, section 6.2). With TLS 1.3 they
 * come when the client has sent its request already; a server that sends one has not read it.
 */
const CERTIFICATE_ALERT =
  /^ERR_SSL_.*ALERT_(?:CERTIFICATE_(?:REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/;

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
 * What a call rejects with. An error with the `syscall` `connect` says that the request was never sent, which is how the
 * platform's own errors say it.
 *
 * @param wasSent whether the request was handed to a connection
 */
export function failureOf(error: unknown, wasSent: boolean): unknown {
  const cause = error instanceof ConnectFailure ? error.cause : error;
  const code = codeOf(cause) ?? codeOf((cause as { errors?: unknown[] } | undefined)?.errors?.[0]);
  if (wasSent && !CERTIFICATE_ALERT.test(code ?? "")) return error;
  const message = cause instanceof Error ? cause.message : "the connection could not be opened";
  return Object.assign(new Error(message, { cause }), { syscall: "connect", code: code ?? "ECONNREFUSED" });
}
