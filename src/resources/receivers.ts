import { fieldOf } from "../core/fields";
import type { RequestOptions } from "../core/types";
import type { ExternalAccountId } from "../models/ids";
import { externalAccountLookupSchema, umaLookupSchema } from "../models/receiver";
import type {
  ExternalAccountLookup,
  ReceiverLookup,
  ReceiverLookupParams,
  UmaLookup,
} from "../models/receiver";
import { object } from "../options/kinds";
import { RECEIVERS } from "../operations/money";
import { check } from "./checks";
import { Resource } from "./resource";

/** Looks up what a receiver can be paid in. */
export class Receivers extends Resource {
  /**
   * Looks up a UMA address: its currencies, rates, limits and the sender data that it requires. Pass the
   * `lookupId` of the response to `quotes.create`. Limits are integers in the smallest unit of their
   * currency.
   *
   * @param receiverUmaAddress starts with `$`
   * @throws {NotFoundError} when the address does not exist
   *
   * @example
   * ```ts
   * const { lookupId, supportedCurrencies } = await payments.receivers.lookupUma("$bob@example.com");
   * ```
   * @see GET /receiver/uma/{receiverUmaAddress}
   */
  async lookupUma(
    receiverUmaAddress: string,
    params: ReceiverLookupParams = {},
    options?: RequestOptions,
  ): Promise<UmaLookup> {
    return this.call(RECEIVERS.lookupUma, umaLookupSchema, { id: receiverUmaAddress, params, options });
  }

  /**
   * Looks up an external account: its currencies, rates, limits and the sender data that it requires. Pass
   * the `lookupId` of the response to `quotes.create`. Limits are integers in the smallest unit of their
   * currency.
   *
   * @throws {NotFoundError} when the account does not exist
   *
   * @example
   * ```ts
   * const lookup = await payments.receivers.lookupExternalAccount(bankAccount.id);
   * const names = missingPayerData(lookup, { FULL_NAME: "Ada Lovelace" });
   * ```
   * @see GET /receiver/external-account/{accountId}
   */
  async lookupExternalAccount(
    accountId: ExternalAccountId,
    params: ReceiverLookupParams = {},
    options?: RequestOptions,
  ): Promise<ExternalAccountLookup> {
    return this.call(RECEIVERS.lookupExternalAccount, externalAccountLookupSchema, {
      id: accountId,
      params,
      options,
    });
  }
}

/**
 * Returns the sender data that a receiver requires and `senderCustomerInfo` lacks, by name. An empty value
 * counts as missing.
 *
 * @throws {InvalidRequestError} when `lookup` is not an object
 *
 * @example
 * ```ts
 * for (const name of missingPayerData(lookup, senderCustomerInfo)) senderCustomerInfo[name] = await ask(name);
 * ```
 * @see POST /quotes
 */
export function missingPayerData(
  lookup: ReceiverLookup,
  senderCustomerInfo?: Readonly<Record<string, string>>,
): string[] {
  check(undefined, { lookup }, { lookup: object });
  return (lookup.requiredPayerDataFields ?? [])
    .filter(({ name, mandatory }) => mandatory && !fieldOf(senderCustomerInfo, name))
    .map(({ name }) => name);
}
