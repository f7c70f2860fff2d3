import type { Paginator } from "../core/pagination";
import type { RequestOptions } from "../core/types";
import { discoverySchema } from "../models/discovery";
import type { Discovery, DiscoveryListParams } from "../models/discovery";
import { DISCOVERIES } from "../operations/platform";
import { Resource } from "./resource";

/** Banks and other institutions that you can pay. */
export class Discoveries extends Resource {
  /**
   * Lists the banks that you can pay in a country or currency. The result is not paged.
   *
   * @throws {BadRequestError} when the country or the currency is not supported
   *
   * @example
   * ```ts
   * for await (const { bankName, displayName } of payments.discoveries.list({ country: "NG" })) {
   *   console.log(bankName, displayName);
   * }
   * ```
   * @see GET /discoveries
   */
  list(params: DiscoveryListParams = {}, options?: RequestOptions): Paginator<Discovery> {
    return this.pages(DISCOVERIES.list, discoverySchema, { params, options });
  }
}
