/**
 * Measures how many payouts 1, 2 and 4 workers make in one second with each engine, without a limit of the rate. All payees have
 * accounts before. Beside it stands the bare engine: the same adapter with a job that makes the HTTP request and nothing else.
 * Prints the table of the README. NATS needs the command `nats-server`.
 *
 *     npm run figures [-- --payouts 400]
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printHead, printRow } from "../../postgres/throughput";
import { createDatabase } from "../database";
import { Processes } from "../../postgres/processes";
import { createSimulator, sampleFile } from "../sample";
import { NatsServers } from "./nats-servers";

const { values } = parseArgs({ options: { payouts: { type: "string", default: "400" } } });
const payouts = Number(values.payouts);
const folder = await mkdtemp(join(tmpdir(), "payouts-"));
const file = join(folder, "payouts.csv");
// Each payout is paid at once.
await writeFile(file, sampleFile(payouts, "Figures").replaceAll(/00[35],021000021/g, "300,021000021"));

/** @param name of the engine */
async function measure(name: string, worker: string, settings = {}): Promise<void> {
  const simulator = await createSimulator();
  let times: number[] = [];
  simulator.onExchange(({ operation }) => void (operation === "transfers.out" && times.push(Date.now())));
  const rate = { PAYOUTS_RATE: "100000", PAYOUTS_SUPERVISE: "1" };
  const processes = await Processes.start(new URL("..", import.meta.url), simulator, {
    ...rate,
    ...settings,
  });
  const database = await createDatabase(processes.postgres.url).open({ withQueues: false });

  /** Starts the workers, then enqueues, and waits for the requests. */
  async function run(count: number, what: string, workerFile: string): Promise<void> {
    times = [];
    await processes.startWorkers(count, workerFile);
    const { code, stderr } = await processes.run("enqueue.ts", [file, "--batch", what]);
    if (code !== 0) throw new Error(stderr);
    while (times.length < payouts) await sleep(50);
    await processes.stopWorkers();
    // The bare engine records nothing. No later run may find its rows.
    await database.pool.query("delete from payouts");
  }

  try {
    await run(2, "accounts", worker);
    for (const count of [1, 2, 4]) {
      for (const [what, workerFile] of [
        ["payouts", worker],
        ["bare engine", "test/bare-worker.ts"],
      ] as const) {
        await run(count, `${what} ${count}`, workerFile);
        printRow(
          `${name}, ${count} ${count === 1 ? "worker" : "workers"}: ${what}`,
          times.length,
          Math.min(...times),
          Math.max(...times),
        );
      }
    }
  } finally {
    await database.close();
    await processes.stop();
  }
}

try {
  printHead();
  await measure("pg-boss", "worker.ts");
  if (spawnSync("nats-server", ["--version"]).error === undefined) {
    const servers = await NatsServers.start();
    await measure("NATS", "nats-worker.ts", { NATS_SERVERS: servers.addresses });
    await servers.stop();
  } else console.log("\nNATS was left out: the command nats-server is missing");
} finally {
  await rm(folder, { recursive: true });
}
