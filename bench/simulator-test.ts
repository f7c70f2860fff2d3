/**
 * The CPU time of a test with the simulator: it creates one, creates a customer and pays them. Also the time of the import.
 *
 *     npm run build && node --import tsx bench/simulator-test.ts
 */
import { execFileSync } from "node:child_process";
import process from "node:process";
import { PaymentsClient } from "../src/index";
import { Simulator } from "../src/simulator/index";

const ROUNDS = 200;
const BATCHES = 7;
const IMPORTS = 11;

/** What one test does. The client's part is in the figure. */
async function payOneCustomer(): Promise<void> {
  const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
  const payments = new PaymentsClient(simulator.clientOptions());
  const customer = await payments.customers.create({ customerType: "INDIVIDUAL", currencies: ["USD"] });
  const { data } = await payments.internalAccounts.list({ customerId: customer.id, currency: "USD" });
  const [account] = data;
  if (account === undefined) throw new Error("the customer has no account in US dollars");
  await payments.sandbox.fund(account.id, { amount: 1000 });
  if (simulator.events.list.length === 0) throw new Error("the payment has no event");
}

async function batchMs(): Promise<number> {
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) await payOneCustomer();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / ROUNDS;
}

const median = (values: number[]): number =>
  values.sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN;

const batches: number[] = [];
await batchMs();
for (let batch = 0; batch < BATCHES; batch += 1) batches.push(await batchMs());
console.log(`create a simulator and pay one customer  ${median(batches).toFixed(2)} ms of CPU (at most 5)`);

// The built package, by its own name.
const program = `
  const start = performance.now();
  await import("payments-sdk/simulator");
  console.log(performance.now() - start);`;
const cwd = new URL("..", import.meta.url);
const imports = Array.from({ length: IMPORTS }, () =>
  Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" })),
);
console.log(`import payments-sdk/simulator            ${median(imports).toFixed(1)} ms (at most 60)`);
