import { paymentRails } from "./account-kinds";
import { currencyCodes, currencyObject } from "./currencies";
import { currencyRules } from "./platform";
import { estimatedExchangeRate, exchangeRate, MAX_LOCKED_AMOUNT, price, sendingRange } from "./pricing";
import type { World } from "./world";

/** What an amount brings in another currency over one payment rail (contract, ExchangeRate). */
export type ExchangeRateView = ReturnType<typeof listExchangeRates>[number];

/** One row for each pair of currencies and each payment rail. Default: the platform's currencies, and every target. */
export function listExchangeRates(
  world: World,
  source: string | undefined,
  destinations: readonly string[],
  sendingAmount: number,
) {
  const listed = world.platform.supportedCurrencies.map(({ currencyCode }) => currencyCode);
  const targets = destinations.length > 0 ? destinations : currencyCodes;
  return (source === undefined ? listed : [source]).flatMap((from) =>
    targets.filter((to) => to !== from).flatMap((to) => rows(world, from, to, sendingAmount)),
  );
}

function rows(world: World, sendingCurrency: string, receivingCurrency: string, sendingAmount: number) {
  const rails = paymentRails(receivingCurrency);
  if (rails.length === 0) return [];
  const { rates } = world;
  const { fees } = world.options;
  const corridor = { sendingCurrency, receivingCurrency, fees, rates };
  const limits = currencyRules(world, sendingCurrency);
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
    // 0 when `sendingAmount` is not between the minimum and the maximum.
    receivingAmount: priced?.totalReceivingAmount ?? 0,
    exchangeRate: priced
      ? exchangeRate(priced)
      : estimatedExchangeRate(rates, sendingCurrency, receivingCurrency),
    // All fees of a quote over `sendingAmount`, in the smallest unit of the source currency.
    fees: { fixed: priced?.feesIncluded ?? fees.fixed },
    updatedAt: world.clock.iso(),
  };
  return rails.map((destinationPaymentRail) => ({ ...row, destinationPaymentRail }));
}
