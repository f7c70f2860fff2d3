import type { Paginator } from "../core/pagination";
import type { ListOptions } from "../core/types";
import { listSchema } from "../models/page";
import { umaProviderSchema } from "../models/uma-provider";
import type { UmaProvider, UmaProviderListParams } from "../models/uma-provider";
import { listUmaProviders } from "../operations/platform";
import { Resource } from "./resource";

const umaProviderList = /* @__PURE__ */ listSchema(umaProviderSchema);

/** Institutions that offer UMA addresses to their customers. */
export class UmaProviders extends Resource {
  /**
   * Lists the institutions that offer UMA addresses to their customers.
   *
   * @example
   * ```ts
   * for await (const { name, domain } of payments.umaProviders.list({ countryCode: "BR" })) console.log(name, domain);
   * ```
   * @see GET /uma-providers
   */
  list(params: UmaProviderListParams = {}, options?: ListOptions): Paginator<UmaProvider> {
    return this.pages(listUmaProviders, umaProviderList, { params, options });
  }
}
