import { present } from "../runtime/present";
import { createCustomer } from "./customers";
import { emit } from "./emit";
import { Problem } from "./problem";
import type { ProblemBody } from "./problem";
import type { BulkImportRecord, ImportRow } from "./records/onboarding";
import { later } from "./schedule";
import type { World } from "./world";

/** Accepts an import of at least one row. Each row is processed when the clock has moved on. */
export function startBulkImport(world: World, rows: ImportRow[]): BulkImportRecord {
  const job: BulkImportRecord = {
    id: world.random.id("BulkCustomerImportJob"),
    status: "PENDING",
    startedAtMs: world.clock.now(),
    total: rows.length,
    processed: 0,
    rows,
    errors: [],
  };
  world.bulkImports.add(job);
  scheduleRow(world, job);
  return job;
}

/** The job as responses and events show it (contract, BulkCustomerImportJob). */
export function bulkImportView(job: BulkImportRecord) {
  const { id, status, total, processed, errors, completedAt } = job;
  const failed = errors.length;
  return present({
    id,
    status,
    progress: { total, processed, successful: processed - failed, failed },
    errors: failed === 0 ? undefined : errors,
    completedAt,
  });
}

function scheduleRow(world: World, { id, startedAtMs, processed }: BulkImportRecord): void {
  const dueMs = startedAtMs + Math.ceil(((processed + 1) * 1000) / world.options.bulkImportRowsPerSecond);
  later(world, dueMs, "bulk-import.row", { jobId: id });
}

/** Processes the next row of an import. */
export function importRow(world: World, jobId: string): void {
  const job = world.bulkImports.get(jobId);
  const row = job.rows.shift();
  if (row === undefined) return;
  job.status = "PROCESSING";
  job.processed += 1;
  const problem = create(world, row.content);
  if (problem) {
    const { code, message, details } = problem;
    const { correlationId } = row;
    job.errors.push({ correlationId, code, message, details: { row: row.row, ...details } });
  }
  if (job.rows.length > 0) {
    scheduleRow(world, job);
    return;
  }
  job.status = job.errors.length < job.total ? "COMPLETED" : "FAILED";
  job.completedAt = world.clock.iso();
  emit(world, `BULK_UPLOAD.${job.status}`, bulkImportView(job));
}

/** Why there is no customer, if there is none: an identifier or address may have been taken since the upload. */
function create(world: World, content: ImportRow["content"]): ProblemBody | undefined {
  if ("problem" in content) return content.problem;
  try {
    createCustomer(world, content.customer);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.body;
    throw error;
  }
}
