import type { PaymentRail } from "./account-info";
import { currencySchema } from "./currency";
import type { Currency, CurrencyCode } from "./currency";
import type { Nullish } from "./open";
import { exactInteger, number, model, nullish, string } from "./schema";

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
