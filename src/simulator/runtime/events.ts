import type { WebhookEvent, WebhookEventType } from "../../models/event";

/** The kinds of event that the service reports. */
export type SimulatorEventType = WebhookEventType;

/**
 * One event, in the envelope of the contract's webhooks, on the simulator's clock. `data` is a copy of the resource as it
 * was at that moment.
 */
export type SimulatorEvent = WebhookEvent;

/** Called with each event, in order. What it throws surfaces as an unhandled error and undoes nothing. */
export type SimulatorEventHandler = (event: SimulatorEvent) => void;

/** Those who watch the events. */
export class EventHandlers {
  readonly #handlers = new Map<string, Set<SimulatorEventHandler>>();

  /** Calls `handler` for each event of a kind, or of every kind with `"*"`. Returns the unsubscription. */
  add(type: string, handler: SimulatorEventHandler): () => void {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return () => {
      handlers.delete(handler);
    };
  }

  notify(event: SimulatorEvent): void {
    for (const key of [event.type, "*"]) tell(this.#handlers.get(key) ?? [], event);
  }
}

/** Calls each handler. As with a webhook, a receiver that fails does not undo what the service did. */
export function tell<T>(handlers: Iterable<(value: T) => void>, value: T): void {
  for (const handler of [...handlers]) {
    try {
      handler(value);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
