/**
 * Reads 1,000,000 rows. Prints the heap after a garbage collection at every tenth, to show that memory does not grow.
 *
 *     npm --prefix bench run memory
 */
import process from "node:process";
import { connect, customers } from "./service";

const ROWS = 1_000_000;
const { gc } = globalThis;
if (gc === undefined) throw new Error("run with --expose-gc");

const heaps: number[] = [];
let row = 0;
for await (const _customer of connect(customers(ROWS)).customers.list()) {
  row += 1;
  if (row % (ROWS / 10) !== 0) continue;
  gc();
  const heap = process.memoryUsage().heapUsed;
  heaps.push(heap);
  console.log(
    `${String(row).padStart(9)} rows   heap ${(heap / 2 ** 20).toFixed(2)} MiB   ${(heap / (heaps[0] ?? heap)).toFixed(3)} of the first`,
  );
}

const growth = (heaps.at(-1) ?? 0) / (heaps[0] ?? 1);
console.log(`nine times as many rows later the heap is ${growth.toFixed(3)} times as large`);
process.exitCode = growth < 1.1 ? 0 : 1;
