/**
 * Runs 200,000 operations that create nothing lasting, and shows that memory and pace stay flat.
 *
 *     npm --prefix bench run soak
 */
import { performance } from "node:perf_hooks";
import process from "node:process";
import { heapUsed, SimulatorWorld } from "./simulator-world";

const OPERATIONS = Number(process.argv[2] ?? 200_000);
const TENTH = OPERATIONS / 10;

const kept = 1000;
const keep = {
  requests: kept,
  events: kept,
  messages: kept,
  ledgerEntries: kept,
  responses: kept,
  challenges: kept,
};
const world = await new SimulatorWorld({ keep }).open();
for (let count = 0; count < 500; count += 1) await world.transfer();
const first = world.customers[1] ?? { id: "", internal: "", external: "" };
const wallets = await world.call(
  "GET",
  `/customers/internal-accounts?customerId=${first.id}&type=EMBEDDED_WALLET`,
);
const wallet = wallets.data[0]?.id ?? "";
await world.call("PATCH", `/customers/${first.id}`, { email: "ada@example.com" });
const credential = await world.call("POST", "/auth/credentials", { type: "EMAIL_OTP", accountId: wallet });

const operations: (() => Promise<unknown>)[] = [
  () => world.call("POST", `/sandbox/internal-accounts/${first.internal}/fund`, { amount: 1 }),
  () => world.call("GET", "/transactions?limit=20&status=COMPLETED"),
  () => world.call("GET", `/customers/${first.id}`),
  () => world.call("PATCH", `/customers/${first.id}`, { fullName: "Ada Lovelace" }),
  () => world.call("POST", "/transfer-out", { source: {}, destination: {}, amount: 0 }),
  () => world.call("GET", `/receiver/external-account/${first.external}`),
  () => world.call("POST", `/auth/credentials/${credential.id}/challenge`),
  () => world.call("DELETE", `/auth/credentials/${credential.id}`),
  () => world.simulator.clock.advance("1s"),
];

const heaps: number[] = [];
let start = performance.now();
for (let count = 1; count <= OPERATIONS; count += 1) {
  await operations[count % operations.length]?.();
  if (count % TENTH !== 0) continue;
  const pace = ((performance.now() - start) * 1000) / TENTH;
  heaps.push(heapUsed());
  console.log(
    `${String(count).padStart(9)} operations   ${pace.toFixed(0).padStart(5)} us each   heap ${((heaps.at(-1) ?? 0) / 2 ** 20).toFixed(2)} MiB`,
  );
  start = performance.now();
}
const growth = (heaps.at(-1) ?? 0) / (heaps[0] ?? 1);
console.log(`nine times as many operations later the heap is ${growth.toFixed(3)} times as large`);
process.exitCode = growth < 1.05 ? 0 : 1;
