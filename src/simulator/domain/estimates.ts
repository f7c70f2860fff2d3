import type { WithdrawalFeeEstimateParams } from "../../models/rates";
import { findAccountKind, networksOf } from "./account-kinds";
import { currencyCodes, currencyObject } from "./currencies";
import { currencyRules } from "./platform";
import * as pricing from "./pricing";
import { badRequest, invalidField } from "./problem";
import type { InternalAccountRecord } from "./records/accounts";
import type { World } from "./world";

/** One row for each pair of currencies and each payment rail. Default: the platform's currencies, and every target. */
export function exchangeRatesFrom(
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
  // None for a currency that the contract has no account type for.
  const { rails = [] } = findAccountKind(`${receivingCurrency}_ACCOUNT`) ?? {};
  if (rails.length === 0) return [];
  const corridor = pricing.corridorOf(world, sendingCurrency, receivingCurrency);
  const limits = currencyRules(world, sendingCurrency);
  const range = pricing.sendingRange(corridor);
  const min = Math.max(range.min, limits.minAmount);
  const max = Math.min(range.max, limits.maxAmount, pricing.MAX_LOCKED_AMOUNT);
  const isPossible = sendingAmount >= min && sendingAmount <= max;
  const priced = isPossible
    ? pricing.price({ ...corridor, lockedSide: "SENDING", lockedAmount: sendingAmount })
    : undefined;
  const row = {
    sourceCurrency: currencyObject(sendingCurrency),
    sendingAmount,
    minSendingAmount: min,
    maxSendingAmount: max,
    destinationCurrency: currencyObject(receivingCurrency),
    // 0 when `sendingAmount` is not between the minimum and the maximum.
    receivingAmount: priced?.totalReceivingAmount ?? 0,
    exchangeRate: priced ? pricing.exchangeRate(priced) : pricing.estimatedExchangeRate(corridor),
    // All fees of a quote over `sendingAmount`, in the smallest unit of the source currency.
    fees: { fixed: priced?.feesIncluded ?? corridor.fees.fixed },
    updatedAt: world.clock.iso(),
  };
  return rails.map((destinationPaymentRail) => ({ ...row, destinationPaymentRail }));
}

/** The least and the most that can arrive. The rules of the platform limit what is sent, fees included. */
export function receivingRange(world: World, sendingCurrency: string, receivingCurrency: string) {
  const corridor = pricing.corridorOf(world, sendingCurrency, receivingCurrency);
  const { minAmount, maxAmount } = currencyRules(world, sendingCurrency);
  const range = pricing.sendingRange(corridor);
  const received = (sent: number) => {
    if (sent < range.min) return 0;
    const lockedAmount = Math.min(sent, range.max);
    const { totalReceivingAmount } = pricing.price({ ...corridor, lockedSide: "SENDING", lockedAmount });
    return Math.min(totalReceivingAmount, pricing.MAX_LOCKED_AMOUNT);
  };
  // The least is more than the largest amount below the minimum would bring.
  return { min: received(minAmount - 1) + 1, max: received(maxAmount) };
}

/** The coins of each chain, and what a transaction costs in millionths of a US dollar. The fees are invented, and never move. */
export const chains = [
  { name: "BASE", coins: ["USDC", "ETH"], microUsd: 20_000 },
  { name: "BITCOIN", coins: ["BTC"], microUsd: 1_500_000 },
  { name: "ETHEREUM", coins: ["USDC", "USDT", "ETH"], microUsd: 2_500_000 },
  { name: "LIGHTNING", coins: ["BTC"], microUsd: 10_000 },
  { name: "POLYGON", coins: ["USDC"], microUsd: 10_000 },
  { name: "SOLANA", coins: ["USDC", "USDT", "SOL"], microUsd: 5_000 },
  { name: "SPARK", coins: ["BTC", "USDB"], microUsd: 0 },
  { name: "TRON", coins: ["USDT"], microUsd: 1_000_000 },
];

/** The chain of a network, such as SOLANA_DEVNET. It carries the coin. */
export function chainOfNetwork(cryptoNetwork: string, currency: string, field = "cryptoNetwork") {
  const chain = chains.find(({ name }) => networksOf(name).includes(cryptoNetwork));
  if (!chain) throw invalidField(field, "a network such as SOLANA_MAINNET or SOLANA_DEVNET");
  if (!chain.coins.includes(currency)) throw invalidField(field, `a network that carries ${currency}`);
  return chain;
}

/** The estimate of a withdrawal. A quote from an embedded wallet has a fee of the service, a transfer has none. */
export function withdrawalFeeOf(
  world: World,
  account: InternalAccountRecord,
  { currency, cryptoNetwork, amount }: WithdrawalFeeEstimateParams,
) {
  if (account.currency !== currency)
    throw invalidField("currency", "the currency of the account", "INVALID_CURRENCY");
  const { microUsd } = chainOfNetwork(cryptoNetwork, currency);
  // In the coin that is sent, rounded up. USDC stands for the dollar: it has six decimals, as the table has.
  const corridor = { ...pricing.corridorOf(world, currency, "USDC"), fees: { fixed: 0, rate: 0 } };
  const networkPrice = pricing.price({ ...corridor, lockedSide: "RECEIVING", lockedAmount: microUsd });
  const networkFee = networkPrice.totalSendingAmount;
  const applicationFee = account.type === "EMBEDDED_WALLET" ? pricing.feesOn(amount, world.options.fees) : 0;
  const totalFee = networkFee + applicationFee;
  if (totalFee >= amount) {
    throw badRequest("AMOUNT_OUT_OF_RANGE", "amount: the fees would use up the whole amount", {
      field: "amount",
      totalFee,
    });
  }
  return {
    networkFee,
    networkFeeAsset: currency,
    applicationFee,
    totalFee,
    netAmount: amount - totalFee,
  };
}
