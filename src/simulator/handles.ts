import { addFault, clearFaults, listFaults, removeFault } from "./api/faults";
import type { AddedFault } from "./api/faults";
import type { WebhookDelivery } from "./domain/deliveries";
import { setWebhookUrl, webhookUrl } from "./domain/platform";
import type { Host } from "./host";
import { parseDuration } from "./runtime/clock";
import type { SimulatorEvent, SimulatorEventType } from "./runtime/events";
import type { Fault } from "./runtime/fault";
import type { OutboxMessage } from "./runtime/outbox";

/** The time of the simulated service: `simulator.clock`. */
export interface SimulatorClock {
  /** The current instant, in milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** The current instant, or the given one (milliseconds), as ISO 8601 in UTC. */
  iso(ms?: number): string;
  /**
   * Moves the clock forward and runs, in order, everything that falls due on the way. Each task sees its own due time.
   *
   * @param by milliseconds, or a string such as `"30s"`, `"6m"`, `"24h"`, `"1d"`
   * @throws {RangeError} when `by` is not a duration
   */
  advance(by: number | string): Promise<void>;
  /** Runs what is due now. Every request does that first. */
  runDue(): Promise<void>;
}

/** The clock of whichever world the host has. */
export const clockOf = (host: Host): SimulatorClock => ({
  now: () => host.world.clock.now(),
  iso: (ms) => host.world.clock.iso(ms),
  advance: (by) =>
    Promise.resolve().then(() => {
      host.scheduler.advance(parseDuration(by));
    }),
  runDue: () =>
    Promise.resolve().then(() => {
      host.scheduler.runDue();
    }),
});

/** The events of the service: `simulator.events`. */
export interface SimulatorEvents {
  /** The newest events, oldest first (option `keep`). */
  readonly list: readonly SimulatorEvent[];
  /** Those of one kind. */
  ofType(type: SimulatorEventType | (string & {})): SimulatorEvent[];
}

/** The events of whichever world the host has. */
export const eventsOf = (host: Host): SimulatorEvents => ({
  get list() {
    return host.world.events.list;
  },
  ofType: (type) => host.world.events.list.filter((event) => event.type === type),
});

/** The e-mails with one-time codes: `simulator.outbox`. In sandbox none is sent. */
export interface SimulatorOutbox {
  /** The newest messages, oldest first (option `keep`). */
  readonly list: readonly OutboxMessage[];
  /** The newest message, or the newest one to the given address. */
  last(to?: string): OutboxMessage | undefined;
}

/** The e-mails of whichever world the host has. */
export const outboxOf = (host: Host): SimulatorOutbox => ({
  get list() {
    return host.world.outbox.list;
  },
  last: (to) => host.world.outbox.list.findLast((message) => to === undefined || message.to === to),
});

/** The deliveries of events to the platform's endpoint: `simulator.webhooks`. */
export interface SimulatorWebhooks {
  /**
   * The platform's endpoint; `undefined` for none. A new value holds from the next delivery on, retries included.
   *
   * @throws {TypeError} when it is set to anything but an http or https address
   */
  url: string | undefined;
  /** The newest deliveries (option `keep`), in the order in which they ended. */
  readonly list: readonly WebhookDelivery[];
  /** Resolves when no delivery is under way. Scheduled ones wait for the clock: see `nextAttemptAt`. */
  idle(): Promise<void>;
  /** Interrupts what is under way and drops what is scheduled. Later events are delivered again. */
  stop(): void;
}

/** The deliveries of whichever world the host has. */
export const webhooksOf = (host: Host): SimulatorWebhooks => ({
  get url() {
    return webhookUrl(host.world);
  },
  set url(url) {
    setWebhookUrl(host.world, url);
  },
  get list() {
    return host.deliveries.list;
  },
  idle: () => host.deliveries.idle(),
  stop: () => {
    host.deliveries.stop();
  },
});

/** The faults: `simulator.faults`. Which calls a `rate` hits depends on the seed alone. */
export interface SimulatorFaults {
  /**
   * Adds a fault. Of several that match a call, the first added strikes. Returns its removal.
   *
   * @throws {TypeError} when a field is unknown, has a value of the wrong kind, or has no effect on this kind of fault; when
   * `operation` names nothing that the simulator serves
   * @throws {RangeError} when a number is out of range
   * @example
   * ```ts
   * simulator.faults.add({ kind: "reset-after", operation: "quotes.execute", times: 1 });
   * ```
   */
  add(fault: Fault): () => void;
  /** The faults that were added and not removed, in the order in which they strike. Used-up ones are in it. */
  readonly list: readonly AddedFault[];
  /** Removes a fault of `list`. Nothing happens when it is gone. */
  remove(id: number): void;
  /** What a fault can name, such as `POST /quotes/{quoteId}/execute`. */
  readonly operations: readonly string[];
  /** Removes every fault and starts the seed's sequence again. */
  clear(): void;
}

/** The faults of whichever world the host has. */
export const faultsOf = (host: Host): SimulatorFaults => ({
  add: (fault) => {
    const id = addFault(host.world, fault, host.service.routes);
    return () => {
      removeFault(host.world, id);
    };
  },
  get list() {
    return listFaults(host.world);
  },
  remove: (id) => {
    removeFault(host.world, id);
  },
  get operations() {
    return host.service.routes.map(({ method, template }) => `${method} ${template}`);
  },
  clear: () => {
    clearFaults(host.world);
  },
});
