import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import { paymentRails } from "./account-types";
import { currencyCodes, currencyObject } from "./currencies";
import type { CurrencyObject } from "./currencies";
import type { Platform } from "./platform";
import { estimatedExchangeRate, exchangeRate, price, sendingRange } from "./pricing";
import type { Rates } from "./rates";

/** What an amount brings in another currency over one payment rail (contract, ExchangeRate). */
export interface ExchangeRateView {
  sourceCurrency: CurrencyObject;
  sendingAmount: number;
  minSendingAmount: number;
  maxSendingAmount: number;
  destinationCurrency: CurrencyObject;
  destinationPaymentRail: string;
  /** 0 when `sendingAmount` is not between the minimum and the maximum. */
  receivingAmount: number;
  exchangeRate: number;
  /** All fees of a quote over `sendingAmount`, in the smallest unit of the source currency. */
  fees: { fixed: number };
  updatedAt: string;
}

export interface RatesRequest {
  /** Default: the platform's currencies. */
  source: string | undefined;
  /** Empty: every currency with a payment rail. */
  destinations: readonly string[];
  sendingAmount: number;
}

/** The most that a quote can lock (specification, "Limits"). */
export const MAX_LOCKED_AMOUNT = 9_000_000_000_000_000;

interface Collaborators {
  clock: VirtualClock;
  platform: Platform;
  rates: Rates;
  options: Pick<ResolvedOptions, "fees">;
}

/** The rates at which quotes are made: both come from the table of currencies, which never moves. */
export class ExchangeRates {
  readonly #clock: VirtualClock;
  readonly #platform: Platform;
  readonly #rates: Rates;
  readonly #options: Collaborators["options"];

  constructor({ clock, platform, rates, options }: Collaborators) {
    this.#clock = clock;
    this.#platform = platform;
    this.#rates = rates;
    this.#options = options;
  }

  /** One row for each pair of currencies and each payment rail of the destination. */
  list({ source, destinations, sendingAmount }: RatesRequest): ExchangeRateView[] {
    const listed = this.#platform.config.supportedCurrencies.map(({ currencyCode }) => currencyCode);
    const targets = destinations.length > 0 ? destinations : currencyCodes;
    return (source === undefined ? listed : [source]).flatMap((from) =>
      targets.filter((to) => to !== from).flatMap((to) => this.#rows(from, to, sendingAmount)),
    );
  }

  #rows(sendingCurrency: string, receivingCurrency: string, sendingAmount: number): ExchangeRateView[] {
    const rails = paymentRails(receivingCurrency);
    if (rails.length === 0) return [];
    const { fees } = this.#options;
    const corridor = { sendingCurrency, receivingCurrency, fees, rates: this.#rates };
    const limits = this.#platform.currency(sendingCurrency);
    const range = sendingRange(corridor);
    const min = Math.max(range.min, limits.minAmount);
    const max = Math.min(range.max, limits.maxAmount, MAX_LOCKED_AMOUNT);
    const isPossible = sendingAmount >= min && sendingAmount <= max;
    const priced = isPossible
      ? price({ ...corridor, lockedSide: "SENDING", lockedAmount: sendingAmount })
      : undefined;
    const row = {
      sourceCurrency: currencyObject(sendingCurrency),
      sendingAmount,
      minSendingAmount: min,
      maxSendingAmount: max,
      destinationCurrency: currencyObject(receivingCurrency),
      receivingAmount: priced?.totalReceivingAmount ?? 0,
      exchangeRate: priced
        ? exchangeRate(priced)
        : estimatedExchangeRate(this.#rates, sendingCurrency, receivingCurrency),
      fees: { fixed: priced?.feesIncluded ?? fees.fixed },
      updatedAt: this.#clock.iso(),
    };
    return rails.map((destinationPaymentRail) => ({ ...row, destinationPaymentRail }));
  }
}
