import { base64 } from "@scure/base";
import { isPaymentsError } from "../core/error-guards";
import { PaymentsError, refuse } from "../core/errors";
import { textOf } from "../core/fields";
import { isHeaderName } from "../core/header-record";
import { readConfiguration, wholeClock } from "../core/read-options";
import type { WebhookEvent } from "../models/event";
import { kindOf } from "../options/describe";
import { callback, kind, listOf, milliseconds, required } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { parseEvent } from "./parse-event";
import { importPublicKey, isSigned, webhookKey } from "./public-key";

/** Request headers: a `Headers` object, or a dictionary such as Node's. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The check that a delivery failed.
 *
 * - `body-missing`, `signature-missing`: the delivery has no body or no signature.
 * - `signature`: no signature matches the body and the keys.
 * - `event`: the body cannot be read as an event without loss.
 * - `timestamp`: the event's `timestamp` cannot be read.
 * - `stale`: the `timestamp` is further from now than the tolerance.
 */
export type WebhookCheck =
  "body-missing" | "signature-missing" | "signature" | "event" | "timestamp" | "stale";

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /**
   * The service's public keys, each as PEM (SPKI) or as a P-256 point in hexadecimal. During a key rotation, pass several. A
   * signature by any of them is accepted.
   */
  publicKeys: readonly string[];
  /** The name of the signature header, case-insensitive. Default `X-Service-Signature`. */
  headerName?: string | undefined;
  /**
   * The tolerance: the maximum distance of the event's `timestamp` from now, in either direction, in milliseconds. Default
   * 300,000 (5 minutes). Beyond it, a delivery fails with the check `"stale"`, even a redelivery. The error then carries the
   * event. `Infinity` accepts any age: then store every `event.id` permanently.
   */
  maxAge?: number | undefined;
  /** The current time in milliseconds since the epoch. Default `Date.now`. */
  now?: (() => number) | undefined;
}

/**
 * A delivery is not signed by the service, or its timestamp is out of tolerance. Respond with 401. `code` is
 * `WEBHOOK_NOT_VERIFIED`.
 */
export class WebhookVerificationError extends PaymentsError {
  override readonly name: string = "WebhookVerificationError";
  /** The check that failed. */
  readonly check: WebhookCheck;
  readonly #event: WebhookEvent | undefined;

  constructor(check: WebhookCheck, message: string, event?: WebhookEvent) {
    super(message, "WEBHOOK_NOT_VERIFIED");
    this.check = check;
    this.#event = event;
  }

  /**
   * The event, if the delivery is signed and failed only the check `"stale"`. It may be a replay: use it only if `event.id`
   * is new to you. Printing the error leaves it out, because it may hold personal data.
   */
  get event(): WebhookEvent | undefined {
    return this.#event;
  }
}

const FIVE_MINUTES_MS = 300_000;
const OPERATION = "webhooks.verifyWebhook";

/**
 * Verifies a delivered event and returns it typed. Checks the signature over the raw body (ECDSA P-256 with SHA-256, in
 * base64), then the event's age.
 *
 * A delivery can arrive more than once, up to 7 days later with a new `timestamp` and the same `event.id`. Store each id for
 * longer than that, and skip repeated ids.
 *
 * @param rawBody the body exactly as received, as text or bytes; a parsed body cannot be verified
 * @throws {WebhookVerificationError} when a check fails; `check` says which
 * @throws {InvalidRequestError} when `rawBody` is a parsed body, or `headers` is not an object
 * @throws {ConfigurationError} when an option is missing or malformed, a public key cannot be read, or `now` returns no time
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
    now,
  } = readConfiguration(options, VERIFY_OPTIONS, "verifyWebhook", { advice: "Pass `{ publicKeys }`" });
  const bytes = bodyBytes(rawBody);
  if (typeof headers !== "object" || headers === null) {
    refuse("headers", "must be the request's headers: a `Headers`, or an object such as Node's", OPERATION);
  }
  const keys = await Promise.all(publicKeys.map(importPublicKey));
  const header = headerValue(headers, headerName);
  if (header === undefined) {
    throw new WebhookVerificationError("signature-missing", `the header ${headerName} is missing`);
  }
  const signature = signatureBytes(header);
  const checks = signature === undefined ? [] : keys.map((key) => isSigned(bytes, signature, key));
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookVerificationError(
      "signature",
      "the signature does not match the body and the keys: pass the raw body, and the key of this environment",
    );
  }
  return checkedEvent(bytes, maxAge, wholeClock(now)());
}

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;
const someKeys = /* @__PURE__ */ kind("an array with at least one key", isFilled);

/** Known options. The compiler keeps this list complete. */
export const VERIFY_OPTIONS: Kinds<VerifyWebhookOptions> = {
  publicKeys: /* @__PURE__ */ required(
    (value, path) => someKeys(value, path) ?? listOf(webhookKey)(value, path),
  ),
  headerName: /* @__PURE__ */ kind("the name of a header", isHeaderName),
  maxAge: /* @__PURE__ */ milliseconds(0),
  now: callback,
};

function bodyBytes(rawBody: unknown): Uint8Array {
  if (rawBody === undefined || rawBody === null) {
    throw new WebhookVerificationError("body-missing", "the delivery has no body");
  }
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  // Not by its class: in tests with jsdom, the bytes come from another realm. A copy, because a server may use their memory again.
  if (Object.prototype.toString.call(rawBody) === "[object Uint8Array]")
    return new Uint8Array(rawBody as Uint8Array);
  const expected = "the raw text or bytes of the request, never a parsed body";
  refuse("rawBody", `must be ${expected}, got ${kindOf(rawBody)}`, OPERATION);
}

function checkedEvent(bytes: Uint8Array, maxAgeMs: number, now: number): WebhookEvent {
  let event: WebhookEvent;
  try {
    event = parseEvent(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = isPaymentsError(error) ? error.message : "it is not UTF-8";
    throw new WebhookVerificationError("event", `the body is signed, but cannot be read: ${reason}`);
  }
  // The timestamp is signed with the body, so a replay cannot change it.
  const timestamp = typeof event.timestamp === "string" ? Date.parse(event.timestamp) : Number.NaN;
  if (Number.isNaN(timestamp)) {
    throw new WebhookVerificationError("timestamp", "the event has no readable `timestamp`");
  }
  if (Math.abs(now - timestamp) > maxAgeMs) {
    const [sent, received] = [timestamp, now].map((time) => new Date(time).toISOString());
    const message = `the event's \`timestamp\` ${sent} is more than ${maxAgeMs} ms away from now, ${received}`;
    throw new WebhookVerificationError("stale", message, event);
  }
  return event;
}

/** The value of a header. The name is case-insensitive. */
function headerValue(headers: object, name: string): string | undefined {
  const wanted = name.toLowerCase();
  // Detected by its method, because a `Headers` from another realm has another class.
  const value: unknown =
    "get" in headers && typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([key, one]) => key.toLowerCase() === wanted && one !== undefined)?.[1];
  // With two signatures, neither can be preferred.
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof single === "string" ? single : undefined;
}

/** The header's bytes: base64, or JSON with the base64 in `s`. Both forms are in use. */
function signatureBytes(header: string): Uint8Array | undefined {
  try {
    const text = header.trim();
    const signature = text.startsWith("{") ? textOf(JSON.parse(text), "s") : text;
    return signature === undefined ? undefined : base64.decode(signature);
  } catch {
    return undefined;
  }
}
