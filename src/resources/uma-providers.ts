import type { Paginator } from "../core/pagination";
import type { ListOptions } from "../core/types";
import { umaProviderSchema } from "../models/uma-provider";
import type { UmaProvider, UmaProviderListParams } from "../models/uma-provider";
import { UMA_PROVIDERS } from "../operations/platform";
import { Resource } from "./resource";

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
    return this.pages(UMA_PROVIDERS.list, umaProviderSchema, { params, options });
  }
}
