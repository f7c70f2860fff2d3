/**
 * Measures the cost of seeding, of an operation and of a page, and the memory of a transfer. Runs with 1,000, 10,000, 100,000 and
 * 1,000,000 transfers.
 *
 *     npm --prefix bench run simulator            # up to 1,000,000: a few minutes, 4 GB
 *     npm --prefix bench run simulator -- 100000
 */
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { Simulator } from "../src/simulator/index";
import type { Body } from "./simulator-world";
import { cost, heapUsed, SimulatorWorld } from "./simulator-world";

const most = Number(process.argv[2] ?? 1_000_000);
const sizes = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= most);
const PAGE = 100;
const RUNS = 10;
const BATCHES = 4;
/** The number of measured transfers. */
const OPERATIONS = 400;

const SEEDED = 50_000;

const seeding = await cost(1, () => {
  new Simulator({ now: "2026-01-01T00:00:00Z" }).seed({ customers: 100, transactions: SEEDED });
  return Promise.resolve();
});
console.log(`${String(SEEDED).padStart(9)} seeded transactions   ${seeding.toFixed(0)} ms`);

const world = await new SimulatorWorld().open();
const { customers } = world;
const customer = customers[8] ?? { id: "", internal: "", external: "" };
const startMs = world.simulator.clock.now();
const before = heapUsed();

const filters: Record<string, () => string> = {
  "no filter": () => "",
  "oldest first": () => "&sortOrder=asc",
  customerId: () => `&customerId=${customer.id}`,
  accountId: () => `&accountIdentifier=${customer.internal}`,
  senderAccountId: () => `&senderAccountIdentifier=${customer.external}`,
  "status (most)": () => "&status=COMPLETED",
  "status (few)": () => "&status=FAILED",
  type: () => "&type=OUTGOING",
  "startDate, endDate": () => {
    const quarter = (world.simulator.clock.now() - startMs) / 4;
    return `&startDate=${world.simulator.clock.iso(startMs + quarter)}&endDate=${world.simulator.clock.iso(startMs + 3 * quarter)}`;
  },
  "status and type": () => "&status=COMPLETED&type=OUTGOING",
  "customerId, status, type": () => `&customerId=${customer.id}&status=COMPLETED&type=INCOMING`,
};

/** A cursor in the middle of the list. It contains the time, the id and the order before the page. */
function middleOf(cursor: string): string {
  const [binding] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as string[];
  const at = Math.floor((startMs + world.simulator.clock.now()) / 2);
  return Buffer.from(JSON.stringify([binding, at, "Transaction:8", 0])).toString("base64url");
}

/** Milliseconds of a page. `perRow` is the slower of both, divided by its rows. */
interface Row {
  initial: number;
  first: number;
  middle: number;
  perRow: number;
}

/** The fastest of a few batches, because the others include garbage collections of the whole heap. */
async function costOfPage(get: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let batch = 0; batch < BATCHES; batch += 1) least = Math.min(least, await cost(RUNS, get));
  return least;
}

async function pagesOf(filter: string): Promise<Row> {
  const path = `/transactions?limit=${String(PAGE)}${filter}`;
  let page: Body | undefined;
  const get = async (address: string) => {
    page = await world.call("GET", address);
  };
  const initial = await cost(1, () => get(path));
  const cursor = page?.nextCursor;
  const first = await costOfPage(() => get(path));
  const firstRows = page?.data.length ?? 0;
  if (cursor === undefined) return { initial, first, middle: first, perRow: first / firstRows };
  const middle = await costOfPage(() => get(`${path}&cursor=${middleOf(cursor)}`));
  return { initial, first, middle, perRow: Math.max(first / firstRows, middle / (page?.data.length ?? 0)) };
}

const pages = new Map<number, Map<string, Row>>();
for (const size of sizes) {
  // The first transactions come from calls. The others are copies.
  if (pages.size === 0) while (world.transfers < size - OPERATIONS) await world.transfer();
  else world.growTo(size - OPERATIONS);
  const perOperation = await cost(OPERATIONS, () => world.transfer());
  const heap = (heapUsed() - before) / size;
  // Wait for the threads of the garbage collector, so that their processor time does not count for the pages.
  await pause(3000);
  const rows = new Map<string, Row>();
  for (const [name, filter] of Object.entries(filters)) rows.set(name, await pagesOf(filter()));
  pages.set(size, rows);
  console.log(
    `${String(size).padStart(9)} transfers   ${(perOperation * 1000).toFixed(0).padStart(5)} us a transfer   ${(heap / 1000).toFixed(2).padStart(6)} kB of heap a transfer`,
  );
  if (size > 100_000) continue;
  let bytes = 0;
  const saving = await cost(1, () => {
    bytes = world.simulator.snapshotText().length;
    return Promise.resolve();
  });
  console.log(`          state file: ${(bytes / 1e6).toFixed(1)} MB, written in ${saving.toFixed(0)} ms`);
}

const column = (row: Row | undefined) =>
  [row?.first, row?.middle].map((ms) => (ms ?? 0).toFixed(2).padStart(6)).join(" /");
console.log(
  `\nmilliseconds (processor time) of a page of ${String(PAGE)}: first / middle; ratio of the last to the first size, by row`,
);
console.log(
  ["filter".padEnd(26), ...sizes.map((size) => String(size).padStart(15)), "  ratio", "  very first"].join(
    "",
  ),
);
let worst = 0;
for (const name of Object.keys(filters)) {
  const rows = sizes.map((size) => pages.get(size)?.get(name));
  const [small, large] = [rows[0], rows.at(-1)];
  const ratio = (large?.perRow ?? 0) / (small?.perRow ?? 1);
  worst = Math.max(worst, ratio);
  console.log(
    [
      name.padEnd(26),
      ...rows.map((row) => column(row).padStart(15)),
      ratio.toFixed(2).padStart(7),
      (large?.initial ?? 0).toFixed(0).padStart(9),
      " ms",
    ].join(""),
  );
}
console.log(
  `\nthe worst page is ${worst.toFixed(2)} times as slow with ${String(sizes.at(-1))} transfers as with ${String(sizes[0])}`,
);
process.exitCode = worst <= 3 ? 0 : 1;
