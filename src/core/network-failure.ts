import { fieldOf, textOf } from "./fields";
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
  for (let at = error, depth = 0; depth < MAX_CAUSES; depth += 1) {
    const code = textOf(at, "code");
    if (code !== undefined) {
      const syscall = textOf(at, "syscall") ?? "";
      return { code, wasOpen: /^(?:read|write)/.test(syscall), neverOpened: syscall === "connect" };
    }
    // Deno has no codes, but names the stage that failed. `Connect` proves nothing: Deno may have sent the request before, on a
    // connection that broke (see `platform-fetch.ts`).
    const stage = /client error \((\w+)\)/.exec(textOf(at, "message") ?? "");
    if (stage) return { code: stage[1] };
    const errors = fieldOf(at, "errors");
    at = fieldOf(at, "cause") ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return {};
}

/** Whether the platform says that the request was never sent. */
export function wasNeverSent({ code, wasOpen, neverOpened }: NetworkFailure): boolean {
  const isNeverOpened = code !== undefined && (NEVER_OPENED.has(code) || CERTIFICATE_REFUSED.test(code));
  return neverOpened === true || (isNeverOpened && wasOpen !== true);
}

/** A copy of a platform error that shows no secret, should its message or stack hold one. */
export function presentable(error: unknown, secrets: readonly string[], depth = 0): unknown {
  if (!(error instanceof Error) || depth >= MAX_CAUSES) return undefined;
  const { message, name, stack, cause } = error;
  const copy = new Error(redact(message, secrets));
  copy.name = redact(name, secrets);
  if (stack !== undefined) copy.stack = redact(stack, secrets);
  const { code } = networkFailure(error);
  if (code !== undefined) Object.assign(copy, { code: redact(code, secrets) });
  if (cause !== undefined) copy.cause = presentable(cause, secrets, depth + 1);
  return copy;
}
