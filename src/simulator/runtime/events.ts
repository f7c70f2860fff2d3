import type { WebhookEvent, WebhookEventType } from "../../models/event";
import type { VirtualClock } from "./clock";
import { Newest } from "./newest";
import type { SeededRandom } from "./random";
import { listOf } from "./saved";
import type { Stateful } from "./state";
import { requireFunction } from "./options/reader";

/** The kinds of event that the service reports. */
export type SimulatorEventType = WebhookEventType;

/**
 * One event, in the envelope of the contract's webhooks, on the simulator's clock. `data` is a copy of the resource as it
 * was at that moment.
 */
export type SimulatorEvent = WebhookEvent;

/** Called with each event, in order; what it throws surfaces as an unhandled error and undoes nothing. */
export type SimulatorEventHandler = (event: SimulatorEvent) => void;

/** Everything that the service would send as a webhook, in order. */
export class EventLog implements Stateful {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #handlers = new Map<string, Set<SimulatorEventHandler>>();
  readonly #events: Newest<SimulatorEvent>;

  constructor(clock: VirtualClock, random: SeededRandom, limit: number) {
    this.#events = new Newest(limit);
    this.#clock = clock;
    this.#random = random;
  }

  /** The newest events, oldest first (option `keep`). */
  get list(): readonly SimulatorEvent[] {
    return this.#events.list;
  }

  /** Those of one kind. */
  ofType(type: SimulatorEventType | (string & {})): SimulatorEvent[] {
    return this.list.filter((event) => event.type === type);
  }

  /** Records an event, tells the handlers and returns it. `data` is copied. */
  emit(type: SimulatorEventType | (string & {}), data: unknown): SimulatorEvent {
    const id = this.#random.id("Webhook");
    // The kind decides what the data are; that both belong together is the emitting module's promise.
    const event = { id, type, timestamp: this.#clock.iso(), data: structuredClone(data) } as SimulatorEvent;
    this.#events.push(event);
    for (const key of [type, "*"]) {
      for (const handler of [...(this.#handlers.get(key) ?? [])]) this.#tell(handler, event);
    }
    return event;
  }

  /** Calls `handler` for each event of the kind, or of every kind with `"*"`. Returns the unsubscription. */
  on(type: SimulatorEventType | "*" | (string & {}), handler: SimulatorEventHandler): () => void {
    requireFunction("handler", handler);
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return () => {
      handlers.delete(handler);
    };
  }

  /** Forgets the events; the handlers stay. */
  clear(): void {
    this.#events.clear();
  }

  /** For snapshots. */
  save(): unknown {
    return this.list;
  }

  /** For snapshots; no handler is told of the events. */
  load(saved: unknown): void {
    this.#events.replace(listOf(saved) as SimulatorEvent[]);
  }

  /** As with a webhook, a receiver that fails does not undo what the service did: its error surfaces as an unhandled one. */
  #tell(handler: SimulatorEventHandler, event: SimulatorEvent): void {
    try {
      handler(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
