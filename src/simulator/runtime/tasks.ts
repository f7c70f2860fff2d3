import type { VirtualClock } from "./clock";
import { entriesOf, numberOf, recordOf, textOf } from "./saved";
import type { Stateful } from "./state";

type Run = (data: unknown) => void | Promise<void>;

interface PendingTask {
  name: string;
  atMs: number;
  /** Plain data. */
  data: unknown;
}

/** Has a task run when the clock reaches `atMs`, with `data` (plain data). Returns the id for `Tasks.cancel`. */
export type Schedule<Data> = (atMs: number, data: Data) => string;

/**
 * What the service will do later on: named tasks with plain data, so that a snapshot can save what is still to come.
 *
 * @example
 * ```ts
 * const scheduleExpiry = tasks.define("quote.expire", ({ quoteId }: { quoteId: string }) => expire(quoteId));
 * quote.timer = scheduleExpiry(clock.now() + 300_000, { quoteId: quote.id });
 * tasks.cancel(quote.timer);
 * ```
 */
export class Tasks implements Stateful {
  readonly #clock: VirtualClock;
  readonly #runs = new Map<string, Run>();
  readonly #pending = new Map<string, { task: PendingTask; cancel: () => void }>();
  #count = 0;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  /**
   * Says what a task does. Everything that it needs is in its data: ids, not records.
   *
   * @throws {TypeError} when the name is taken.
   */
  define<Data>(name: string, run: (data: Data) => void | Promise<void>): Schedule<Data> {
    if (this.#runs.has(name)) throw new TypeError(`there is a task ${name} already`);
    // The data of a name are what its own scheduling put in.
    this.#runs.set(name, run as Run);
    return (atMs, data) => {
      this.#count += 1;
      const id = `task-${String(this.#count)}`;
      this.#add(id, { name, atMs, data });
      return id;
    };
  }

  /** Calls a task off; nothing happens when it has run, or for `undefined`. */
  cancel(id: string | undefined): void {
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || !pending) return;
    pending.cancel();
    this.#pending.delete(id);
  }

  /** Calls off every task of a name. */
  cancelAll(name: string): void {
    for (const [id, { task }] of this.#pending) if (task.name === name) this.cancel(id);
  }

  /** Forgets all tasks, and what they do. */
  reset(): void {
    for (const id of this.#pending.keys()) this.cancel(id);
    this.#runs.clear();
    this.#count = 0;
  }

  save(): unknown {
    return { count: this.#count, pending: [...this.#pending].map(([id, { task }]) => [id, task]) };
  }

  load(saved: unknown): void {
    const { count, pending } = recordOf(saved);
    for (const id of this.#pending.keys()) this.cancel(id);
    this.#count = numberOf(count);
    for (const [id, task] of entriesOf(pending)) {
      const { name, atMs, data } = recordOf(task);
      this.#add(id, { name: textOf(name), atMs: numberOf(atMs), data });
    }
  }

  #add(id: string, task: PendingTask): void {
    const run = this.#runs.get(task.name);
    if (!run) throw new TypeError(`the simulator has no task ${task.name}`);
    const cancel = this.#clock.schedule(task.atMs, () => {
      this.#pending.delete(id);
      return run(task.data);
    });
    this.#pending.set(id, { task, cancel });
  }
}
