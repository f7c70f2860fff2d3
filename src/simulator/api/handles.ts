import { addFault, clearFaults, listFaults } from "./faults";
import type { AddedFault } from "./faults";
import type { WebhookDelivery } from "../domain/deliveries";
import { setWebhookUrl, webhookUrl } from "../domain/platform";
import type { Host } from "./host";
import { parseDuration } from "../runtime/clock";
import type { SimulatorEvent, SimulatorEventType } from "../runtime/events";
import type { Fault } from "../runtime/fault";
import { httpAddress, requireValue } from "../runtime/options/reader";
import type { OutboxMessage } from "../runtime/outbox";

/** The time of the simulated service: `simulator.clock`. */
export interface SimulatorClock {
  /** The current instant, in milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** The current instant, or the given one (milliseconds), as ISO 8601 in UTC: at most the end of the year 9999. */
  iso(ms?: number): string;
  /**
   * Moves the clock forward. Runs all due work on the way, in order and at its own times.
   *
   * @param by milliseconds, or a string such as `"30s"`, `"6m"`, `"24h"`, `"1d"`
   * @throws {RangeError} when `by` is not a duration
   */
  advance(by: number | string): Promise<void>;
  /** Runs due work. Every request does this first. */
  runDue(): Promise<void>;
  /** Stops a clock that follows the real time. */
  stop(): void;
  /** Lets the clock follow the real time, from its current instant on. */
  resume(): void;
}

export const clockOf = (host: Host): SimulatorClock => ({
  now: () => host.world.clock.now(),
  iso: (ms) => host.world.clock.iso(ms),
  advance: (by) => Promise.resolve().then(() => host.scheduler.advance(parseDuration(by))),
  runDue: () => Promise.resolve().then(() => host.scheduler.runDue()),
  stop: () => host.world.clock.stop(),
  resume: () => {
    host.world.clock.resume();
    host.scheduler.setTimer();
  },
});

/** The events of the service: `simulator.events`. */
export interface SimulatorEvents {
  /** The newest events, oldest first (option `keep`). */
  readonly list: readonly SimulatorEvent[];
  /** The newest events of one type. */
  ofType(type: SimulatorEventType): SimulatorEvent[];
}

export const eventsOf = (host: Host): SimulatorEvents => ({
  get list() {
    return host.world.events.list;
  },
  ofType: (type) => host.world.events.list.filter((event) => event.type === type),
});

/** The e-mails with one-time codes: `simulator.outbox`. The sandbox sends none, and lists them. */
export interface SimulatorOutbox {
  /** The newest messages, oldest first (option `keep`). */
  readonly list: readonly OutboxMessage[];
  /** The newest message, or the newest one to the given address. */
  last(to?: string): OutboxMessage | undefined;
}

export const outboxOf = (host: Host): SimulatorOutbox => ({
  get list() {
    return host.world.outbox.list;
  },
  last: (to) => host.world.outbox.list.findLast((message) => to === undefined || message.to === to),
});

/** The deliveries of events to your endpoint: `simulator.webhooks`. */
export interface SimulatorWebhooks {
  /**
   * Your endpoint, or `undefined` for none. A new value counts from the next delivery on, also for retries.
   *
   * @throws {TypeError} when it is set to anything but an http or https address
   */
  url: string | undefined;
  /** The newest deliveries, in the order in which they ended (option `keep`). */
  readonly list: readonly WebhookDelivery[];
  /** Resolves when no delivery is running. Retries wait for the clock: see `nextAttemptAt`. */
  idle(): Promise<void>;
  /** Aborts running deliveries and drops scheduled retries. Later events are delivered again. */
  stop(): void;
}

export const webhooksOf = (host: Host): SimulatorWebhooks => ({
  get url() {
    return webhookUrl(host.world);
  },
  set url(url) {
    if (url !== undefined) requireValue(httpAddress, "webhooks.url", url);
    setWebhookUrl(host.world, url);
  },
  get list() {
    return host.deliveries.list;
  },
  idle: () => host.deliveries.idle(),
  stop: () => host.deliveries.stop(),
});

/** The faults: `simulator.faults`. The seed alone decides which calls a `rate` hits. */
export interface SimulatorFaults {
  /**
   * Adds a fault. If several match a call, the first one applies. Returns a function that removes it.
   *
   * @throws {TypeError} when a field is unknown, has a value of the wrong kind, or has no effect on this kind of fault
   * @throws {TypeError} when the simulator does not serve `operation`
   * @throws {RangeError} when a number is out of range
   * @example
   * ```ts
   * simulator.faults.add({ kind: "reset-after", operation: "quotes.execute", times: 1 });
   * ```
   */
  add(fault: Fault): () => void;
  /** The faults in the order of use, including used-up ones. */
  readonly list: readonly AddedFault[];
  /** Removes every fault. Afterwards, `rate` selects the same calls as at the start. */
  clear(): void;
}

export const faultsOf = (host: Host): SimulatorFaults => ({
  add: (fault) => {
    const { world } = host;
    const { id } = addFault(world, fault, host.service.routes);
    return () => {
      world.faults = world.faults.filter((other) => other.id !== id);
    };
  },
  get list() {
    return listFaults(host.world);
  },
  clear: () => clearFaults(host.world),
});
