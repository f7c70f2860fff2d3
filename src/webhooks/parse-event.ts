import { refuse } from "../core/errors";
import { textOf } from "../core/fields";
import { inexactNumbers } from "../core/json";
import type { WebhookEvent } from "../models/event";

const OPERATION = "webhooks.parseEvent";

/**
 * Reads an event without verifying the sender. Use it for events from your own queue, or after your own check. Unknown event
 * kinds keep their data. Narrow on `type`. Amounts are integers in the smallest unit of their currency.
 *
 * @param body the delivered JSON, as text or already parsed
 * @throws {InvalidRequestError} when it is not an event, or an amount exceeds the safe integers and would be rounded
 * @example
 * ```ts
 * import { parseEvent } from "payments-sdk/webhooks";
 *
 * const event = parseEvent(rawEvent);
 * if (event.type === "OUTGOING_PAYMENT.COMPLETED") console.log(event.data.id);
 * ```
 */
export function parseEvent(body: unknown): WebhookEvent {
  const value = readJson(body);
  if (!isEvent(value)) {
    refuse("body", "must be an event: an object with the non-empty strings `id` and `type`", OPERATION);
  }
  const [unsafe] = inexactNumbers(value).amounts;
  if (unsafe !== undefined) refuse(unsafe.path, unsafe.message, OPERATION);
  return value;
}

function readJson(body: unknown): unknown {
  try {
    if (typeof body === "string") return JSON.parse(body);
    // Throws if the body has no JSON form, for example a cycle.
    JSON.stringify(body);
    return body;
  } catch {
    refuse("body", "must be JSON", OPERATION);
  }
}

function isEvent(value: unknown): value is WebhookEvent {
  return textOf(value, "id") !== undefined && textOf(value, "type") !== undefined;
}
