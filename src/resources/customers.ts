import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { get, patch, post, remove } from "../core/path";
import { one } from "../core/recognition";
import type { ListOptions, RequestOptions } from "../core/types";
import { kycLinkSchema } from "../models/customer";
import type {
  Customer,
  CustomerCreateParams,
  CustomerListParams,
  CustomerUpdateParams,
  KycLink,
  KycLinkParams,
} from "../models/customer";
import type { CustomerId } from "../models/ids";
import { BulkCustomers } from "./bulk-customers";
import { id, text } from "./checks";
import { customer, customerPage, valuesAt } from "./genuine";
import { Resource } from "./resource";

/** The platform's customers: persons and businesses. */
export class Customers extends Resource {
  /** Imports of many customers at once. */
  readonly bulk: BulkCustomers;

  constructor(core: HttpCore) {
    super(core);
    this.bulk = new BulkCustomers(core);
  }

  /**
   * Registers a person or a business. The service makes the customer's internal accounts. It generates
   * `platformCustomerId` and `umaAddress` where they are left out. Not idempotent: a repeated call makes a second
   * customer, or fails with 409 where an identifier is taken.
   *
   * @throws {BadRequestError} when a field is malformed, or when the currencies need separate customers (see `details`)
   * @throws {ConflictError} when an identifier is taken
   *
   * @example
   * ```ts
   * const customer = await payments.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada Lovelace" });
   * ```
   * @see specification, POST /customers
   */
  async create(params: CustomerCreateParams, options?: RequestOptions): Promise<Customer> {
    return this.request("customers.create", post`/customers`, {
      body: params,
      response: customer(valuesAt(params, "platformCustomerId")),
      options,
    });
  }

  /**
   * Reads a customer. A deleted one has `isDeleted` true.
   *
   * @throws {NotFoundError} when the customer does not exist
   *
   * @example
   * ```ts
   * const { kycStatus } = await payments.customers.retrieve(customer.id);
   * ```
   * @see specification, GET /customers/{customerId}
   */
  async retrieve(customerId: CustomerId, options?: RequestOptions): Promise<Customer> {
    return this.request("customers.retrieve", get`/customers/${id("Customer", customerId)}`, {
      response: customer({ id: customerId }),
      options,
    });
  }

  /**
   * Changes the fields given, and no others. `currencies` replaces the whole list. `customerType` is always sent and
   * must be the customer's own; the region cannot be changed. Repeating the call has no further effect.
   *
   * @throws {BadRequestError} when a field is malformed, or when the currencies need separate customers (see `details`)
   * @throws {NotFoundError} when the customer does not exist
   *
   * @example
   * ```ts
   * await payments.customers.update(customer.id, { customerType: "INDIVIDUAL", email: "ada@example.com" });
   * ```
   * @see specification, PATCH /customers/{customerId}
   */
  async update(
    customerId: CustomerId,
    params: CustomerUpdateParams,
    options?: RequestOptions,
  ): Promise<Customer> {
    return this.request("customers.update", patch`/customers/${id("Customer", customerId)}`, {
      body: params,
      response: customer({ id: customerId }),
      options,
    });
  }

  /**
   * Lists customers; deleted ones only with `isIncludingDeleted`. Filters combine with "and". The time filters include
   * their bounds.
   *
   * @example
   * ```ts
   * for await (const customer of payments.customers.list({ region: "US" })) {
   *   console.log(customer.platformCustomerId);
   * }
   * ```
   * @see specification, GET /customers
   */
  list(params: CustomerListParams = {}, options?: ListOptions): Paginator<Customer> {
    return this.paginate("customers.list", "/customers", { query: params, response: customerPage, options });
  }

  /**
   * Deletes a customer. The result has `isDeleted` true, and the customer can still be read.
   *
   * @throws {NotFoundError} when the customer does not exist
   * @throws {ApiError} when the customer was deleted before (410, `CUSTOMER_DELETED`)
   *
   * @example
   * ```ts
   * await payments.customers.delete(customer.id);
   * ```
   * @see contract, DELETE /customers/{customerId}
   */
  async delete(customerId: CustomerId, options?: RequestOptions): Promise<Customer> {
    return this.request("customers.delete", remove`/customers/${id("Customer", customerId)}`, {
      response: customer({ id: customerId }),
      options,
    });
  }

  /**
   * Makes a link to a page on which a customer is verified.
   *
   * @throws {InvalidRequestError} when `platformCustomerId` is empty
   *
   * @example
   * ```ts
   * const { kycUrl } = await payments.customers.kycLink({ platformCustomerId: customer.platformCustomerId });
   * ```
   * @see contract, GET /customers/kyc-link
   */
  async kycLink(params: KycLinkParams, options?: RequestOptions): Promise<KycLink> {
    return this.request("customers.kycLink", get`/customers/kyc-link`, {
      query: params,
      checks: { platformCustomerId: text },
      response: one(kycLinkSchema, {}),
      options,
    });
  }
}
