import type { CurrencyCode } from "./currency";
import type { CryptoNetwork } from "./external-account";
import type { InternalAccountId } from "./ids";
import { integer, object, text } from "./schema";

/** Parameters of `crypto.estimateWithdrawalFee`. */
export interface WithdrawalFeeEstimateParams {
  /** The account from which to withdraw. */
  internalAccountId: InternalAccountId;
  currency: CurrencyCode;
  cryptoNetwork: CryptoNetwork;
  /** Integer in the smallest unit of the currency. */
  amount: number;
  /** The address on the blockchain. */
  destinationAddress: string;
}

/** What a withdrawal is expected to cost. */
export interface WithdrawalFeeEstimate {
  /** Integer in the smallest unit of `networkFeeAsset`. */
  networkFee: number;
  /** The ticker in which the network is paid. */
  networkFeeAsset: CurrencyCode;
  /** Integer in the smallest unit of the currency. */
  applicationFee: number;
  /** Integer in the smallest unit of the currency. */
  totalFee: number;
  /** What arrives: integer in the smallest unit of the currency. */
  netAmount: number;
}

export const withdrawalFeeEstimateSchema = /* @__PURE__ */ object<WithdrawalFeeEstimate>({
  networkFee: integer,
  networkFeeAsset: text,
  applicationFee: integer,
  totalFee: integer,
  netAmount: integer,
});
