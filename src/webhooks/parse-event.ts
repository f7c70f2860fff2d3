import { refuse } from "../core/errors";
import type { WebhookEvent } from "../models/event";

/**
 * Reads an event without checking who sent it: for events from your own queue, or after a check of your own. Kinds that this
 * package does not know keep their data; narrow on `type`.
 *
 * @param body the delivered JSON, as text or already parsed
 * @throws {InvalidRequestError} when it is not an event
 * @see specification, "Events"
 */
export function parseEvent(body: unknown): WebhookEvent {
  let value = body;
  if (typeof body === "string") {
    try {
      value = JSON.parse(body);
    } catch {
      refuse("body", "is not JSON", "webhooks.parseEvent");
    }
  }
  if (isEvent(value)) return value;
  refuse("body", "is no event: expected an object with `id` and `type`", "webhooks.parseEvent");
}

function isEvent(value: unknown): value is WebhookEvent {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "id") === "string" &&
    typeof Reflect.get(value, "type") === "string"
  );
}
