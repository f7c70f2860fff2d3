/**
 * What every endpoint for webhooks does, whatever the framework: check the delivery, put the event into the inbox, respond.
 */
import { verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import type { WebhookEvent, WebhookHeaders } from "payments-sdk/webhooks";

/** The environment of the process, or a worker's variables and secrets. */
export type Settings = Readonly<Record<string, string | undefined>>;

/**
 * The events that came, each once: put a table of your database in its place, with the event's id as its primary key, and
 * `INSERT … ON CONFLICT DO NOTHING`. A job of yours takes the events from there and does the work.
 */
export const inbox = new Map<string, WebhookEvent>();

/**
 * Takes one delivery.
 *
 * @param rawBody the body as it came: neither parsed nor written again
 * @returns the status of the response
 */
export async function receive(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  settings: Settings,
): Promise<number> {
  // While the key is rotated there are two, separated by a comma: the old one and the new one.
  const publicKeys = settings["PAYMENTS_WEBHOOK_PUBLIC_KEY"]?.split(",") ?? [];
  let event: WebhookEvent | undefined;
  try {
    event = await verifyWebhook(rawBody, headers, { publicKeys });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    // Signed, but older than five minutes: late, or sent again by somebody. The inbox takes it when its id is new.
    event = error.event;
  }
  if (event === undefined) return 401;
  if (!inbox.has(event.id)) inbox.set(event.id, event);
  // 200 would approve the payment at once. 202 leaves it to `payments.transactions.approve` and `reject`.
  return event.type === "INCOMING_PAYMENT.PENDING" ? 202 : 200;
}
