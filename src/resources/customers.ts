import { traced } from "../core/call-site";
import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions, UploadOptions } from "../core/types";
import { bulkImportAcceptedSchema, bulkImportJobSchema } from "../models/bulk-import";
import type { BulkImportAccepted, BulkImportJob } from "../models/bulk-import";
import { customerSchema, kycLinkSchema } from "../models/customer";
import type {
  Customer,
  CustomerCreateParams,
  CustomerListParams,
  CustomerUpdateParams,
  KycLink,
  KycLinkParams,
} from "../models/customer";
import type { CustomerId } from "../models/ids";
import type { UploadFile } from "../models/onboarding";
import { BULK_CUSTOMERS, CUSTOMERS } from "../operations/customers";
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
    const { upload: operation } = BULK_CUSTOMERS;
    const upload = uploadForm(operation.name, csv, ({ csvForm }, file, context) => csvForm(file, context));
    return this.call(operation, bulkImportAcceptedSchema, { upload, options });
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

/** The platform's customers: people and businesses. */
export class Customers extends Resource {
  /** Imports many customers at once. */
  readonly bulk: BulkCustomers;

  constructor(core: HttpCore) {
    super(core);
    this.bulk = new BulkCustomers(core);
  }

  /**
   * Registers a person or a business. The service creates the customer's internal accounts. If you omit
   * `platformCustomerId` or `umaAddress`, the service generates it.
   *
   * Not idempotent. A repeated call creates a second customer, or fails with 409 if an identifier is taken.
   *
   * @throws {BadRequestError} when a field is malformed, or when the currencies need separate customers (see `details`)
   * @throws {ConflictError} when an identifier is taken
   *
   * @example
   * ```ts
   * const customer = await payments.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada Lovelace" });
   * ```
   * @see POST /customers
   */
  async create(params: CustomerCreateParams, options?: RequestOptions): Promise<Customer> {
    return this.call(CUSTOMERS.create, customerSchema, { params, options });
  }

  /**
   * Finds the customer with your `platformCustomerId`, or creates it. If an earlier creation lost its response, this call finds
   * its customer. An existing customer keeps its fields, and the log names those that you gave otherwise. Each request has its own
   * `totalTimeout`.
   *
   * @throws {BadRequestError} when a field is malformed, or when the currencies need separate customers (see `details`)
   * @throws {ConflictError} when a deleted customer, or another identifier, takes the place
   *
   * @example
   * ```ts
   * const customer = await payments.customers.findOrCreate({
   *   customerType: "INDIVIDUAL",
   *   platformCustomerId: "user-1",
   *   fullName: "Ada Lovelace",
   * });
   * ```
   * @see POST /customers
   */
  async findOrCreate(
    given: CustomerCreateParams & { platformCustomerId: string },
    options?: RequestOptions,
  ): Promise<Customer> {
    return traced(async () => {
      // More rows may follow an empty page.
      const list = ({ platformCustomerId }: typeof given) => this.list({ platformCustomerId }, options);
      const create = (params: typeof given) => this.create(params, options);
      return this.findOrMake("customers.findOrCreate", ["platformCustomerId"], given, { list, create });
    });
  }

  /**
   * Reads a customer. A deleted customer has `isDeleted` true.
   *
   * @throws {NotFoundError} when the customer does not exist
   *
   * @example
   * ```ts
   * const { kycStatus } = await payments.customers.retrieve(customer.id);
   * ```
   * @see GET /customers/{customerId}
   */
  async retrieve(customerId: CustomerId, options?: RequestOptions): Promise<Customer> {
    return this.call(CUSTOMERS.retrieve, customerSchema, { id: customerId, options });
  }

  /**
   * Updates a customer. Changes only the fields that you pass. `currencies` replaces the whole list.
   * `customerType` is required and must match the customer. You cannot change the region. Repeating the call
   * has no further effect.
   *
   * @throws {BadRequestError} when a field is malformed, or when the currencies need separate customers (see `details`)
   * @throws {NotFoundError} when the customer does not exist
   *
   * @example
   * ```ts
   * await payments.customers.update(customer.id, { customerType: "INDIVIDUAL", email: "ada@example.com" });
   * ```
   * @see PATCH /customers/{customerId}
   */
  async update(
    customerId: CustomerId,
    params: CustomerUpdateParams,
    options?: RequestOptions,
  ): Promise<Customer> {
    return this.call(CUSTOMERS.update, customerSchema, { id: customerId, params, options });
  }

  /**
   * Lists customers. Pass `isIncludingDeleted` to include deleted ones. Filters combine with "and". The time
   * filters are inclusive.
   *
   * @example
   * ```ts
   * for await (const customer of payments.customers.list({ region: "US" })) {
   *   console.log(customer.platformCustomerId);
   * }
   * ```
   * @see GET /customers
   */
  list(params: CustomerListParams = {}, options?: ListOptions): Paginator<Customer> {
    return this.pages(CUSTOMERS.list, customerSchema, { params, options });
  }

  /**
   * Deletes a customer. The result has `isDeleted` true. You can still read the customer.
   *
   * @throws {NotFoundError} when the customer does not exist
   * @throws {ApiError} when the customer is already deleted (410, `CUSTOMER_DELETED`)
   *
   * @example
   * ```ts
   * await payments.customers.delete(customer.id);
   * ```
   * @see DELETE /customers/{customerId}
   */
  async delete(customerId: CustomerId, options?: RequestOptions): Promise<Customer> {
    return this.call(CUSTOMERS.delete, customerSchema, { id: customerId, options });
  }

  /**
   * Creates a link to a page where a customer verifies their identity.
   *
   * @throws {InvalidRequestError} when `platformCustomerId` is empty
   * @throws {NotFoundError} when no customer has this id
   *
   * @example
   * ```ts
   * const { kycUrl } = await payments.customers.kycLink({ platformCustomerId: customer.platformCustomerId });
   * ```
   * @see GET /customers/kyc-link
   */
  async kycLink(params: KycLinkParams, options?: RequestOptions): Promise<KycLink> {
    return this.call(CUSTOMERS.kycLink, kycLinkSchema, { params, options });
  }
}
