/**
 * Walks 20,000 rows at 10 ms a page, beside a bare loop of as many waits of 10 ms: once with a consumer that takes what comes,
 * once with one that works for 10 ms on each page and so should wait for the first page only.
 *
 *     npm --prefix bench run pages
 */
import process from "node:process";
import { connect, customers, PAGE, wait } from "./service";

const ROWS = 20_000;
const PAGE_MS = 10;

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The list's own time, as this machine's timers give it. */
const bare = () =>
  milliseconds(async () => {
    for (let page = 0; page < ROWS / PAGE; page += 1) await wait(PAGE_MS);
  });

const walk = (consumerMs: number, prefetch: 0 | 1) =>
  milliseconds(async () => {
    let seen = 0;
    for await (const _customer of connect(customers(ROWS, () => wait(PAGE_MS))).customers.list(
      {},
      { prefetch },
    )) {
      seen += 1;
      if (consumerMs > 0 && seen % PAGE === 0) await wait(consumerMs);
    }
  });

// Together, so that what else the machine does touches both alike.
const [alone, walked, slow, unprefetched] = await Promise.all([
  bare(),
  walk(0, 1),
  walk(PAGE_MS, 1),
  walk(PAGE_MS, 0),
]);
const report = (what: string, time: number) =>
  console.log(`${what.padEnd(58)} ${(time / alone).toFixed(3)} x`);
report("a bare loop of the same waits", alone);
report("walking the list", walked);
report("walking it with a consumer as slow as a page", slow);
report("the same with `prefetch: 0`: every page is waited for", unprefetched);
process.exitCode = walked / alone <= 1.05 ? 0 : 1;
