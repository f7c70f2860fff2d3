import { get, post } from "../core/path";
import { one } from "../core/recognition";
import type { RequestOptions, UploadOptions } from "../core/types";
import { bulkImportJobSchema } from "../models/bulk-import";
import type { BulkImportAccepted, BulkImportJob } from "../models/bulk-import";
import { id } from "./checks";
import type { UploadFile } from "../models/upload";
import { bulkImportAccepted } from "./genuine";
import { Resource } from "./resource";
import { uploadForm } from "./upload";
import type { WaitOptions } from "./wait-for";

/** Imports of many customers at once. */
export class BulkCustomers extends Resource {
  /**
   * Uploads a CSV file of customers. The service accepts it and works on it afterwards: see `waitFor`. Not idempotent: a
   * repeated call imports the file again.
   *
   * @param csv the content as text, or the file: a `Blob` or `File`, bytes, a stream, or `{ path }` in Node, Bun and Deno; it is read whole
   * @throws {InvalidRequestError} when it is empty, is not CSV or cannot be read
   *
   * @example
   * ```ts
   * const { jobId } = await payments.customers.bulk.upload({ path: "customers.csv" });
   * ```
   * @see contract, POST /customers/bulk/csv
   */
  async upload(csv: string | UploadFile, options?: UploadOptions): Promise<BulkImportAccepted> {
    const operation = "customers.bulk.upload";
    return this.traced(operation, async () => {
      const form = await uploadForm(operation, options, ({ csvForm }, context) => csvForm(csv, context));
      return this.request(operation, post`/customers/bulk/csv`, {
        form,
        response: bulkImportAccepted,
        options,
      });
    });
  }

  /**
   * Reads how far an import is. Customers that could not be made are in `errors`.
   *
   * @throws {NotFoundError} when the job does not exist
   *
   * @example
   * ```ts
   * const { status, progress } = await payments.customers.bulk.retrieve(job.jobId);
   * ```
   * @see contract, GET /customers/bulk/jobs/{jobId}
   */
  async retrieve(jobId: string, options?: RequestOptions): Promise<BulkImportJob> {
    return this.request("customers.bulk.retrieve", get`/customers/bulk/jobs/${id("job", jobId)}`, {
      response: one(bulkImportJobSchema, { same: { id: jobId } }),
      options,
    });
  }

  /**
   * Reads an import again and again until its status is `COMPLETED` or `FAILED`, or `until` says so.
   *
   * @throws {TimeoutError} when that takes longer than `totalTimeout`; the import goes on all the same
   *
   * @example
   * ```ts
   * const { errors } = await payments.customers.bulk.waitFor(job.jobId, {
   *   onProgress: ({ progress }) => console.log(`${progress.processed} of ${progress.total}`),
   * });
   * ```
   * @see contract, GET /customers/bulk/jobs/{jobId}
   */
  async waitFor(jobId: string, options?: WaitOptions<BulkImportJob>): Promise<BulkImportJob> {
    return this.poll("customers.bulk.waitFor", (reading) => this.retrieve(jobId, reading), options);
  }
}
