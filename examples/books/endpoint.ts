/**
 * The endpoint of the service's webhooks: checks the signature, stores the event, responds. Start as many as you like.
 *
 *     npm run inbox
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import { required, stopSignal } from "../postgres/environment";
import { createDatabase } from "./database";
import { Inbox } from "./inbox";
import { settings } from "./settings";

const MOST_BYTES = 1_048_576;
const keys = required("PAYMENTS_WEBHOOK_PUBLIC_KEY", "the public key of the service's webhooks");
// While the key is rotated there are two, separated by a comma.
const publicKeys = keys.split(",");

const stopped = once(stopSignal(), "abort");
const database = await createDatabase().open();
const inbox = new Inbox(database);

/** The body, or `undefined` if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The status and the text of the response. */
async function respond(request: IncomingMessage): Promise<[status: number, text: string]> {
  if (request.url !== "/webhooks") return [404, "the endpoint is /webhooks"];
  if (request.method !== "POST") return [405, "an event is sent with POST"];
  const body = await bodyOf(request);
  if (body === undefined) return [413, `an event has at most ${MOST_BYTES} bytes`];
  try {
    // Late deliveries are welcome. The inbox keeps every id for good, so a repeated one changes nothing.
    const event = await verifyWebhook(body, request.headers, { publicKeys, maxAge: Infinity });
    await inbox.add(event);
    // 200 would approve the payment at once. 202 leaves it to `payments.transactions.approve` and `reject`.
    return event.type === "INCOMING_PAYMENT.PENDING" ? [202, "stored"] : [200, "stored"];
  } catch (error) {
    if (error instanceof WebhookVerificationError) return [401, error.message];
    // Mostly a database that restarts. The service delivers the event again.
    console.error(`inbox: ${String(error)}`);
    return [503, "the event was not stored: deliver it again"];
  }
}

const server = createServer((request, response) => {
  const responding = respond(request).then(([status, text]) => {
    const unread = status === 413 ? { Connection: "close" } : {};
    response.writeHead(status, { "Content-Type": "text/plain", ...unread }).end(`${text}\n`);
  });
  // The connection broke.
  responding.catch(() => response.destroy());
});
await once(server.listen(settings.port, "127.0.0.1"), "listening");
console.log(`inbox: http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`);
await stopped;
// Events under way get their response: the service asks for an approval only once.
setTimeout(() => server.closeAllConnections(), 8_000).unref();
await once(server.close(), "close");
await database.close();
