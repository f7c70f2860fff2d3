import { getEventListeners } from "node:events";
import { connect, times } from "../connection";
import type { Phase } from "../phase";

/** Of twenty rows, these many come from an endless list, with and without a page ahead. The others come from short lists. */
const ENDLESS = 14;
const WITHOUT_PREFETCH = 3;
const PER_SHORT_LIST = 300;
const BEFORE_BREAK = 150;

async function take(rows: AsyncIterator<unknown>, count: number): Promise<void> {
  for (let taken = 0; taken < count; taken += 1) {
    if ((await rows.next()).done) throw new Error("the endless list has ended");
  }
}

/** Rows: two iterations over the whole phase, lists left early, and lists read to their end. */
export const rows: readonly Phase[] = [
  {
    name: "rows",
    operations: 1_000_000,
    async open() {
      const { payments, close } = await connect("platform");
      const { signal } = new AbortController();
      const endless = payments.customers.list({}, { signal })[Symbol.asyncIterator]();
      const unhurried = payments.customers.list({}, { signal, prefetch: 0 })[Symbol.asyncIterator]();
      const leave = async () => {
        let count = 0;
        for await (const _row of payments.customers.list({}, { signal })) {
          count += 1;
          if (count === BEFORE_BREAK) break;
        }
      };
      const walk = async () => {
        const all = await payments.customers.list({}, { signal, headers: { "x-soak": "short" } }).toArray();
        if (all.length !== PER_SHORT_LIST) throw new Error(`a list of ${all.length} rows`);
      };
      return {
        signals: [signal],
        async run(operations) {
          const twentieth = operations / 20;
          await take(endless, Math.round(ENDLESS * twentieth));
          await take(unhurried, Math.round(WITHOUT_PREFETCH * twentieth));
          const rest = (20 - ENDLESS - WITHOUT_PREFETCH) * twentieth;
          const lists = Math.max(2, Math.round(rest / ((BEFORE_BREAK + PER_SHORT_LIST) / 2)));
          await times(lists, (index) => (index % 2 === 0 ? leave() : walk()), 10);
        },
        async close() {
          await Promise.all([endless.return?.(), unhurried.return?.()]);
          return {
            ...(await close()),
            "listeners after return()": getEventListeners(signal, "abort").length,
          };
        },
      };
    },
  },
];
