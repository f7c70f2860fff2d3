import type { Paginator } from "../core/pagination";
import type { RequestOptions } from "../core/types";
import { exchangeRateSchema } from "../models/exchange-rate";
import type { ExchangeRate, ExchangeRateListParams } from "../models/exchange-rate";
import { EXCHANGE_RATES } from "../operations/money";
import { Resource } from "./resource";

/** Indicative rates between currencies, for display. */
export class ExchangeRates extends Resource {
  /**
   * Lists the value of an amount in other currencies. The rates are for display. A quote has the binding
   * rate. Amounts are integers in the smallest unit of their currency. The result is not paged.
   *
   * @throws {InvalidRequestError} when `sendingAmount` is not a safe integer of 0 or more
   * @throws {BadRequestError} when a currency is not supported
   *
   * @example
   * ```ts
   * const { data } = await payments.exchangeRates.list({ sourceCurrency: "USD", destinationCurrency: ["EUR", "MXN"] });
   * ```
   * @see GET /exchange-rates
   */
  list(params: ExchangeRateListParams = {}, options?: RequestOptions): Paginator<ExchangeRate> {
    return this.pages(EXCHANGE_RATES.list, exchangeRateSchema, { params, options });
  }
}
