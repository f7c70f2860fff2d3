import type { RequestOptions } from "../core/types";
import { withdrawalFeeEstimateSchema } from "../models/withdrawal-fee";
import type { WithdrawalFeeEstimate, WithdrawalFeeEstimateParams } from "../models/withdrawal-fee";
import { WITHDRAWALS } from "../operations/money";
import { Resource } from "./resource";

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
