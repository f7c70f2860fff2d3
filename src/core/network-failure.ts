import { fieldOf, textOf } from "./fields";
import { redact } from "./redaction";

/** Error codes of a connection that never opened. Nothing was sent, so nothing was executed. */
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

/** The codes of a rejected certificate. The request would follow the handshake, so nothing was sent. */
const CERTIFICATE_REFUSED = /^(?:CERT_|DEPTH_ZERO|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO_)/;

/** The codes of a server that rejects the TLS handshake, of a proxy that denies access, and of a wrong option. An internal error may pass. */
const ACCESS_REFUSED =
  /^(?:ERR_SSL_.*_ALERT_(?!INTERNAL_ERROR)|PROXY_STATUS_40[37]$|INVALID_CONFIGURATION$|BAD_PORT$)/;

/** The maximum depth of a chain of causes. */
const MAX_CAUSES = 5;

/** A platform's facts about a network failure. */
export interface NetworkFailure {
  readonly code?: string | undefined;
  /** Reading or writing failed. Linux uses the codes of an unopened connection also for one that broke. */
  readonly wasOpen?: boolean;
  /** Connecting failed, with any code. */
  readonly neverOpened?: boolean;
}

/** The code of a platform's network error, from any level of its causes. */
export function networkFailure(error: unknown, depth = 0): NetworkFailure {
  for (let at = error; depth < MAX_CAUSES; depth += 1) {
    const errors = fieldOf(at, "errors");
    // Node tries each address of a host, and a passed `fetch` may try several hosts. The error that may have come after the request
    // counts.
    if (Array.isArray(errors))
      at = errors.find((each) => endingOf(networkFailure(each, depth + 1)) === "lost") ?? errors[0] ?? at;
    const code = textOf(at, "code");
    if (code !== undefined) {
      const syscall = textOf(at, "syscall") ?? "";
      return { code, wasOpen: /^(?:read|write)/.test(syscall), neverOpened: syscall === "connect" };
    }
    // Deno has no codes, but names the failed stage. `Connect` proves nothing, because Deno may have sent the request earlier on a
    // connection that broke (see `platform-fetch.ts`).
    const message = textOf(at, "message") ?? "";
    // A port that the Fetch standard blocks ("port blocking"). Node gives no code.
    if (message === "bad port") return { code: "BAD_PORT", neverOpened: true };
    const stage = /client error \((\w+)\)/.exec(message);
    if (stage) return { code: stage[1] };
    at = fieldOf(at, "cause");
  }
  return {};
}

/**
 * The ending of an attempt that failed without a response. `unsent` and `misconfigured`: the platform says that the request was never
 * sent. `misconfigured` lasts until somebody corrects the set-up.
 */
export function endingOf({ code = "", wasOpen, neverOpened }: NetworkFailure) {
  const isCertificateRefused = CERTIFICATE_REFUSED.test(code);
  const isNeverOpened = NEVER_OPENED.has(code) || isCertificateRefused;
  if (neverOpened !== true && (!isNeverOpened || wasOpen === true)) return "lost";
  return isCertificateRefused || ACCESS_REFUSED.test(code) ? "misconfigured" : "unsent";
}

/** A copy of a platform error without secrets in its message and stack. */
export function presentable(error: unknown, secrets: readonly string[], depth = 0): unknown {
  if (!(error instanceof Error) || depth >= MAX_CAUSES) return undefined;
  const { message, name, stack, cause } = error;
  // `JSON.parse` quotes its text, which may be that of a secret store.
  const quoted = name === "SyntaxError" ? message.match(/".+"/s) : null;
  const hidden = [...secrets, ...(quoted ?? [])];
  const copy = new Error(redact(message, hidden));
  copy.name = redact(name, secrets);
  if (stack !== undefined) copy.stack = redact(stack, hidden);
  const { code } = networkFailure(error);
  if (code !== undefined) Object.assign(copy, { code: redact(code, secrets) });
  if (cause !== undefined) copy.cause = presentable(cause, secrets, depth + 1);
  return copy;
}
