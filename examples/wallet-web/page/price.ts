import { quoteRate } from "payments-sdk";
import type { Currency, Quote, RateDetails } from "payments-sdk";
import { money } from "./amount";
import { browserLocale } from "./format";

/** The price of one unit of the receiver's currency, without fees. `undefined` without an exchange. For display only. */
export function rateText(quote: Quote): string | undefined {
  const { sendingCurrency, receivingCurrency, totalReceivingAmount } = quote;
  if (sendingCurrency.code === receivingCurrency.code || totalReceivingAmount === 0) return undefined;
  const { sendingPerReceiving } = quoteRate(quote);
  const format = new Intl.NumberFormat(browserLocale(), { maximumSignificantDigits: 5 });
  return `1 ${receivingCurrency.code} = ${format.format(Number(sendingPerReceiving))} ${sendingCurrency.code}`;
}

/** The reported parts of the fees: "0.5% and 0.10 USDC". */
export function feeText(
  details: RateDetails | null | undefined,
  sendingCurrency: Currency,
): string | undefined {
  const share = details?.serviceApiVariableFeeRate ?? 0;
  const fixed = (details?.serviceApiFixedFee ?? 0) + (details?.counterpartyFixedFee ?? 0);
  const percent = new Intl.NumberFormat(browserLocale(), { style: "percent", maximumFractionDigits: 2 });
  const parts = [
    ...(share > 0 ? [`${percent.format(share)} of the amount`] : []),
    ...(Number.isSafeInteger(fixed) && fixed > 0 ? [money(fixed, sendingCurrency)] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}
