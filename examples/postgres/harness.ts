import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Processes } from "./processes.js";
import { ProgressLine } from "./progress-line.js";
import { untilStarted } from "./repeat.js";

/** How many workers run, and how often they and the database are killed. A long form sets it by variables. */
export interface Trouble {
  workers: number;
  workerKills: number;
  databaseKills: number;
  /** How often the service cannot be reached for some seconds. Default 0. */
  serviceLosses?: number;
}

/** What a kill test does on the way, where it differs from the usual. */
interface Means {
  /** Kills the database, or another server that the workers need. */
  crash?: () => Promise<void>;
  /** Loses the service for some seconds. */
  lose?: () => Promise<void>;
  workerFile?: string;
}

export function troubleOf(byDefault: Trouble): Trouble {
  return {
    workers: Number(process.env["TEST_WORKERS"] ?? byDefault.workers),
    workerKills: Number(process.env["TEST_WORKER_KILLS"] ?? byDefault.workerKills),
    databaseKills: Number(process.env["TEST_DATABASE_KILLS"] ?? byDefault.databaseKills),
    serviceLosses: Number(process.env["TEST_SERVICE_LOSSES"] ?? byDefault.serviceLosses ?? 0),
  };
}

/** What the tests of the examples share: processes, a folder for files, and statements that outlive a crash of the database. */
export class Harness {
  readonly processes: Processes;
  readonly #pool: pg.Pool;
  readonly #folder = mkdtempSync(join(tmpdir(), "example-test-"));

  constructor(processes: Processes) {
    this.processes = processes;
    this.#pool = new pg.Pool({ connectionString: processes.postgres.url, max: 2 });
    this.#pool.on("error", () => {});
  }

  path(file: string): string {
    return join(this.#folder, file);
  }

  /** Runs a command that must succeed, and returns what it printed. */
  async run(file: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.processes.run(file, args);
    assert.equal(code, 0, `${file} ended with ${String(code)}: ${stdout}${stderr}`);
    return stdout;
  }

  /** While the database is down, it is asked again. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return untilStarted(async () => (await this.#pool.query<Row>(text, values)).rows);
  }

  /** Reads until the value is as expected, a bounded time. */
  async waitFor<T>(
    read: () => Promise<T>,
    isExpected: (value: T) => boolean,
    limitSeconds: number,
  ): Promise<void> {
    for (const deadlineMs = Date.now() + limitSeconds * 1000; ; await sleep(200)) {
      const value = await read();
      if (isExpected(value)) return;
      assert.ok(Date.now() < deadlineMs, `after ${limitSeconds} s: ${JSON.stringify(value)}`);
    }
  }

  /**
   * Kills workers and the database, and loses the service, on the way. Each kind comes at equal distances, between the others.
   *
   * @param reach resolves when this share of the way is done
   */
  async kill(
    { workerKills, databaseKills, serviceLosses = 0 }: Trouble,
    reach: (share: number) => Promise<void>,
    { crash = async () => this.processes.postgres.crash(), lose, workerFile }: Means = {},
  ): Promise<void> {
    const spread = (count: number, first: number, what: string, run?: () => unknown) =>
      Array.from({ length: count }, (_, index) => ({ share: (index + first) / count, what, run }));
    const events = [
      ...spread(workerKills, 0.5, "a worker is killed", () => {
        this.processes.killWorker(workerFile);
      }),
      ...spread(databaseKills, 0.6, "a server is killed", crash),
      ...spread(serviceLosses, 0.55, "the service is lost", lose),
    ];
    const progress = new ProgressLine(process.stderr);
    for (const { share, what, run } of events.sort((a, b) => a.share - b.share)) {
      await reach(share);
      progress.show(share, what);
      await run?.();
    }
  }

  /** SIGTERM ends a worker in order. */
  async stopWorkers(): Promise<void> {
    for (const code of await this.processes.stopWorkers())
      assert.equal(code, 0, "SIGTERM ends a worker in order");
  }

  async stop(): Promise<void> {
    await this.#pool.end();
    await this.processes.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
