import { Simulator } from "payments-sdk/simulator";
import { parseEvent, verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import { oneOf, times } from "../connection";
import type { Phase } from "../phase";

/** Verifications: genuine deliveries, and deliveries that fail each check. */
export const webhooks: readonly Phase[] = [
  {
    name: "webhooks",
    operations: 30_000,
    async open() {
      const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
      const now = () => simulator.clock.now();
      const publicKeys = [simulator.webhookPublicKeyHex];
      const event = parseEvent({
        id: "Webhook:1",
        type: "TEST",
        timestamp: simulator.clock.iso(),
        data: { note: "a".repeat(500) },
      });
      const genuine = simulator.signEvent(event);
      const stale = simulator.signEvent({ ...event, timestamp: "2026-04-27T08:00:00Z" });
      const foreign = new Simulator({ seed: "another service" }).signEvent(event);
      const headers = new Headers(genuine.headers);
      const refused = async (body: string, given: Headers | Record<string, string>) => {
        const check = verifyWebhook(body, given, { publicKeys, now });
        const error: unknown = await check.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (!(error instanceof WebhookVerificationError)) throw new Error("a delivery must be refused");
      };
      const kinds = [
        () => verifyWebhook(genuine.body, headers, { publicKeys, now }),
        () => verifyWebhook(new TextEncoder().encode(genuine.body), genuine.headers, { publicKeys, now }),
        () =>
          verifyWebhook(genuine.body, headers, {
            publicKeys: [simulator.webhookPublicKey, ...publicKeys],
            now,
          }),
        () => refused(stale.body, stale.headers),
        () => refused(event.id, foreign.headers),
        () => refused(genuine.body, foreign.headers),
        () => refused(genuine.body, {}),
      ];
      return {
        run: (operations) => times(operations, (index) => oneOf(kinds, index)()),
        close: async () => ({}),
      };
    },
  },
];
