import type { UploadFile } from "./onboarding";
import type { Nullish, Open } from "./open";
import { exactInteger, list, model, nullish, nullishString, record, string } from "./schema";

/** The form of `customers.bulk.upload`. */
export interface CustomersFile {
  /** A CSV file with one customer in each row. */
  file: UploadFile;
}

/** An import that the service accepted and has not finished. */
export interface BulkImportAccepted {
  /** Pass it to `customers.bulk.retrieve` or `customers.bulk.waitFor`. */
  jobId: string;
  status: Open<"PENDING" | "PROCESSING">;
}

/** The progress of an import, counted in customers. */
export interface BulkImportProgress {
  total: number;
  processed: number;
  successful: number;
  failed: number;
}

/** A problem with one customer of an import. */
export interface BulkImportProblem {
  code?: Nullish<string>;
  message?: Nullish<string>;
  details?: Nullish<Record<string, unknown>>;
}

/** A customer that an import could not create. */
export interface BulkImportError extends BulkImportProblem {
  /** Identifies the row of the file. */
  correlationId: string;
  /** The problem, if the service sends it nested. */
  // April: absent
  error?: Nullish<BulkImportProblem>;
}

/** An import of many customers at once. */
export interface BulkImportJob {
  id: string;
  status: Open<"PENDING" | "PROCESSING" | "COMPLETED" | "FAILED">;
  progress: BulkImportProgress;
  errors?: Nullish<BulkImportError[]>;
  /** ISO 8601 date-time in UTC. */
  completedAt?: Nullish<string>;
}

export const bulkImportAcceptedSchema = /* @__PURE__ */ model<BulkImportAccepted>({
  jobId: string,
  status: string,
});

const problemShape = {
  code: nullishString,
  message: nullishString,
  details: /* @__PURE__ */ nullish(record),
};

export const bulkImportJobSchema = /* @__PURE__ */ model<BulkImportJob>({
  id: string,
  status: string,
  progress: /* @__PURE__ */ model<BulkImportProgress>({
    total: exactInteger,
    processed: exactInteger,
    successful: exactInteger,
    failed: exactInteger,
  }),
  errors: /* @__PURE__ */ nullish(
    /* @__PURE__ */ list(
      /* @__PURE__ */ model<BulkImportError>({
        ...problemShape,
        correlationId: string,
        error: /* @__PURE__ */ nullish(/* @__PURE__ */ model<BulkImportProblem>(problemShape)),
      }),
    ),
  ),
  completedAt: nullishString,
});
