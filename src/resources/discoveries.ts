import type { Paginator } from "../core/pagination";
import type { RequestOptions } from "../core/types";
import type { Discovery, DiscoveryListParams } from "../models/discovery";
import { discoveryList } from "./genuine";
import { Resource } from "./resource";

/** The banks and other institutions that can be paid. */
export class Discoveries extends Resource {
  /**
   * Lists the banks that can be paid in a country or currency. There is no paging: all come at once.
   *
   * @throws {BadRequestError} when the country or the currency is not supported
   *
   * @example
   * ```ts
   * for await (const { bankName, displayName } of payments.discoveries.list({ country: "NG" })) {
   *   console.log(bankName, displayName);
   * }
   * ```
   * @see contract, GET /discoveries
   */
  list(params: DiscoveryListParams = {}, options?: RequestOptions): Paginator<Discovery> {
    return this.paginate("discoveries.list", "/discoveries", {
      query: params,
      response: discoveryList,
      paged: false,
      options,
    });
  }
}
