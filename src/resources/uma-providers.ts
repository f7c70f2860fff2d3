import type { Paginator } from "../core/pagination";
import { listOf } from "../core/recognition";
import type { ListOptions } from "../core/types";
import { listSchema } from "../models/page";
import { umaProviderSchema } from "../models/uma-provider";
import type { UmaProvider, UmaProviderListParams } from "../models/uma-provider";
import { Resource } from "./resource";

/** The contract requires no field of the page. */
const umaProviderPageSchema = /* @__PURE__ */ listSchema(umaProviderSchema);

/**
 * The institutions whose customers have UMA addresses.
 *
 * @see contract, GET /uma-providers
 */
export class UmaProviders extends Resource {
  /**
   * Lists the institutions whose customers have UMA addresses.
   *
   * @example
   * ```ts
   * for await (const { name, domain } of payments.umaProviders.list({ countryCode: "BR" })) console.log(name, domain);
   * ```
   * @see contract, GET /uma-providers
   */
  list(params: UmaProviderListParams = {}, options?: ListOptions): Paginator<UmaProvider> {
    return this.paginate(
      {
        operation: "umaProviders.list",
        path: "/uma-providers",
        query: params,
        response: listOf(umaProviderPageSchema),
      },
      options,
    );
  }
}
