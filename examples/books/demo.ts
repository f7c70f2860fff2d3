/**
 * All of it in one command: PostgreSQL, the simulator with 3,000 events, two workers, a sweep and two reports.
 *
 *     npm run demo
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Processes } from "../postgres/processes";
import { Service } from "./service";

const service = new Service();
const processes = await Processes.start(new URL(".", import.meta.url), service.simulator, {
  BOOKS_PORT: "0",
  BOOKS_RATE: "400",
  BOOKS_SWEEP: "never",
  BOOKS_EXPIRE: "5",
  BOOKS_SUPERVISE: "1",
});

/** Runs a command and shows what it prints. */
async function show(file: string, ...args: string[]): Promise<void> {
  const options = args.length > 0 ? ["--", ...args] : [];
  console.log(`\n$ ${["npm run", file.replace(".ts", ""), ...options].join(" ")}`);
  await processes.run(file, args, true);
}

try {
  const made = `${await service.make(3000)} transactions and ${service.events.length} events`;
  console.log(`The service made ${made}. 5 % of them get lost, 5 % come twice.`);
  const [, inbox = ""] = await processes.start("endpoint.ts", /^inbox: (\S+)\n/m);
  await processes.startWorkers(2);
  const delivered = service.deliver([inbox], { lost: 0.05, doubled: 0.05 });
  await sleep(4000);
  console.log("A worker is killed.");
  processes.killWorker();
  await delivered;
  await show("status.ts", "--watch");
  console.log("\nEvents were lost, and the service has payments from before the books:");
  await show("reconcile.ts", "--out", "reports/before");
  await show("sweep.ts");
  await show("status.ts", "--watch");
  console.log("\nNobody lost money, but somebody funds an account, without a transaction:");
  await service.fund(50_000);
  await show("reconcile.ts", "--out", "reports/after");
  console.log("\nOpen both reconciliation.html in examples/books/reports, in before and after.");
} finally {
  await processes.stop();
}
