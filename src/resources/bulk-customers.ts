import { traced } from "../core/call-site";
import type { RequestOptions, UploadOptions } from "../core/types";
import { bulkImportAcceptedSchema, bulkImportJobSchema } from "../models/bulk-import";
import type { BulkImportAccepted, BulkImportJob } from "../models/bulk-import";
import type { UploadFile } from "../models/upload";
import { BULK_CUSTOMERS } from "../operations/customers";
import { Resource } from "./resource";
import { uploadForm } from "./upload";
import type { WaitOptions } from "./wait-for";

/** Imports many customers at once. */
export class BulkCustomers extends Resource {
  /**
   * Uploads a CSV file of customers. The service imports them in the background. To wait for the end, use
   * `waitFor`.
   *
   * Not idempotent: a repeated call imports the file again.
   *
   * @param csv the content as text, or the file: a `Blob`, a `File`, bytes, a stream, or `{ path }` in Node, Bun and Deno
   * @throws {InvalidRequestError} when the file is empty, is not CSV or cannot be read
   *
   * @example
   * ```ts
   * const { jobId } = await payments.customers.bulk.upload({ path: "customers.csv" });
   * ```
   * @see POST /customers/bulk/csv
   */
  async upload(csv: string | UploadFile, options?: UploadOptions): Promise<BulkImportAccepted> {
    const { name } = BULK_CUSTOMERS.upload;
    return traced(BULK_CUSTOMERS.upload, async () => {
      const form = await uploadForm(name, options, ({ csvForm }, context) => csvForm(csv, context));
      return this.call(BULK_CUSTOMERS.upload, bulkImportAcceptedSchema, { form, options });
    });
  }

  /**
   * Reads the progress of an import. `errors` lists the customers that could not be created.
   *
   * @throws {NotFoundError} when the job does not exist
   *
   * @example
   * ```ts
   * const { status, progress } = await payments.customers.bulk.retrieve(job.jobId);
   * ```
   * @see GET /customers/bulk/jobs/{jobId}
   */
  async retrieve(jobId: string, options?: RequestOptions): Promise<BulkImportJob> {
    return this.call(BULK_CUSTOMERS.retrieve, bulkImportJobSchema, { id: jobId, options });
  }

  /**
   * Polls an import until its status is `COMPLETED` or `FAILED`, or until `until` returns true.
   *
   * @throws {TimeoutError} when the wait exceeds `totalTimeout`; the import continues
   *
   * @example
   * ```ts
   * const { errors } = await payments.customers.bulk.waitFor(job.jobId, {
   *   onProgress: ({ progress }) => console.log(`${progress.processed} of ${progress.total}`),
   * });
   * ```
   * @see GET /customers/bulk/jobs/{jobId}
   */
  async waitFor(jobId: string, options?: WaitOptions<BulkImportJob>): Promise<BulkImportJob> {
    return this.poll("customers.bulk.waitFor", (reading) => this.retrieve(jobId, reading), options);
  }
}
