import { path } from "../core/path";
import type { RequestOptions } from "../core/types";
import { bulkImportAcceptedSchema, bulkImportJobSchema } from "../models/bulk-import";
import type { BulkImportAccepted, BulkImportJob } from "../models/bulk-import";
import { check, id, text } from "./checks";
import type { Check } from "./checks";
import { Resource } from "./resource";
import type { WaitOptions } from "./wait-for";

const csvFile: Check = (value) =>
  (value instanceof Blob ? value.size : text(value) === undefined)
    ? undefined
    : "must be CSV that is not empty: text, a Blob or a File";

/**
 * Imports of many customers at once.
 *
 * @see contract, POST /customers/bulk/csv
 */
export class BulkCustomers extends Resource {
  /**
   * Uploads a CSV file of customers. The service accepts it and works on it afterwards: see `waitFor`. Not idempotent: a
   * repeated call imports the file again.
   *
   * @param csv the content of the file; a `File` brings its name
   * @throws {InvalidRequestError} when it is empty
   *
   * @example
   * ```ts
   * import { readFile } from "node:fs/promises";
   *
   * const { jobId } = await payments.customers.bulk.upload(await readFile("customers.csv", "utf8"));
   * ```
   * @see contract, POST /customers/bulk/csv
   */
  async upload(csv: string | Blob, options?: RequestOptions): Promise<BulkImportAccepted> {
    const operation = "customers.bulk.upload";
    check(operation, { csv }, { csv: csvFile });
    const form = new FormData();
    const name = csv instanceof File ? csv.name : "customers.csv";
    form.append("file", new Blob([csv], { type: "text/csv" }), name);
    return this.request(
      { operation, method: "POST", path: "/customers/bulk/csv", form, schema: bulkImportAcceptedSchema },
      options,
    );
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
    return this.request(
      {
        operation: "customers.bulk.retrieve",
        path: path`/customers/bulk/jobs/${id("job", jobId)}`,
        schema: bulkImportJobSchema,
      },
      options,
    );
  }

  /**
   * Reads an import again and again until its status is `COMPLETED` or `FAILED`, or `until` says so.
   *
   * @throws {TimeoutError} when that takes longer than `timeout`; the import goes on all the same
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
