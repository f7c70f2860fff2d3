/** Replaces a secret. */
export const REDACTED = "[redacted]";

/** Request and response fields that hold a secret or unlock one. Any case, also `client_secret` and `client-secret`. */
const SENSITIVE =
  "otp|oidcToken|signature|assertion|attestation|clientSecret|encryptedSessionSigningKey|encryptedWalletCredentials|authorization|serviceWalletSignature|accessToken|apiClientSecret|encryptedOtpBundle|panEmbedUrl|recoveryCodes|secret|secretBase32Encoded|threeDSecurePassword|totpUri".replace(
    /[A-Z]/g,
    "[-_]?$&",
  );

const SENSITIVE_NAME = /* @__PURE__ */ new RegExp(`^(?:${SENSITIVE})$`, "i");

/** A sensitive field in JSON text, which may be cut in the middle of the value. A backslash escapes its quotes inside another JSON text. */
const SENSITIVE_FIELD = /* @__PURE__ */ new RegExp(
  `(\\\\?"(?:${SENSITIVE})\\\\?"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|\\\\"[^"]*"?|[^\\s"\\\\,[\\]{}]+)`,
  "gi",
);

/** In characters. A shorter secret would blank out ordinary text. */
const SHORTEST_SECRET = 4;

/** In characters. A shorter part of a header value does not count as a secret. */
const SHORTEST_TOKEN = 8;

/** V8 overflows its stack on much longer patterns. The last piece has at least the characters of a secret. */
const PIECES = /[^]{1,500}(?:[^]{1,3}$)?/gu;

/** Levels of a body. Deeper values are not shown. */
const MAX_DEPTH = 64;

/** Request headers with values that may be shown. The service may send the ids of calls and traces back. */
const SHOWN_REQUEST_HEADERS =
  /^(?:accept(?:-language)?|content-(?:type|length)|idempotency-key|user-agent|(?:x-)?(?:request|correlation)-id|trace(?:parent|state))$/i;

/** Response headers with values that may be shown. Never `set-cookie`. */
const SHOWN_RESPONSE_HEADERS =
  /^(?:content-(?:type|length)|date|retry-after|(?:x-)?request-id|x-?ratelimit-.*|ratelimit.*|wallet-account)$/;

/** Whether a JSON body has a sensitive field. The quick search also finds such a word inside a text, such as a description. */
export function hasSensitiveField(json: string): boolean {
  return json.search(SENSITIVE_FIELD) >= 0 && sensitiveValues(JSON.parse(json)).length > 0;
}

/** The secrets of a call: those of the client, values of headers and the tokens in them, and sensitive fields of the body. */
export function secretsOf(
  ofClient: readonly string[],
  headers: Readonly<Record<string, string>>,
  json: string | undefined,
): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    SHOWN_REQUEST_HEADERS.test(name) ? [] : [value],
  );
  const tokens = values.flatMap((value) => value.split(/[\s=;,]+/));
  return [
    ...ofClient,
    ...values,
    ...tokens.filter((token) => token.length >= SHORTEST_TOKEN),
    ...sensitiveValues(json === undefined ? undefined : JSON.parse(json)),
  ];
}

function sensitiveValues(value: unknown, isInside = false): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, item]) =>
      // The transports of a passkey are words, such as `internal`, of other texts and ids.
      name === "transports" ? [] : sensitiveValues(item, isInside || SENSITIVE_NAME.test(name)),
    );
  }
  return isInside && value != null ? [String(value)] : [];
}

/** Those of the latest secrets. Most calls of a client have the same ones, and a long header costs as much as the rest of a call. */
let latest = { secrets: [] as readonly string[], patterns: [] as RegExp[] };

/** Patterns for secrets: unchanged, percent-encoded, and escaped in JSON. */
function patternsOf(secrets: readonly string[]): RegExp[] {
  const isKnown =
    secrets.length === latest.secrets.length && secrets.every((each, at) => each === latest.secrets[at]);
  if (!isKnown) latest = { secrets, patterns: patternsFor(secrets) };
  return latest.patterns;
}

function patternsFor(secrets: readonly string[]): RegExp[] {
  const pieces = secrets
    .flatMap((secret) => secret.match(PIECES) ?? [])
    .filter((piece) => piece.length >= SHORTEST_SECRET)
    // The longest first: a secret may contain another.
    .sort((one, other) => other.length - one.length)
    // Letters and digits are never encoded.
    .flatMap((piece) => [inPercent, inJson].map((spellings) => piece.replace(/\W/gu, spellings)));
  return [...new Set(pieces)].map((pattern) => new RegExp(pattern, "gi"));
}

/** One character of a secret, unchanged or percent-encoded. A form writes a space as "+". */
function inPercent(character: string): string {
  const percent = new TextEncoder().encode(character).reduce((text, byte) => `${text}%${hex(byte, 2)}`, "");
  return oneOf([character, percent, ...(character === " " ? ["+"] : [])]);
}

/** One character of a secret, in a JSON string. */
function inJson(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  return oneOf([short, unicodeEscapes(character), ...(character === "/" ? ["\\/"] : [])]);
}

/** A pattern that matches one of these texts. */
const oneOf = (texts: readonly string[]) => `(?:${texts.map(unicodeEscapes).join("|")})`;

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");

/** Both JSON and regular expressions read these. */
const unicodeEscapes = (text: string) => text.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);

/** Makes a function that finds a secret in a JSON value, in the same spellings. */
export function secretFinder(secrets: readonly string[]): (value: unknown) => boolean {
  const patterns = patternsOf(secrets);
  const isSecret = (text: string) => patterns.some((pattern) => text.search(pattern) >= 0);
  return (value) => {
    let isFound = false;
    JSON.stringify(value, (name, item: unknown) => {
      const isText = typeof item === "string" || typeof item === "number";
      isFound ||= isSecret(name) || (isText && isSecret(String(item)));
      return item;
    });
    return isFound;
  };
}

/** A copy without secrets, which it finds by value and by name. */
export function redact<T>(value: T, secrets: readonly string[]): T;
export function redact(value: unknown, secrets: readonly string[]): unknown {
  return value == null ? value : replaced(value, patternsOf(secrets));
}

const withoutSecrets = (text: string, secrets: readonly RegExp[]) =>
  secrets.reduce((shown, secret) => shown.replace(secret, REDACTED), text);

function replaced(value: unknown, secrets: readonly RegExp[], depth = 0): unknown {
  if (typeof value === "string") {
    return withoutSecrets(value, secrets).replace(SENSITIVE_FIELD, `$1"${REDACTED}"`);
  }
  if (typeof value === "number")
    return withoutSecrets(String(value), secrets) === String(value) ? value : REDACTED;
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => replaced(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      withoutSecrets(name, secrets),
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
export function shownResponseHeaders(
  headers: Iterable<[name: string, value: string]>,
): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => SHOWN_RESPONSE_HEADERS.test(name)));
}
