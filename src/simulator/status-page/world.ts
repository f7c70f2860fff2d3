import type { Domain } from "../domain/domain";
import type { VerificationStatus } from "../domain/verifications";
import type { ExternalAccountStatus } from "../domain/external-accounts";
import type { VirtualClock } from "../runtime/clock";
import type { EventLog } from "../runtime/events";
import type { Faults } from "../runtime/faults";
import type { Outbox } from "../runtime/outbox";
import type { Exchange } from "../runtime/recorder";
import type { SimulatorSnapshot } from "../runtime/snapshot";
import type { WebhookDelivery, Webhooks } from "../runtime/webhooks";

/** What the page uses of a `Simulator`, which it does not know. */
interface SimulatorControls {
  readonly clock: VirtualClock;
  readonly events: EventLog;
  readonly outbox: Outbox;
  readonly faults: Faults;
  readonly requests: readonly Exchange[];
  readonly webhooks: Webhooks;
  snapshot(): SimulatorSnapshot;
  reset(): void;
  redeliver(eventId: string): Promise<WebhookDelivery>;
  payQuote(quoteId: string): void;
  setExternalAccountStatus(externalAccountId: string, status: ExternalAccountStatus): void;
  setVerificationStatus(verificationId: string, status: VerificationStatus): void;
  setTransactionStatus(transactionId: string, status: string, failureReason?: string): void;
}

/** The simulated world, as the status page sees it. */
export interface World {
  /** The path of the API. */
  basePath: string;
  simulator: SimulatorControls;
  /** The parts of the service: others after a reset. */
  domain: () => Domain;
  /** @throws {TypeError} when the snapshot does not fit; then nothing changed. */
  restore: (snapshot: unknown) => void;
}
