import type { CurrencyCode } from "./currency";
import type { CryptoNetwork } from "./external-account";
import type { InternalAccountId } from "./ids";
import { exactInteger, model, string } from "./schema";

/** Parameters of `crypto.estimateWithdrawalFee`. */
export interface WithdrawalFeeEstimateParams {
  /** The account to withdraw from. */
  internalAccountId: InternalAccountId;
  currency: CurrencyCode;
  cryptoNetwork: CryptoNetwork;
  /** Integer in the smallest unit of the currency. */
  amount: number;
  /** The blockchain address. */
  destinationAddress: string;
}

/** The estimated fee of a withdrawal. */
export interface WithdrawalFeeEstimate {
  /** Integer in the smallest unit of `networkFeeAsset`. */
  networkFee: number;
  /** The currency of the network fee. */
  networkFeeAsset: CurrencyCode;
  /** Integer in the smallest unit of the currency. */
  applicationFee: number;
  /** Integer in the smallest unit of the currency. */
  totalFee: number;
  /** The amount that arrives: integer in the smallest unit of the currency. */
  netAmount: number;
}

export const withdrawalFeeEstimateSchema = /* @__PURE__ */ model<WithdrawalFeeEstimate>({
  networkFee: exactInteger,
  networkFeeAsset: string,
  applicationFee: exactInteger,
  totalFee: exactInteger,
  netAmount: exactInteger,
});
