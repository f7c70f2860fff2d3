import type { Outcome } from "./errors";
import { redact } from "./redaction";

/** Error codes of a connection that never opened: nothing was sent, so nothing was executed. */
const NEVER_OPENED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
  "Connect",
]);

/** The codes of a certificate that the platform does not accept: the request follows the handshake. */
const CERTIFICATE_REFUSED = /^(?:CERT_|DEPTH_ZERO|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO_)/;

/** How deep a chain of causes is followed. */
const MAX_CAUSES = 5;

/** What a platform says about a network failure. */
export interface NetworkFailure {
  readonly code?: string | undefined;
  /** Reading or writing failed: Linux gives the codes of a connection that never opened to one that broke, too. */
  readonly wasOpen?: boolean;
  /** Connecting failed: what the code is matters no more. */
  readonly neverOpened?: boolean;
}

/** The code of a platform's network error, wherever in its chain of causes it stands. */
export function networkFailure(error: unknown): NetworkFailure {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < MAX_CAUSES; depth += 1) {
    if ("code" in at && typeof at.code === "string") {
      const syscall = "syscall" in at ? String(at.syscall) : "";
      return { code: at.code, wasOpen: /^(?:read|write)/.test(syscall), neverOpened: syscall === "connect" };
    }
    // Deno has no codes; its HTTP library names the stage at which it failed.
    const stage = at instanceof Error && /client error \((\w+)\)/.exec(at.message);
    if (stage) return { code: stage[1] };
    at = "cause" in at ? at.cause : "errors" in at && Array.isArray(at.errors) ? at.errors[0] : undefined;
  }
  return {};
}

/** Whether a network failure can have reached the service. */
export function outcomeOfNetworkFailure({ code, wasOpen, neverOpened }: NetworkFailure): Outcome {
  const isNeverOpened = code !== undefined && (NEVER_OPENED.has(code) || CERTIFICATE_REFUSED.test(code));
  const isUnsent = neverOpened || (isNeverOpened && !wasOpen);
  return isUnsent ? "not-executed" : "unknown";
}

/** A copy of a platform error that shows no secret, should its message or stack hold one. */
export function presentable(error: unknown, secrets: readonly string[], depth = 0): unknown {
  if (!(error instanceof Error) || depth >= MAX_CAUSES) return undefined;
  const copy = new Error(redact(error.message, secrets));
  copy.name = redact(error.name, secrets);
  if (error.stack !== undefined) copy.stack = redact(error.stack, secrets);
  const { code } = networkFailure(error);
  if (code !== undefined) Object.assign(copy, { code: redact(code, secrets) });
  if (error.cause !== undefined) copy.cause = presentable(error.cause, secrets, depth + 1);
  return copy;
}
