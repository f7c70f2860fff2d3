import type { VirtualClock } from "../runtime/clock";
import type { EventLog } from "../runtime/events";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import type { Schedule, Tasks } from "../runtime/tasks";
import type { Customers, NewCustomer } from "./customers";
import { Problem } from "./problem";
import type { ProblemBody } from "./problem";
import { Store } from "./store";

/** One row of an import: the customer to be created, or why there is none. */
export interface ImportRow {
  /** Its number in the file; the header is row 1. */
  row: number;
  /** The `platformCustomerId`, or the number of a row without one. */
  correlationId: string;
  content: { customer: NewCustomer } | { problem: ProblemBody };
}

/** A row that became no customer (contract, BulkCustomerImportErrorEntry). */
interface ImportError {
  correlationId: string;
  code: string;
  message: string;
  details: Record<string, unknown>;
}

export interface BulkImportRecord {
  id: `BulkCustomerImportJob:${string}`;
  status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
  startedAtMs: number;
  total: number;
  processed: number;
  /** The rows that wait. */
  rows: ImportRow[];
  errors: ImportError[];
  completedAt?: string;
}

interface Collaborators {
  state: WorldState;
  tasks: Tasks;
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  customers: Customers;
  options: Pick<ResolvedOptions, "bulkImportRowsPerSecond">;
}

/** Imports of many customers, row by row as the clock moves on. */
export class BulkImports extends Store<BulkImportRecord> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #events: EventLog;
  readonly #customers: Customers;
  readonly #rowsPerSecond: number;
  readonly #scheduleRow: Schedule<{ jobId: string }>;

  constructor({ state, tasks, clock, random, events, customers, options }: Collaborators) {
    super("BulkCustomerImportJob", state);
    this.#clock = clock;
    this.#random = random;
    this.#events = events;
    this.#customers = customers;
    this.#rowsPerSecond = options.bulkImportRowsPerSecond;
    this.#scheduleRow = tasks.define("bulk-import.row", ({ jobId }) => {
      this.#processNext(jobId);
    });
  }

  /** Accepts an import of at least one row; its first row is processed when the clock has moved on. */
  start(rows: ImportRow[]): BulkImportRecord {
    const job: BulkImportRecord = {
      id: this.#random.id("BulkCustomerImportJob"),
      status: "PENDING",
      startedAtMs: this.#clock.now(),
      total: rows.length,
      processed: 0,
      rows,
      errors: [],
    };
    this.set(job.id, job);
    this.#scheduleNext(job);
    return job;
  }

  /** The job as responses and events show it (contract, BulkCustomerImportJob). */
  view({ id, status, total, processed, errors, completedAt }: BulkImportRecord) {
    const failed = errors.length;
    return present({
      id,
      status,
      progress: { total, processed, successful: processed - failed, failed },
      errors: failed === 0 ? undefined : errors,
      completedAt,
    });
  }

  #scheduleNext({ id, startedAtMs, processed }: BulkImportRecord): void {
    const dueMs = startedAtMs + Math.ceil(((processed + 1) * 1000) / this.#rowsPerSecond);
    this.#scheduleRow(dueMs, { jobId: id });
  }

  #processNext(id: string): void {
    const job = this.get(id);
    const row = job.rows.shift();
    if (row === undefined) return;
    job.status = "PROCESSING";
    job.processed += 1;
    const problem = this.#create(row.content);
    if (problem) {
      const { code, message, details } = problem;
      job.errors.push({
        correlationId: row.correlationId,
        code,
        message,
        details: { row: row.row, ...details },
      });
    }
    if (job.rows.length > 0) {
      this.#scheduleNext(job);
      return;
    }
    job.status = job.errors.length < job.total ? "COMPLETED" : "FAILED";
    job.completedAt = this.#clock.iso();
    this.#events.emit(`BULK_UPLOAD.${job.status}`, this.view(job));
  }

  /** Why there is no customer, if there is none: an identifier or address may have been taken since the upload. */
  #create(content: ImportRow["content"]): ProblemBody | undefined {
    if ("problem" in content) return content.problem;
    try {
      this.#customers.create(content.customer);
      return undefined;
    } catch (error) {
      if (error instanceof Problem) return error.body;
      throw error;
    }
  }
}
