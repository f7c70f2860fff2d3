import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Harness } from "../../postgres/harness";
import { Processes } from "../../postgres/processes";
import { Service } from "../service";

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
  /** Accounts with a different balance. */
  balances: string[];
  csv: string;
  html: string;
  progress: string;
}

/** The processes of the books, and the folder of their reports. */
export class BooksHarness extends Harness {
  readonly service: Service;

  private constructor(service: Service, processes: Processes) {
    super(processes);
    this.service = service;
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<BooksHarness> {
    const service = new Service();
    const folder = new URL("..", import.meta.url);
    const processes = await Processes.start(folder, service.simulator, { BOOKS_PORT: "0", ...settings });
    return new BooksHarness(service, processes);
  }

  async startInboxes(count: number): Promise<string[]> {
    const start = async () => this.processes.start("endpoint.ts", /^inbox: (\S+)\n/m);
    const started = await Promise.all(Array.from({ length: count }, start));
    return started.map(([, address = ""]) => address);
  }

  async counts(): Promise<Counts> {
    const [counts] = await this.query<Omit<Counts, "applied"> & { waiting: number }>(
      `select (select count(*)::integer from inbox) as received,
              (select count(*)::integer from inbox where applied_at is null) as waiting,
              (select count(*)::integer from transactions) as transactions,
              (select count(*)::integer from pgboss.job
                where name = 'sweep' and state in ('created', 'retry', 'active')) as sweeps`,
    );
    const { waiting, ...others } = counts ?? assert.fail("no counts");
    return { ...others, applied: others.received - waiting };
  }

  async until(holds: (counts: Counts) => boolean, limitSeconds: number): Promise<void> {
    await this.waitFor(() => this.counts(), holds, limitSeconds);
  }

  async reconcile(): Promise<Reconciled> {
    const { code, stdout, stderr } = await this.processes.run("reconcile.ts", ["--out", this.path("")]);
    assert.match(stdout, /^\d+ accounts\. /, stderr);
    const csv = await readFile(this.path("reconciliation.csv"), "utf8");
    const html = await readFile(this.path("reconciliation.html"), "utf8");
    const rows = csv.split("\r\n").slice(1, -1);
    const differing = rows.filter((row) => !row.endsWith(",agrees,")).map((row) => row.split(","));
    const transactionIds = differing.map(([, , , id = ""]) => id).filter((id) => id !== "");
    const balances = differing.filter(([, , , id]) => id === "").map(([account = ""]) => account);
    return {
      code,
      transactionIds: [...new Set(transactionIds)].sort(),
      balances,
      csv,
      html,
      progress: stderr,
    };
  }
}
