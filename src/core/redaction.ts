/** A pattern for more characters could end in a stack overflow of the engine (V8: from some 3,000 on). */
const PIECES = /[^]{1,1000}/gu;

/** What stands in place of a secret. */
export const REDACTED = "[redacted]";

/** Fields of bodies, in either direction, whose values are secrets or open one; in any case, with separators or without. */
const SENSITIVE =
  "otp|oidcToken|signature|assertion|attestation|clientSecret|encryptedSessionSigningKey|encryptedWalletCredentials|authorization|serviceWalletSignature".replace(
    /\w(?=\w)/g,
    "$&[-_]?",
  );

/** The same as a whole name, such as `oidc_token`, `OIDCToken` or `2_otp`. */
const SENSITIVE_NAME = /* @__PURE__ */ new RegExp(`^\\d*[-_]?(?:${SENSITIVE})[-_]?$`, "i");

/**
 * A sensitive name with its value in text, such as JSON that was cut in the middle of a value: either kind of quotes, or none, or
 * escaped ones, as of JSON inside a text of JSON. Every part has a bound or begins at a word, so that a long run of one character is read once.
 */
const NAMED_VALUE = /* @__PURE__ */ new RegExp(
  `((?:\\\\{0,8}["'])?)\\b(\\d*[-_]?(?:${SENSITIVE})[-_]?)\\1(\\s*[:=]\\s*)` +
    `(?:"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|\\\\{1,8}["'][^"']*["']?|[^\\s,;&}\\]"'[{]+)`,
  "gi",
);

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

/** How often a text is decoded: JSON in JSON, an address in an address, and so on. */
const MAX_ROUNDS = 8;

/** One character as JSON, an address or HTML writes it. */
const ESCAPE =
  /\\(?:u[\da-f]{4}|[nrt]|\W)|%[c-f][\da-f](?:%[89ab][\da-f])+|%[0-7][\da-f]|&(?:#x?[\da-f]+|amp|lt|gt|quot|apos|nbsp);/gi;

/** The escapes that have a name. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Whether a body in JSON has a field that is secret. */
export function hasSensitiveField(body: unknown): boolean {
  return typeof body === "string" && body.search(NAMED_VALUE) >= 0;
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
      sensitiveValues(item, found, isInside || SENSITIVE_NAME.test(name));
    }
  } else if (isInside && value !== null) {
    found.push(String(value));
  }
  return found;
}

/** Base64 of UTF-8 text (RFC 7617, section 2.1). */
export function base64Utf8(text: string): string {
  const bytes = new TextEncoder().encode(text);
  // One character for each byte, so that `btoa` is safe; a library for this would cost a kilobyte.
  // eslint-disable-next-line no-restricted-globals
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The character that an escape stands for, or the escape itself. */
function unescaped(escape: string): string {
  const [, lead, digits] = /^(&#|\\u)(\w+)/i.exec(escape) ?? [];
  try {
    if (lead !== undefined) return String.fromCodePoint(Number((lead === "&#" ? "0" : "0x") + digits));
    return NAMED[escape.replace(/\W/g, "").toLowerCase()] ?? decodeURIComponent(escape.replace(/^\\/, ""));
  } catch {
    return escape;
  }
}

function decoded(text: string): string {
  return text.replace(ESCAPE, unescaped);
}

/** How a secret can stand in a text: as it is, decoded, and in base64, alone or inside of a longer text. */
function formsOf(secret: string): string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  let plain = secret;
  for (let round = 0; round < MAX_ROUNDS; round += 1) plain = decoded(plain);
  // Up to two bytes before it move it; the characters that depend on the bytes around it are left out.
  const inBase64 = [0, 2, 3].map((start, before) =>
    base64Utf8("\0".repeat(before) + secret)
      .slice(start)
      .replace(/.=+$/, ""),
  );
  return [secret, plain, ...inBase64]
    .flatMap((form) => form.match(PIECES) ?? [])
    .filter((form) => form.length >= SHORTEST_SECRET);
}

/** Patterns for all secrets in all forms. One for all of them could be too long. */
function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  // The longest first: a secret that holds another must not be left in part.
  const patterns = secrets
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length)
    .map((form) =>
      // A form writes a blank as "+", and base64 has two alphabets (RFC 4648, section 5).
      form.replace(/\W|_/gu, (character) =>
        "-+ /_".includes(character) ? "[-+ /_]" : `\\u{${character.codePointAt(0)?.toString(16)}}`,
      ),
    );
  return [...new Set(patterns)].map((pattern) => new RegExp(pattern, "giu"));
}

/** A copy in which secrets, by value and by name, are replaced. */
export function redact<T>(value: T, secrets: readonly string[]): T;
export function redact(value: unknown, secrets: readonly string[]): unknown {
  return replaced(value, patternsOf(secrets));
}

const hidden = (text: string, secrets: readonly RegExp[]) =>
  secrets.reduce((shown, pattern) => shown.replace(pattern, REDACTED), text);

/** A text that holds a secret in some notation is shown decoded. */
function replacedText(text: string, secrets: readonly RegExp[]): string {
  let shown = hidden(text, secrets);
  let plain = shown;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = decoded(plain);
    if (next === plain) break;
    plain = hidden(next, secrets);
    if (plain !== next) shown = plain;
  }
  return shown;
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
      SENSITIVE_NAME.test(name) ? REDACTED : replaced(item, secrets, depth + 1),
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
