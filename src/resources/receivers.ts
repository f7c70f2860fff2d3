import type { HttpCore } from "../core/http-core";
import { path } from "../core/path";
import type { RequestOptions } from "../core/types";
import type { ExternalAccountId } from "../models/ids";
import { externalAccountLookupSchema, umaLookupSchema } from "../models/receiver";
import type {
  ExternalAccountLookup,
  ReceiverLookup,
  ReceiverLookupParams,
  UmaLookup,
} from "../models/receiver";
import { id, send } from "./send";

/** What a receiver can be paid in. Source: specification, "Quotes". */
export class Receivers {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Looks up a UMA address: its currencies, rates, limits and the data that it asks of the sender. Give `lookupId` of
   * the answer to `quotes.create`. Limits are integers in the smallest unit of their currency.
   *
   * @param receiverUmaAddress starts with `$`
   * @throws NotFoundError when nobody has the address
   * @see Specification, GET /receiver/uma/{receiverUmaAddress}
   */
  async lookupUma(
    receiverUmaAddress: string,
    params: ReceiverLookupParams = {},
    options?: RequestOptions,
  ): Promise<UmaLookup> {
    return send(
      this.#core,
      {
        operation: "receivers.lookupUma",
        method: "GET",
        path: path`/receiver/uma/${receiverUmaAddress}`,
        query: params,
        schema: umaLookupSchema,
      },
      options,
    );
  }

  /**
   * Looks up an external account: its currencies, rates, limits and the data that it asks of the sender. Give `lookupId`
   * of the answer to `quotes.create`. Limits are integers in the smallest unit of their currency.
   *
   * @throws NotFoundError when there is no such account
   * @see Specification, GET /receiver/external-account/{accountId}
   */
  async lookupExternalAccount(
    accountId: ExternalAccountId,
    params: ReceiverLookupParams = {},
    options?: RequestOptions,
  ): Promise<ExternalAccountLookup> {
    return send(
      this.#core,
      {
        operation: "receivers.lookupExternalAccount",
        method: "GET",
        path: path`/receiver/external-account/${id("ExternalAccount", accountId)}`,
        query: params,
        schema: externalAccountLookupSchema,
      },
      options,
    );
  }
}

/**
 * The names that a receiver asks for and `senderCustomerInfo` of the quote does not have yet. An empty value counts as
 * missing. Source: specification, POST /quotes, senderCustomerInfo.
 */
export function missingPayerData(
  lookup: ReceiverLookup,
  senderCustomerInfo: Readonly<Record<string, string>> = {},
): string[] {
  return (lookup.requiredPayerDataFields ?? [])
    .filter(({ name, mandatory }) => mandatory && !senderCustomerInfo[name])
    .map(({ name }) => name);
}
