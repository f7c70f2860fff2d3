import { environmentVariable } from "../../options/environment";
import { Service } from "./service";
import { createWorld, stateOf } from "../domain/create-world";
import { Deliveries } from "../domain/deliveries";
import { Scheduler } from "../domain/scheduler";
import type { Outside, World } from "../domain/world";
import { EventHandlers } from "../runtime/events";
import type { ResolvedOptions } from "../runtime/options";
import { readSnapshot, writeSnapshot } from "../runtime/snapshot";

let hasWarned = false;

/** Warns once in a program that runs in production, where payments in memory would reach nobody. */
function warnInProduction(): void {
  if (hasWarned || environmentVariable("NODE_ENV") !== "production") return;
  hasWarned = true;
  const log: Pick<Console, "warn"> = console;
  log.warn("payments-sdk simulator: NODE_ENV is production, and the simulator pays nobody");
}

/** Holds the world and runs its tasks, deliveries and API. `reset` and `restore` replace the world. */
export class Host {
  /** The same for every world. */
  readonly options: ResolvedOptions;
  /** Kept when the world is replaced. */
  readonly handlers = new EventHandlers();
  /** Called after a change by the page or the admin API. No request tells of it. */
  onControl: () => void = () => undefined;
  readonly service: Service;
  world: World;
  scheduler: Scheduler;
  deliveries: Deliveries;

  constructor(options: ResolvedOptions) {
    this.options = options;
    warnInProduction();
    this.world = createWorld(options, this.#outside());
    this.scheduler = new Scheduler(this.world);
    this.deliveries = new Deliveries(this.world);
    this.service = new Service(this);
  }

  /** Starts again from the options. */
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
   * Replaces the world with a saved one.
   *
   * @throws {TypeError} when the snapshot does not fit the options or is damaged. Nothing changes then
   */
  restore(snapshot: unknown): void {
    const { environment, seed } = this.options;
    const saved = readSnapshot(snapshot, { environment, seed, platformId: this.world.platformId });
    let world: World;
    try {
      // Copies the records, because they change in place and the caller keeps the snapshot.
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
    this.deliveries = new Deliveries(world);
    this.service.startOver();
    this.deliveries.resume();
    this.scheduler.setTimer();
  }

  #outside(): Outside {
    const outside: Outside = {
      announce: (event) => {
        // A callback may still use an old world.
        if (this.world.outside !== outside) return;
        this.handlers.notify(event);
        this.deliveries.announce(event);
      },
      deliver: (attempt) => this.deliveries.deliver(attempt),
      test: (event) => this.deliveries.test(event),
      scheduled: () => this.scheduler.setTimer(),
    };
    return outside;
  }
}
