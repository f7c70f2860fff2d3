/** What stands in place of a secret. */
export const REDACTED = "[redacted]";

/** Fields of bodies, in either direction, whose values are secrets or open one; compared without case and separators. */
const SENSITIVE_NAMES = [
  "otp",
  "oidcToken",
  "signature",
  "assertion",
  "attestation",
  "clientSecret",
  "encryptedSessionSigningKey",
  "encryptedWalletCredentials",
  "authorization",
  "serviceWalletSignature",
];
const SENSITIVE = /* @__PURE__ */ new Set(/* @__PURE__ */ SENSITIVE_NAMES.map(plainName));

/**
 * A sensitive name with its value in text, such as JSON that was cut in the middle of a value: either kind of quotes, or none, or
 * escaped ones, as of JSON inside a text of JSON. Every part has a bound or begins at a word, so that a long run of one character is read once.
 */
const NAMED_VALUE = /* @__PURE__ */ new RegExp(
  `((?:\\\\{0,8}["'])?)\\b(\\d*[-_]?(?:${/* @__PURE__ */ SENSITIVE_NAMES.map((name) => [...name].join("[-_]?")).join("|")})[-_]?)\\1(\\s*[:=]\\s*)` +
    `(?:"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|\\\\{1,8}["'][^"']*["']?|[^\\s,;&}\\]"'[{]+)`,
  "gi",
);

/** A pattern for more characters could end in a stack overflow of the engine (V8: from some 3,000 on). */
const PIECES = /[^]{1,1000}/gu;

/** In characters: the shortest would blank out ordinary text. */
const SHORTEST_SECRET = 4;

/** The shortest part of a header value that counts as a secret of its own. */
const SHORTEST_TOKEN = 8;

/** How deep a value is looked into; what lies deeper is not shown. */
const MAX_DEPTH = 64;

/** Request headers whose values may be shown; all others read `[redacted]`. */
const SHOWN_REQUEST_HEADERS = /^(?:accept|content-type|idempotency-key|request-id)$/;

/** Response headers whose values may be shown. */
const SHOWN_RESPONSE_HEADERS =
  /^(?:content-(?:type|length)|date|retry-after|(?:x-)?request-id|x-?ratelimit-.*|ratelimit.*)$/;

const HTML_NAMES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

/** A field name for comparison: `oidc_token`, `OIDCToken` and `oidcToken` are one. */
function plainName(name: string): string {
  return name.replace(/^\d+|[-_]/g, "").toLowerCase();
}

function isSensitive(name: string): boolean {
  return SENSITIVE.has(plainName(name));
}

/** The secrets of a call: those of the client, header values with the tokens in them, and sensitive fields of the body. */
export function secretsOf(
  ofClient: readonly string[],
  headers: readonly (Readonly<Record<string, string | undefined>> | null | undefined)[],
  json: string | undefined,
): string[] {
  const values = headers.flatMap((given) => Object.values(given ?? {}));
  return [
    ...ofClient,
    ...values.flatMap(headerSecrets),
    ...sensitiveValues(json === undefined ? undefined : JSON.parse(json)),
  ];
}

/** What of a header must not be shown: its value, and a token without the scheme before it. */
function headerSecrets(value: string | undefined): string[] {
  if (typeof value !== "string") return [];
  return [value, ...value.split(/[\s=;,]+/).filter((part) => part.length >= SHORTEST_TOKEN)];
}

/** Collects the values below sensitive names: they must not come back in a message. */
function sensitiveValues(value: unknown, found: string[] = [], isInside = false): string[] {
  if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      sensitiveValues(item, found, isInside || isSensitive(name));
    }
  } else if (isInside && value !== null) {
    found.push(String(value));
  }
  return found;
}

/** A pattern for a character as it is, and as JSON, an address, a form or HTML escapes it. */
function notationsOf(character: string): string {
  if (/\w/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const bytes = Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${byte.toString(16).padStart(2, "0")}`,
  );
  const notations = [
    `\\\\{0,4}\\u{${hex}}`,
    bytes.join(""),
    `\\\\{1,4}u0{0,4}${hex}`,
    `&#0*${code};`,
    `&#x0*${hex};`,
    `&${HTML_NAMES[character] ?? "nbsp"};`,
    ...(character === " " ? ["\\+"] : []),
  ];
  return `(?:${notations.join("|")})`;
}

/** A pattern for each secret, in any notation: for each piece of a long one. */
function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  return (
    [...new Set(secrets.flatMap((secret) => secret.match(PIECES) ?? []))]
      .filter((secret) => secret.length >= SHORTEST_SECRET)
      // The longest first: a secret that holds another must not be left in part.
      .sort((one, other) => other.length - one.length)
      .map((secret) => {
        // A run of backslashes is one part of the pattern: with several, the search could take exponential time.
        const pattern = secret.replace(/\\+|[^\\]/gu, (part) =>
          part[0] === "\\" ? `(?:\\\\|%5c|u0*5c|&#0*92;|&#x0*5c;){1,${8 * part.length}}` : notationsOf(part),
        );
        return new RegExp(pattern, "giu");
      })
  );
}

/** A copy in which secrets, by value and by name, are replaced. */
export function redact<T>(value: T, secrets: readonly string[]): T;
export function redact(value: unknown, secrets: readonly string[]): unknown {
  return replaced(value, patternsOf(secrets));
}

function replacedText(text: string, secrets: readonly RegExp[]): string {
  return secrets.reduce((shown, pattern) => shown.replace(pattern, REDACTED), text);
}

function replaced(value: unknown, secrets: readonly RegExp[], depth = 0): unknown {
  if (typeof value === "string") {
    return replacedText(value, secrets).replace(NAMED_VALUE, `$1$2$1$3"${REDACTED}"`);
  }
  if (typeof value === "number")
    return replacedText(String(value), secrets) === String(value) ? value : REDACTED;
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => replaced(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      replacedText(name, secrets),
      isSensitive(name) ? REDACTED : replaced(item, secrets, depth + 1),
    ]),
  );
}

/** Request headers for a hook or a log line. */
export function shownRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SHOWN_REQUEST_HEADERS.test(name) ? value : REDACTED,
    ]),
  );
}

/** Response headers for an error. */
export function shownResponseHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => SHOWN_RESPONSE_HEADERS.test(name)));
}
