import type { PaymentRail } from "./account-info";
import type { CryptoNetwork } from "./accounts";
import { currencySchema } from "./currency";
import type { Currency, CurrencyCode } from "./currency";
import type { InternalAccountId } from "./ids";
import type { Nullish } from "./open";
import { exactInteger, model, nullish, number, string } from "./schema";

/** The parts of an exchange rate, for display only. */
export interface RateDetails {
  /** The counterparty's factor. */
  // April: absent in sandbox.receiveUma, transactions.approve, transactions.reject
  counterpartyMultiplier?: Nullish<number>;
  /** The counterparty's fixed fee, in the smallest unit of the sending currency. */
  // April: absent in sandbox.receiveUma, transactions.approve, transactions.reject
  counterpartyFixedFee?: Nullish<number>;
  /** The service's factor. */
  serviceApiMultiplier?: Nullish<number>;
  /** The service's fixed fee, in the smallest unit of the sending currency. */
  serviceApiFixedFee?: Nullish<number>;
  /** The service's variable fee as a fraction of the amount: 0.003 is 0.3 %. */
  serviceApiVariableFeeRate?: Nullish<number>;
  /** The service's variable fee, in the smallest unit of the sending currency. */
  serviceApiVariableFeeAmount?: Nullish<number>;
}

const optionalNumber = /* @__PURE__ */ nullish(number);

export const rateDetailsSchema = /* @__PURE__ */ model<RateDetails>({
  counterpartyMultiplier: optionalNumber,
  counterpartyFixedFee: optionalNumber,
  serviceApiMultiplier: optionalNumber,
  serviceApiFixedFee: optionalNumber,
  serviceApiVariableFeeRate: optionalNumber,
  serviceApiVariableFeeAmount: optionalNumber,
});

/** The fees of an exchange. */
export interface ExchangeRateFees {
  /** Integer in the smallest unit of the source currency. */
  fixed?: Nullish<number>;
}

/** The value of an amount in another currency, for display. A quote has the binding rate. */
export interface ExchangeRate {
  sourceCurrency: Currency;
  destinationCurrency: Currency;
  destinationPaymentRail: PaymentRail;
  /** Integer in the smallest unit of the source currency. */
  sendingAmount: number;
  /** The least that you can send: integer in the smallest unit of the source currency. */
  minSendingAmount: number;
  /** The most that you can send: integer in the smallest unit of the source currency. */
  maxSendingAmount: number;
  /** Integer in the smallest unit of the destination currency. */
  receivingAmount: number;
  /** As in a quote: the service may count in cents or satoshis. Never compute amounts from it. */
  exchangeRate: number;
  fees: ExchangeRateFees;
  /** ISO 8601 date-time in UTC. */
  updatedAt: string;
}

/** Filters of `exchangeRates.list`. */
export interface ExchangeRateListParams {
  sourceCurrency?: CurrencyCode | undefined;
  /** One or several currencies. */
  destinationCurrency?: CurrencyCode | readonly CurrencyCode[] | undefined;
  /** Integer in the smallest unit of the source currency. Default of the service: 10,000. */
  sendingAmount?: number | undefined;
}

export const exchangeRateSchema = /* @__PURE__ */ model<ExchangeRate>({
  sourceCurrency: currencySchema,
  destinationCurrency: currencySchema,
  destinationPaymentRail: string,
  sendingAmount: exactInteger,
  minSendingAmount: exactInteger,
  maxSendingAmount: exactInteger,
  receivingAmount: exactInteger,
  exchangeRate: number,
  fees: /* @__PURE__ */ model<ExchangeRateFees>({ fixed: /* @__PURE__ */ nullish(exactInteger) }),
  updatedAt: string,
});

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
