import type PQueue from "p-queue";
import { integer } from "../options/kinds";
import type { Kinds } from "../options/kinds";

/** How many requests a client sends. Each attempt counts, retries included. */
export interface ClientLimits {
  /** How many requests may run at the same time. Default: any number. */
  concurrent?: number | undefined;
  /** How many requests may begin within any second. Default: any number. */
  perSecond?: number | undefined;
}

/** Known limits. The compiler keeps this list complete. */
export const LIMITS: Kinds<ClientLimits> = {
  concurrent: /* @__PURE__ */ integer(1),
  perSecond: /* @__PURE__ */ integer(1),
};

/** Gives places to requests, in the order in which they ask. */
export class Limiter {
  readonly #limits: ClientLimits;
  #queue: Promise<PQueue> | undefined;

  constructor(limits: ClientLimits) {
    this.#limits = limits;
  }

  /** Resolves when the request may begin, to the function that gives its place back. Rejects when the signal aborts. */
  async place(signal: AbortSignal): Promise<() => void> {
    this.#queue ??= this.#load();
    const queue = await this.#queue;
    return new Promise((resolve, reject) => {
      const occupy = () => new Promise<void>((release) => resolve(release));
      queue.add(occupy, { signal }).catch(reject);
    });
  }

  /** Loads the queue when it is first used: most clients have no limits (docs/decisions/0015-limits.md). */
  async #load(): Promise<PQueue> {
    const { concurrent = Infinity, perSecond } = this.#limits;
    const { default: Queue } = await import("p-queue");
    const rate = perSecond === undefined ? {} : { intervalCap: perSecond, interval: 1000, strict: true };
    return new Queue({ concurrency: concurrent, ...rate });
  }
}
