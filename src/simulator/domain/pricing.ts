import { currencyDefinition } from "./currencies";
import { badRequest } from "./problem";

/** Which of a quote's amounts is given (specification, POST /quotes). */
export type LockedSide = "SENDING" | "RECEIVING";

export interface PriceRequest {
  sendingCurrency: string;
  receivingCurrency: string;
  lockedSide: LockedSide;
  /** In the smallest unit of the locked currency. */
  lockedAmount: number;
  fees: { fixed: number; rate: number };
  rates: Rates;
}

/** What a quote costs and brings, in the smallest units of its two currencies. */
export interface Price {
  /** Fees included. */
  totalSendingAmount: number;
  totalReceivingAmount: number;
  feesIncluded: number;
}

/** The most that a quote can lock (specification, "Limits"). */
export const MAX_LOCKED_AMOUNT = 9_000_000_000_000_000;

/** The largest int64, the type of amounts in the specification. */
const MAX_INT64 = 2n ** 63n - 1n;

/** The decimals of a fee rate that count. */
const RATE_SCALE = 100_000_000n;

type Pair = Pick<PriceRequest, "sendingCurrency" | "receivingCurrency" | "rates">;
type Corridor = Omit<PriceRequest, "lockedSide" | "lockedAmount">;

/** A pair of currencies with the rates and the fees of a world. */
export const corridorOf = (
  { options: { fees }, rates }: { options: Pick<PriceRequest, "fees">; rates: Rates },
  sendingCurrency: string,
  receivingCurrency: string,
): Corridor => ({ sendingCurrency, receivingCurrency, fees, rates });

/** Whole units of a currency for one US dollar, in its smallest unit. */
function smallestPerUsd(code: string, rates: Rates): Ratio {
  const { numerator, denominator } = rates(code);
  return { numerator: numerator * 10n ** BigInt(currencyDefinition(code).decimals), denominator };
}

/** Receiving units for one sending unit, both smallest units. Both sides stand for the same dollar. */
function exchangeRatio({ sendingCurrency, receivingCurrency, rates }: Pair): Ratio {
  const from = smallestPerUsd(sendingCurrency, rates);
  const to = smallestPerUsd(receivingCurrency, rates);
  return { numerator: to.numerator * from.denominator, denominator: to.denominator * from.numerator };
}

const exactFees = ({ fixed, rate }: PriceRequest["fees"]) => ({
  fixed: BigInt(fixed),
  rate: BigInt(Math.round(rate * Number(RATE_SCALE))),
});

/** What is charged on a total in the smallest unit: the variable fee is rounded down. */
export function feesOn(total: number, fees: PriceRequest["fees"]): number {
  const { fixed, rate } = exactFees(fees);
  return toAmount(fixed + (BigInt(total) * rate) / RATE_SCALE, "feesIncluded");
}

/** The smallest total from which at least the exchanged amount remains after both fees. */
const totalFor = (exchanged: bigint, fixed: bigint, rate: bigint): bigint =>
  ((exchanged + fixed - 1n) * RATE_SCALE) / (RATE_SCALE - rate) + 1n;

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

function outOfRange(message: string): never {
  throw badRequest("AMOUNT_OUT_OF_RANGE", message, { field: "lockedCurrencyAmount" });
}

function toAmount(value: bigint, name: string): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    outOfRange(`lockedCurrencyAmount: ${name} would be beyond ${String(Number.MAX_SAFE_INTEGER)}`);
  }
  return Number(value);
}

/** Beyond the safe integers, a JavaScript number is exact for multiples of 1,024: the amount is rounded down to one. */
function toReceivedAmount(value: bigint): number {
  if (value > MAX_INT64) outOfRange("lockedCurrencyAmount: totalReceivingAmount would exceed an int64");
  return Number(value > BigInt(Number.MAX_SAFE_INTEGER) ? value - (value % 1024n) : value);
}

/**
 * Prices a payment in exact integer arithmetic. If the sending side is locked, the payer pays exactly that amount. The rest
 * after fees is exchanged and rounded down. If the receiving side is locked, the payee gets exactly that amount. The amount to
 * exchange is rounded up. The variable fee is rounded down. So no rounding costs more than one smallest unit.
 */
export function price(request: PriceRequest): Price {
  const { numerator, denominator } = exchangeRatio(request);
  const locked = BigInt(request.lockedAmount);
  if (request.lockedSide === "RECEIVING") {
    const { fixed, rate } = exactFees(request.fees);
    const exchanged = divideUp(locked * denominator, numerator);
    const total = totalFor(exchanged, fixed, rate);
    return priceFrom(total, locked, total - exchanged);
  }
  const fees = BigInt(feesOn(request.lockedAmount, request.fees));
  if (fees >= locked) outOfRange("lockedCurrencyAmount: the fees would use up the whole amount");
  const receiving = ((locked - fees) * numerator) / denominator;
  if (receiving === 0n) outOfRange("lockedCurrencyAmount: less than one unit would arrive");
  return priceFrom(locked, receiving, fees);
}

const priceFrom = (total: bigint, receiving: bigint, fees: bigint): Price => ({
  totalSendingAmount: toAmount(total, "totalSendingAmount"),
  totalReceivingAmount: toReceivedAmount(receiving),
  feesIncluded: toAmount(fees, "feesIncluded"),
});

/**
 * The least and the most that can be sent. At least one unit arrives, and at most the largest int64. With an extreme rate, the least
 * is beyond every amount.
 */
export function sendingRange(corridor: Corridor): { min: number; max: number } {
  const { numerator, denominator } = exchangeRatio(corridor);
  const { fixed, rate } = exactFees(corridor.fees);
  const min = totalFor(divideUp(denominator, numerator), fixed, rate);
  const max = totalFor((MAX_INT64 * denominator) / numerator, fixed, rate);
  const shown = (amount: bigint) => Math.min(Number(amount), Number.MAX_SAFE_INTEGER);
  return { min: shown(min), max: shown(max) };
}

/** Sending units for one receiving unit, both smallest units (OP-48): fees are not part of the rate. */
export function exchangeRate({ totalSendingAmount, totalReceivingAmount, feesIncluded }: Price): number {
  return (totalSendingAmount - feesIncluded) / totalReceivingAmount;
}

/** The table's own rate, before any rounding, in the units of `exchangeRate`. */
export function estimatedExchangeRate({ sendingCurrency: from, receivingCurrency: to, rates }: Pair): number {
  return toNumber(exchangeRatio({ sendingCurrency: to, receivingCurrency: from, rates }));
}

/** The exchange in two steps, through US dollars, and the fees. */
export function rateDetails(request: PriceRequest, { feesIncluded }: Price) {
  return {
    counterpartyMultiplier: toNumber(exchangeRatio({ ...request, sendingCurrency: "USD" })),
    counterpartyFixedFee: 0,
    serviceApiMultiplier: toNumber(exchangeRatio({ ...request, receivingCurrency: "USD" })),
    serviceApiFixedFee: request.fees.fixed,
    serviceApiVariableFeeRate: request.fees.rate,
    serviceApiVariableFeeAmount: feesIncluded - request.fees.fixed,
  };
}

/** To the nearest double: both parts stay far below its range. */
function toNumber({ numerator, denominator }: Ratio): number {
  return Number(numerator) / Number(denominator);
}

export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

/** Whole units of a currency for one US dollar. */
export type Rates = (code: string) => Ratio;

/** A decimal such as `"0.92"` as a fraction. */
function fraction(decimal: string): Ratio {
  const [whole = "", decimals = ""] = decimal.split(".");
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

/** The rates that were set, else those of the table. */
export function ratesOf(set: ReadonlyMap<string, string> = new Map()): Rates {
  return (code) => fraction(set.get(code) ?? currencyDefinition(code).perUsd);
}
