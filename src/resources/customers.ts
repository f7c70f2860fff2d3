import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions } from "../core/types";
import { customerSchema } from "../models/customer";
import type {
  Customer,
  CustomerCreateParams,
  CustomerListParams,
  CustomerUpdateParams,
} from "../models/customer";
import type { CustomerId } from "../models/ids";
import { pageSchema } from "../models/page";
import { id, page, send } from "./send";

const customerPageSchema = /* @__PURE__ */ pageSchema(customerSchema);

/** The platform's customers: persons and businesses. Source: specification, "Customers". */
export class Customers {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Registers a person or a business. The service makes its internal accounts and generates what is left out of
   * `platformCustomerId` and `umaAddress`. Not idempotent: a repeated call makes a second customer, or is refused with
   * 409 where an identifier is taken.
   *
   * @throws BadRequestError for malformed members, and for a combination of currencies that needs separate customers
   *   (see `details`)
   * @see Specification, POST /customers
   */
  async create(params: CustomerCreateParams, options?: RequestOptions): Promise<Customer> {
    return send(
      this.#core,
      {
        operation: "customers.create",
        method: "POST",
        path: "/customers",
        body: params,
        schema: customerSchema,
      },
      options,
    );
  }

  /**
   * Reads a customer; a deleted one is answered with `isDeleted` true.
   *
   * @throws NotFoundError when there is none
   * @see Specification, GET /customers/{customerId}
   */
  async retrieve(customerId: CustomerId, options?: RequestOptions): Promise<Customer> {
    return send(
      this.#core,
      {
        operation: "customers.retrieve",
        method: "GET",
        path: path`/customers/${id("Customer", customerId)}`,
        schema: customerSchema,
      },
      options,
    );
  }

  /**
   * Changes the members given, and no others. `currencies` replaces the whole list. `customerType` is always sent and
   * must be the customer's own; the region cannot be changed. Repeating the call has no further effect.
   *
   * @throws BadRequestError for malformed members, and for a combination of currencies that needs separate customers
   *   (see `details`)
   * @throws NotFoundError when there is no such customer
   * @see Specification, PATCH /customers/{customerId}
   */
  async update(
    customerId: CustomerId,
    params: CustomerUpdateParams,
    options?: RequestOptions,
  ): Promise<Customer> {
    return send(
      this.#core,
      {
        operation: "customers.update",
        method: "PATCH",
        path: path`/customers/${id("Customer", customerId)}`,
        body: params,
        schema: customerSchema,
      },
      options,
    );
  }

  /**
   * Lists customers, deleted ones only with `isIncludingDeleted`. Filters combine with "and"; the time filters include
   * their bounds.
   *
   * @see Specification, GET /customers
   */
  list(params: CustomerListParams = {}, options?: ListOptions): Paginator<Customer> {
    return page(
      this.#core,
      {
        operation: "customers.list",
        method: "GET",
        path: "/customers",
        query: params,
        schema: customerPageSchema,
      },
      options,
    );
  }
}
