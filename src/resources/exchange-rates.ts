import type { Paginator } from "../core/pagination";
import type { RequestOptions } from "../core/types";
import type { ExchangeRate, ExchangeRateListParams } from "../models/exchange-rate";
import { amount, optional } from "./checks";
import { exchangeRateList } from "./genuine";
import { Resource } from "./resource";

/** Rates between currencies, for display. */
export class ExchangeRates extends Resource {
  /**
   * Lists what an amount comes to in other currencies. There is no paging: all come at once. Amounts are integers in the
   * smallest unit of their currency. A quote has the rate that counts.
   *
   * @throws {InvalidRequestError} when `sendingAmount` is not a safe integer of 0 or more
   * @throws {BadRequestError} when a currency is not supported
   *
   * @example
   * ```ts
   * const { data } = await payments.exchangeRates.list({ sourceCurrency: "USD", destinationCurrency: ["EUR", "MXN"] });
   * ```
   * @see contract, GET /exchange-rates
   */
  list(params: ExchangeRateListParams = {}, options?: RequestOptions): Paginator<ExchangeRate> {
    return this.paginate("exchangeRates.list", "/exchange-rates", {
      query: params,
      checks: { sendingAmount: optional(amount) },
      response: exchangeRateList,
      paged: false,
      options,
    });
  }
}
