import assert from "node:assert/strict";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Processes } from "../../postgres/processes";
import { startInbox, startProcesses } from "../processes";

/** What a test reads of the database. */
export interface Counts {
  received: number;
  applied: number;
  transactions: number;
  sweeps: number;
}

/** What `npm run reconcile` wrote and printed. */
export interface Reconciled {
  code: number | null;
  /** Ids of transactions that differ, in order. */
  transactionIds: string[];
  /** Accounts whose balance differs. */
  balances: string[];
  csv: string;
  html: string;
  progress: string;
}

/** PostgreSQL, the simulator and a folder for reports. */
export class Harness {
  readonly processes: Processes;
  readonly #folder: string;
  readonly #pool: pg.Pool;

  private constructor(processes: Processes, folder: string) {
    this.processes = processes;
    this.#folder = folder;
    this.#pool = new pg.Pool({ connectionString: processes.postgres.url, max: 2 });
    this.#pool.on("error", () => {});
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<Harness> {
    return new Harness(await startProcesses(settings), await mkdtemp(join(tmpdir(), "books-test-")));
  }

  async startInboxes(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => startInbox(this.processes)));
  }

  /** Runs a command that must succeed. */
  async run(file: string): Promise<string> {
    const { code, stdout, stderr } = await this.processes.run(file);
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

  async counts(): Promise<Counts> {
    const [counts] = await this.query<Counts>(
      `select (select count(*)::integer from inbox) as received,
              (select count(applied_at)::integer from inbox) as applied,
              (select count(*)::integer from transactions) as transactions,
              (select count(*)::integer from pgboss.job
                where name = 'sweep' and state in ('created', 'retry', 'active')) as sweeps`,
    );
    return counts ?? assert.fail("no counts");
  }

  /** Waits for a state, a bounded time. */
  async until(holds: (counts: Counts) => boolean, limitSeconds: number): Promise<void> {
    for (const deadlineMs = Date.now() + limitSeconds * 1000; ; await sleep(200)) {
      const counts = await this.counts();
      if (holds(counts)) return;
      assert.ok(Date.now() < deadlineMs, `after ${limitSeconds} s: ${JSON.stringify(counts)}`);
    }
  }

  async reconcile(): Promise<Reconciled> {
    const { code, stdout, stderr } = await this.processes.run("reconcile.ts", ["--out", this.#folder]);
    assert.match(stdout, /\d+ accounts, \d+ differences/, stderr);
    const csv = await readFile(join(this.#folder, "reconciliation.csv"), "utf8");
    const html = await readFile(join(this.#folder, "reconciliation.html"), "utf8");
    const rows = csv.split("\r\n").slice(1, -1);
    const differing = rows.filter((row) => !row.endsWith(",agrees")).map((row) => row.split(","));
    const transactionIds = differing.map(([, , id = ""]) => id).filter((id) => id !== "");
    const balances = differing.filter(([, , id]) => id === "").map(([account = ""]) => account);
    return {
      code,
      transactionIds: [...new Set(transactionIds)].sort(),
      balances,
      csv,
      html,
      progress: stderr,
    };
  }

  async stop(): Promise<void> {
    await this.#pool.end();
    await this.processes.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
