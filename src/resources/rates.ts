import type { Paginator } from "../core/pagination";
import type { RequestOptions } from "../core/types";
import { exchangeRateSchema, withdrawalFeeEstimateSchema } from "../models/rates";
import type {
  ExchangeRate,
  ExchangeRateListParams,
  WithdrawalFeeEstimate,
  WithdrawalFeeEstimateParams,
} from "../models/rates";
import { EXCHANGE_RATES, WITHDRAWALS } from "../operations/money";
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

/** Withdrawals to blockchain addresses. */
export class CryptoWithdrawals extends Resource {
  /**
   * Estimates the fee of a withdrawal to a blockchain address. The call moves no money. Amounts are integers
   * in the smallest unit of their currency.
   *
   * @throws {InvalidRequestError} when the id belongs to another resource, or the amount is not a safe integer of 0 or more
   * @throws {BadRequestError} when the network does not carry the currency, or the address is malformed
   * @throws {NotFoundError} when the account does not exist
   *
   * @example
   * ```ts
   * const { totalFee, netAmount } = await payments.crypto.estimateWithdrawalFee({
   *   internalAccountId: accountId,
   *   currency: "USDC",
   *   cryptoNetwork: "SOLANA_MAINNET",
   *   amount: 5_000_000,
   *   destinationAddress,
   * });
   * ```
   * @see POST /crypto/estimate-withdrawal-fee
   */
  async estimateWithdrawalFee(
    params: WithdrawalFeeEstimateParams,
    options?: RequestOptions,
  ): Promise<WithdrawalFeeEstimate> {
    return this.call(WITHDRAWALS.estimateWithdrawalFee, withdrawalFeeEstimateSchema, { params, options });
  }
}
