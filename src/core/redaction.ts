/** What stands in place of a secret. */
export const REDACTED = "[redacted]";

/** Members of bodies, in either direction, whose values are secrets or open one. */
const SENSITIVE = [
  "otp",
  "oidcToken",
  "signature",
  "assertion",
  "attestation",
  "clientSecret",
  "encryptedSessionSigningKey",
  "encryptedWalletCredentials",
  "authorization",
  "service-wallet-signature",
];

/** The same members in text, such as JSON that was cut in the middle of one. */
const SENSITIVE_TEXT = /* @__PURE__ */ new RegExp(
  `("(?:${/* @__PURE__ */ SENSITIVE.join("|")})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*`,
  "g",
);

/** In characters. */
const SHORTEST_SECRET = 4;

/** How deep a value is looked into; what lies deeper is not shown. */
const DEEPEST = 64;

/** Request headers whose values may be shown; all others read `[redacted]`. */
const SHOWN_REQUEST_HEADERS = new Set(["accept", "content-type", "idempotency-key", "request-id"]);

/** Response headers whose values may be shown. */
const SHOWN_RESPONSE_HEADERS =
  /^(?:content-(?:type|length)|date|retry-after|(?:x-)?request-id|x-?ratelimit-.*|ratelimit.*)$/;

/** Collects the values below sensitive names: they must not come back in a message. */
export function sensitiveValues(value: unknown, found: string[] = [], inside = false): string[] {
  if (typeof value === "string") {
    if (inside) found.push(value);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value))
      sensitiveValues(item, found, inside || SENSITIVE.includes(name));
  }
  return found;
}

/** A copy in which secrets, by value and by name, are replaced. */
export function redact<T>(value: T, secrets: readonly string[]): T;
export function redact(value: unknown, secrets: readonly string[]): unknown {
  // The shortest would blank out ordinary text. The longest first: one that holds another must not be left in part.
  const inOrder = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((one, other) => other.length - one.length);
  return replaced(value, inOrder);
}

function replaced(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === "string") {
    return secrets
      .reduce((text, secret) => text.replaceAll(secret, REDACTED), value)
      .replace(SENSITIVE_TEXT, `$1"${REDACTED}`);
  }
  if (typeof value === "object" && value !== null) {
    if (depth > DEEPEST) return REDACTED;
    if (Array.isArray(value)) return value.map((item) => replaced(item, secrets, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        SENSITIVE.includes(name) ? REDACTED : replaced(item, secrets, depth + 1),
      ]),
    );
  }
  return value;
}

/** Request headers for a hook or a log line. */
export function shownRequestHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, SHOWN_REQUEST_HEADERS.has(name) ? value : REDACTED]),
  );
}

/** Response headers for an error. */
export function shownResponseHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => SHOWN_RESPONSE_HEADERS.test(name)));
}
