import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "./database";
import type { Processes } from "./processes";
import { ProgressLine } from "./progress-line";

/** How many workers run, and how often they and the database are killed. A long form sets it by variables. */
export interface Trouble {
  workers: number;
  workerKills: number;
  databaseKills: number;
}

export function troubleOf(byDefault: Trouble): Trouble {
  return {
    workers: Number(process.env["TEST_WORKERS"] ?? byDefault.workers),
    workerKills: Number(process.env["TEST_WORKER_KILLS"] ?? byDefault.workerKills),
    databaseKills: Number(process.env["TEST_DATABASE_KILLS"] ?? byDefault.databaseKills),
  };
}

/** What the tests of the examples share: processes, a folder for files, and statements that outlive a crash of the database. */
export class Harness {
  readonly processes: Processes;
  readonly #pool: Pool;
  readonly #folder: string;

  protected constructor(processes: Processes, pool: Pool, folder: string) {
    this.processes = processes;
    this.#pool = pool;
    this.#folder = folder;
    pool.on("error", () => {});
  }

  /** A temporary folder. */
  protected static async createFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), "example-test-"));
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
    for (let tries = 1; ; tries += 1) {
      try {
        return (await this.#pool.query<Row>(text, values)).rows;
      } catch (error) {
        if (tries === 40) throw error;
        await sleep(250);
      }
    }
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
   * Kills workers and the database on the way, at equal distances. Kills of the database are between those of the workers.
   *
   * @param reach resolves when this share of the way is done
   * @param crash kills the database, or another server that the workers need
   */
  async kill(
    { workerKills, databaseKills }: Trouble,
    reach: (share: number) => Promise<void>,
    crash: () => Promise<void> = async () => this.processes.postgres.crash(),
    workerFile?: string,
  ): Promise<void> {
    const spread = (count: number, first: number, isDatabase: boolean) =>
      Array.from({ length: count }, (_, index) => ({ share: (index + first) / count, isDatabase }));
    const kills = [...spread(workerKills, 0.5, false), ...spread(databaseKills, 0.6, true)];
    const progress = new ProgressLine(process.stderr);
    for (const { share, isDatabase } of kills.sort((a, b) => a.share - b.share)) {
      await reach(share);
      progress.show(share, isDatabase ? "a server is killed" : "a worker is killed");
      if (isDatabase) await crash();
      else this.processes.killWorker(workerFile);
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
