import { Service } from "./api/service";
import { WebhookSigner } from "./crypto/webhook-signature";
import { createWorld, stateOf } from "./domain/create-world";
import { Deliveries } from "./domain/deliveries";
import { Scheduler } from "./domain/scheduler";
import type { Outside, World } from "./domain/world";
import { EventHandlers } from "./runtime/events";
import type { ResolvedOptions } from "./runtime/options";
import { readSnapshot, writeSnapshot } from "./runtime/snapshot";

/** One world at a time, and what runs it: its clock's tasks, its deliveries, its service. A reset replaces the world. */
export class Host {
  /** What each world begins with. */
  readonly options: ResolvedOptions;
  /** Those who watch the events. They stay when the world is replaced. */
  readonly handlers = new EventHandlers();
  /** Signs the deliveries. */
  readonly signer: WebhookSigner;
  /** Serves the present world. */
  readonly service: Service;
  /** The present world. */
  world: World;
  /** Runs the tasks of the present world. */
  scheduler: Scheduler;
  /** Delivers the events of the present world. */
  deliveries: Deliveries;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.signer = new WebhookSigner(options);
    this.world = createWorld(options, this.#outside());
    this.scheduler = new Scheduler(this.world);
    this.deliveries = new Deliveries(this.world, this.signer);
    this.service = new Service(this);
  }

  /** Starts over from the options. */
  reset(): void {
    this.#open(createWorld(this.options, this.#outside()));
  }

  /** The JSON of a snapshot. */
  save(): string {
    const { clock, platformId } = this.world;
    const { environment, seed } = this.options;
    return writeSnapshot({ environment, seed, platformId }, clock.iso(), stateOf(this.world));
  }

  /**
   * Goes on where a snapshot was taken.
   *
   * @throws {TypeError} when it is not a snapshot of such a simulator, or is damaged. Then nothing has changed
   */
  restore(snapshot: unknown): void {
    const { environment, seed } = this.options;
    const saved = readSnapshot(snapshot, { environment, seed, platformId: this.world.platformId });
    let world: World;
    try {
      // Records change in place, and the snapshot stays the caller's.
      world = createWorld(this.options, this.#outside(), structuredClone(saved));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TypeError(`the snapshot is damaged: ${reason}`, { cause: error });
    }
    this.#open(world);
  }

  #open(world: World): void {
    this.scheduler.stop();
    this.deliveries.stop();
    this.world = world;
    this.scheduler = new Scheduler(world);
    this.deliveries = new Deliveries(world, this.signer);
    this.service.startOver();
    this.deliveries.resume();
    this.scheduler.setTimer();
  }

  #outside(): Outside {
    return {
      announce: (event) => {
        this.handlers.notify(event);
        this.deliveries.announce(event);
      },
      deliver: (attempt) => {
        this.deliveries.deliver(attempt);
      },
      resultOf: (eventId) => this.deliveries.resultOf(eventId),
      scheduled: () => {
        this.scheduler.setTimer();
      },
    };
  }
}
