import type { VirtualClock } from "./clock";
import type { SeededRandom } from "./random";

/** The event kinds of the service (the specification names INTERNAL_ACCOUNT.BALANCE_UPDATED, the contract's WebhookType the rest). */
export type SimulatorEventType =
  | `OUTGOING_PAYMENT.${"PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED" | "REFUND_PENDING" | "REFUND_COMPLETED" | "REFUND_FAILED"}`
  | `INCOMING_PAYMENT.${"PENDING" | "COMPLETED" | "FAILED"}`
  | `CUSTOMER.${"KYC" | "KYB"}_${"APPROVED" | "REJECTED" | "PENDING"}`
  | `VERIFICATION.${"APPROVED" | "REJECTED" | "RESOLVE_ERRORS" | "IN_PROGRESS" | "PENDING_MANUAL_REVIEW" | "READY_FOR_VERIFICATION"}`
  | "INTERNAL_ACCOUNT.BALANCE_UPDATED"
  | "INVITATION.CLAIMED"
  | `BULK_UPLOAD.${"COMPLETED" | "FAILED"}`
  | "TEST";

/** One event, in the envelope of the contract's webhooks. */
export interface SimulatorEvent {
  /** A UUID with the prefix `Webhook:`. */
  id: string;
  type: SimulatorEventType | (string & {});
  /** When it happened, ISO 8601 in UTC, on the simulator's clock. */
  timestamp: string;
  /** A copy of the resource as it was at that moment. */
  data: unknown;
}

/** Called with each event, in order; what it throws surfaces as an unhandled error and undoes nothing. */
export type SimulatorEventHandler = (event: SimulatorEvent) => void;

/** Everything that the service would send as a webhook, in order. */
export class EventLog {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #handlers = new Map<string, Set<SimulatorEventHandler>>();
  #events: SimulatorEvent[] = [];

  constructor(clock: VirtualClock, random: SeededRandom) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The events so far, oldest first. */
  get list(): readonly SimulatorEvent[] {
    return this.#events;
  }

  /** The events of one kind, oldest first. */
  ofType(type: SimulatorEventType | (string & {})): SimulatorEvent[] {
    return this.#events.filter((event) => event.type === type);
  }

  /** Records an event and tells the handlers. `data` is copied. */
  emit(type: SimulatorEventType | (string & {}), data: unknown): void {
    const event: SimulatorEvent = {
      id: this.#random.id("Webhook"),
      type,
      timestamp: this.#clock.iso(),
      data: structuredClone(data),
    };
    this.#events.push(event);
    for (const key of [type, "*"]) {
      for (const handler of [...(this.#handlers.get(key) ?? [])]) this.#deliver(handler, event);
    }
  }

  /** Calls `handler` for each event of the kind, or of every kind with `"*"`. Returns the unsubscription. */
  on(type: SimulatorEventType | "*" | (string & {}), handler: SimulatorEventHandler): () => void {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return () => {
      handlers.delete(handler);
    };
  }

  /** Forgets the events; the handlers stay. */
  clear(): void {
    this.#events = [];
  }

  /** As with a webhook, a receiver that fails does not undo what the service did: its error surfaces as an unhandled one. */
  #deliver(handler: SimulatorEventHandler, event: SimulatorEvent): void {
    try {
      handler(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
