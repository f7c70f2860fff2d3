/** A webhook endpoint, without its framework. */
import { verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import type { WebhookEvent, WebhookHeaders } from "payments-sdk/webhooks";

/** The environment of the process, or a worker's variables and secrets. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** Replace it with a table of your database: `INSERT … ON CONFLICT DO NOTHING`, by the event's id. A job does the work. */
export const inbox = new Map<string, WebhookEvent>();

/** Returns the status of the response. `rawBody` is the unchanged body, not parsed. */
export async function receive(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  settings: Settings,
): Promise<number> {
  // During a rotation: the old key and the new key, separated by a comma.
  const publicKeys = settings["PAYMENTS_WEBHOOK_PUBLIC_KEY"]?.split(",") ?? [];
  let event: WebhookEvent | undefined;
  try {
    event = await verifyWebhook(rawBody, headers, { publicKeys });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    // Signed, but older than five minutes: late, or a replay. The inbox keeps it only if its id is new.
    event = error.event;
  }
  if (event === undefined) return 401;
  if (!inbox.has(event.id)) inbox.set(event.id, event);
  // 200 would approve the payment at once. 202 leaves it to `payments.transactions.approve` and `reject`.
  return event.type === "INCOMING_PAYMENT.PENDING" ? 202 : 200;
}
