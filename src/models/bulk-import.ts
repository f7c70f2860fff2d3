import type { UploadFile } from "./upload";
import type { Nullish, Open } from "./open";
import { integer, list, object, optional, optionalText, record, text } from "./schema";

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

export const bulkImportAcceptedSchema = /* @__PURE__ */ object<BulkImportAccepted>({
  jobId: text,
  status: text,
});

const problemShape = {
  code: optionalText,
  message: optionalText,
  details: /* @__PURE__ */ optional(record),
};

export const bulkImportJobSchema = /* @__PURE__ */ object<BulkImportJob>({
  id: text,
  status: text,
  progress: /* @__PURE__ */ object<BulkImportProgress>({
    total: integer,
    processed: integer,
    successful: integer,
    failed: integer,
  }),
  errors: /* @__PURE__ */ optional(
    /* @__PURE__ */ list(
      /* @__PURE__ */ object<BulkImportError>({
        ...problemShape,
        correlationId: text,
        error: /* @__PURE__ */ optional(/* @__PURE__ */ object<BulkImportProblem>(problemShape)),
      }),
    ),
  ),
  completedAt: optionalText,
});
