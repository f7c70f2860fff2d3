import { p256 } from "@noble/curves/nist.js";
import { base64 } from "@scure/base";
import { isPaymentsError } from "../core/error-guards";
import { ConfigurationError, PaymentsError, refuse } from "../core/errors";
import { readConfiguration } from "../core/read-options";
import type { WebhookEvent } from "../models/event";
import { callback, kind, milliseconds, required, text } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { parseEvent } from "./parse-event";
import { publicKeyPoint } from "./public-key";

/** Request headers as a platform gives them: `Headers`, or a dictionary such as Node's. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The check that a delivery failed: there is no body, no signature, or no signature that matches; the body is not an event that
 * can be read exactly; its `timestamp` cannot be read, or is further from now than the tolerance.
 */
export type WebhookCheck =
  "body-missing" | "signature-missing" | "signature" | "event" | "timestamp" | "stale";

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /**
   * The service's public keys, each as PEM (SPKI) or as a P-256 point in hexadecimal. Several keys allow a rotation: a
   * signature by any of them is accepted.
   */
  publicKeys: readonly string[];
  /** The name of the header with the signature, in any case. Default `X-Service-Signature`. */
  headerName?: string | undefined;
  /**
   * The tolerance: how far the event's own `timestamp` may be from now, before or after, in milliseconds. Default 300,000
   * (5 minutes). A delivery that is further away fails with the check `"stale"`, even when the service delivers it again;
   * the error carries its event. `Infinity` accepts any age: then remember every `event.id` for good.
   */
  maxAge?: number | undefined;
  /** The current time in milliseconds since the epoch. Default `Date.now`. */
  now?: (() => number) | undefined;
}

/**
 * A delivery was not signed by the service, or is too old or too far ahead to be believed. Respond with 401.
 * `code` is `WEBHOOK_NOT_VERIFIED`.
 */
export class WebhookVerificationError extends PaymentsError {
  /** The check that failed. */
  readonly check: WebhookCheck;
  readonly #event: WebhookEvent | undefined;

  constructor(check: WebhookCheck, message: string, event?: WebhookEvent) {
    super(message, "WEBHOOK_NOT_VERIFIED");
    this.check = check;
    this.#event = event;
  }

  /**
   * The event of a delivery that is signed and failed only the check `"stale"`; otherwise absent. It may be a replay: use it
   * only when `event.id` is new to you. Not printed with the error, since it may hold personal data.
   */
  get event(): WebhookEvent | undefined {
    return this.#event;
  }

  override get name(): string {
    return "WebhookVerificationError";
  }
}

const FIVE_MINUTES_MS = 300_000;
const OPERATION = "webhooks.verifyWebhook";

/**
 * Checks the signature of a delivered event over its raw body (ECDSA P-256 with SHA-256, in base64), then its age, and
 * returns the event typed.
 *
 * A delivery can come more than once: remember `event.id` for as long as `maxAge` and skip what you have seen.
 *
 * @param rawBody the body exactly as received, as text or bytes; a parsed body cannot be checked
 * @throws {WebhookVerificationError} when the delivery is not to be believed; `check` says why
 * @throws {InvalidRequestError} when `rawBody` is a parsed body, or `headers` is not an object
 * @throws {ConfigurationError} when an option is missing or malformed, a public key cannot be read, or `now` does not return a time
 * @example
 * ```ts
 * import { verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
 *
 * app.post("/webhooks", async (request) => {
 *   try {
 *     const event = await verifyWebhook(await request.text(), request.headers, { publicKeys });
 *     if (event.type === "OUTGOING_PAYMENT.COMPLETED") await markPaid(event.data.id);
 *     return new Response(null, { status: 200 });
 *   } catch (error) {
 *     if (error instanceof WebhookVerificationError) return new Response(null, { status: 401 });
 *     throw error;
 *   }
 * });
 * ```
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  options: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  const {
    publicKeys,
    headerName = "X-Service-Signature",
    maxAge = FIVE_MINUTES_MS,
    now = Date.now,
  } = readConfiguration(options, OPTIONS, "verifyWebhook", { advice: "Pass `{ publicKeys }`" });
  const bytes = bodyBytes(rawBody);
  if (typeof headers !== "object" || headers === null) {
    refuse("headers", "must be the request's headers: a `Headers`, or an object such as Node's", OPERATION);
  }
  const keys = await Promise.all(publicKeys.map(publicKeyPoint));
  const header = headerValue(headers, headerName);
  if (header === undefined) {
    throw new WebhookVerificationError("signature-missing", `the header ${headerName} is missing`);
  }
  const signature = signatureBytes(header);
  if (signature === undefined || !keys.some((key) => isSigned(bytes, signature, key))) {
    throw new WebhookVerificationError("signature", "the signature does not match the body and the keys");
  }
  return checkedEvent(bytes, maxAge, currentTimeMs(now));
}

/** Known options. The compiler keeps this list complete. */
const OPTIONS: Kinds<VerifyWebhookOptions> = {
  publicKeys: /* @__PURE__ */ required(
    /* @__PURE__ */ kind(
      "an array with at least one key",
      (value) => Array.isArray(value) && value.length > 0,
    ),
  ),
  headerName: text,
  maxAge: /* @__PURE__ */ milliseconds(0),
  now: callback,
};

function bodyBytes(rawBody: unknown): Uint8Array {
  if (rawBody === undefined || rawBody === null) {
    throw new WebhookVerificationError("body-missing", "the delivery has no body");
  }
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  const message =
    "must be the raw text or bytes of the request: a body that was parsed and written again never matches";
  refuse("rawBody", message, OPERATION);
}

function currentTimeMs(now: () => number): number {
  const time = now();
  // With NaN every comparison is false, and no delivery would be too old.
  if (!Number.isFinite(time)) {
    throw new ConfigurationError("now", "must return the current time in milliseconds since the epoch");
  }
  return time;
}

function readEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return parseEvent(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = isPaymentsError(error) ? error.message : "it is not UTF-8";
    throw new WebhookVerificationError("event", `the body is signed, but cannot be read: ${reason}`);
  }
}

function checkedEvent(bytes: Uint8Array, maxAgeMs: number, now: number): WebhookEvent {
  const event = readEvent(bytes);
  // Signed like the rest of the body, unlike a header: an old delivery cannot be made young.
  const timestamp = typeof event.timestamp === "string" ? Date.parse(event.timestamp) : Number.NaN;
  if (Number.isNaN(timestamp)) {
    throw new WebhookVerificationError("timestamp", "the event has no readable `timestamp`");
  }
  if (Math.abs(now - timestamp) > maxAgeMs) {
    const message = `the event's \`timestamp\` is more than ${maxAgeMs} ms away from now`;
    throw new WebhookVerificationError("stale", message, event);
  }
  return event;
}

function headerValue(headers: object, name: string): string | undefined {
  const value = rawHeader(headers, name);
  // Two signatures: none of them can be preferred.
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof single === "string" ? single : undefined;
}

/** The value under a name in any case. `Headers` are known by their method: an instance of another realm is not an instance of ours. */
function rawHeader(headers: object, name: string): unknown {
  if (hasGet(headers)) return headers.get(name);
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(
    ([key, value]: [string, unknown]) => key.toLowerCase() === wanted && value !== undefined,
  )?.[1];
}

function hasGet(headers: object): headers is { get: (name: string) => unknown } {
  return typeof Reflect.get(headers, "get") === "function";
}

/** The header's bytes: base64, or JSON with the base64 in `s` (contract: both forms are in use). */
function signatureBytes(header: string): Uint8Array | undefined {
  try {
    const text: unknown = header.trim().startsWith("{")
      ? Reflect.get(JSON.parse(header) as object, "s")
      : header.trim();
    return typeof text === "string" ? base64.decode(text) : undefined;
  } catch {
    return undefined;
  }
}

/** ECDSA with SHA-256 (FIPS 186-5), DER or r and s side by side; s may be in either half, as OpenSSL and hardware make it. */
function isSigned(body: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return (["der", "compact"] as const).some((format) => {
    try {
      return p256.verify(signature, body, publicKey, { prehash: true, lowS: false, format });
    } catch {
      return false;
    }
  });
}
