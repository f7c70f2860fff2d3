import { p256 } from "@noble/curves/nist.js";
import { base64 } from "@scure/base";
import { ConfigurationError, named, PaymentsError, refuse } from "../core/errors";
import type { WebhookEvent } from "../models/event";
import { parseEvent } from "./parse-event";

/** Request headers as a platform gives them: `Headers`, or a dictionary such as Node's. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The check that an event failed. */
export type WebhookCheck = "signature-missing" | "signature" | "event" | "timestamp" | "stale";

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /**
   * The service's public keys, each as PEM (SPKI) or as a P-256 point in hexadecimal. Several, so that keys can be rotated:
   * a signature of any of them is good.
   */
  publicKeys: readonly string[];
  /** The header with the signature. Default `X-Service-Signature`. */
  headerName?: string | undefined;
  /** How far the event's own `timestamp` may be from now, in milliseconds. Default 300,000; `Infinity` accepts any age. */
  maxAgeMs?: number | undefined;
  /** The current time in milliseconds since the epoch. Default `Date.now`. */
  now?: (() => number) | undefined;
}

/** A delivery was not signed by the service, or is too old or too far ahead to be believed. Answer it with 401. */
export class WebhookVerificationError extends PaymentsError {
  /** The check that failed. */
  readonly check: WebhookCheck;

  constructor(check: WebhookCheck, message: string) {
    super(message, "WEBHOOK_NOT_VERIFIED");
    this.check = check;
  }

  static {
    named(this, "WebhookVerificationError");
  }
}

const FIVE_MINUTES_MS = 300_000;

/**
 * Checks the signature of a delivered event over its raw body, then its age, and returns it typed.
 *
 * A delivery can come more than once: remember `event.id` for as long as `maxAgeMs` and skip what you have seen.
 *
 * @param rawBody the body exactly as received, as text or bytes; a parsed body cannot be checked
 * @throws {InvalidRequestError} when `rawBody` is an object
 * @throws {WebhookVerificationError} when the delivery is not to be believed
 * @throws {ConfigurationError} when a public key cannot be read
 * @example
 * ```ts
 * const event = await verifyWebhook(await request.text(), request.headers, { publicKeys });
 * if (event.type === "OUTGOING_PAYMENT.COMPLETED") await settle(event.data.id);
 * ```
 * @see Specification, "Events": the signature is ECDSA P-256 with SHA-256 over the raw body, in base64
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  options: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  if (typeof rawBody !== "string" && !(rawBody instanceof Uint8Array)) {
    const message =
      "must be the raw text or bytes of the request: a body that was parsed and written again never matches";
    refuse("rawBody", message, "webhooks.verifyWebhook");
  }
  const bytes = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : rawBody;
  const {
    publicKeys,
    headerName = "X-Service-Signature",
    maxAgeMs = FIVE_MINUTES_MS,
    now = Date.now,
  } = options;
  if (!(maxAgeMs >= 0)) throw new ConfigurationError("maxAgeMs", "must be a number of at least 0");
  const keys = await Promise.all(publicKeys.map(publicKeyPoint));
  if (keys.length === 0) throw new ConfigurationError("publicKeys", "must hold at least one key");

  const header = headerValue(headers, headerName);
  if (header === undefined) {
    throw new WebhookVerificationError("signature-missing", `the header ${headerName} is missing`);
  }
  const signature = signatureBytes(header);
  if (signature === undefined || !keys.some((key) => isSigned(bytes, signature, key))) {
    throw new WebhookVerificationError("signature", "the signature does not match the body and the keys");
  }
  return checkedEvent(bytes, maxAgeMs, now());
}

function checkedEvent(bytes: Uint8Array, maxAgeMs: number, now: number): WebhookEvent {
  let event: WebhookEvent;
  try {
    event = parseEvent(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new WebhookVerificationError("event", "the body is signed, but is no event");
  }
  // Signed like the rest of the body, unlike a header: an old delivery cannot be made young.
  const timestamp = typeof event.timestamp === "string" ? Date.parse(event.timestamp) : Number.NaN;
  if (Number.isNaN(timestamp)) {
    throw new WebhookVerificationError("timestamp", "the event has no readable `timestamp`");
  }
  if (Math.abs(now - timestamp) > maxAgeMs) {
    throw new WebhookVerificationError(
      "stale",
      `the event's \`timestamp\` is more than ${maxAgeMs} ms away from now`,
    );
  }
  return event;
}

function headerValue(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const wanted = name.toLowerCase();
  const entry = Object.entries(headers).find(
    ([key, value]) => key.toLowerCase() === wanted && value !== undefined,
  );
  const value = entry?.[1];
  // Two signatures: none of them can be preferred.
  return typeof value === "string" ? value : value?.length === 1 ? value[0] : undefined;
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

async function publicKeyPoint(key: string): Promise<Uint8Array> {
  try {
    const pem = /-----BEGIN PUBLIC KEY-----([\s\S]+)-----END PUBLIC KEY-----/.exec(key)?.[1];
    if (pem === undefined) return p256.Point.fromHex(key.trim()).toBytes(false);
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const der = new Uint8Array(base64.decode(pem.replace(/\s+/g, "")));
    const imported = await crypto.subtle.importKey("spki", der, algorithm, true, ["verify"]);
    return new Uint8Array(await crypto.subtle.exportKey("raw", imported));
  } catch {
    throw new ConfigurationError(
      "publicKeys",
      "must hold P-256 public keys, each as PEM (SPKI) or as a point in hexadecimal",
    );
  }
}
