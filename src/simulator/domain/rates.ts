import { SeededRandom } from "../runtime/random";
import { currencyDefinition } from "./currencies";

/** A rate as a fraction, exactly. */
export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

/** Whole units of a currency for one US dollar. */
export type Rates = (code: string) => Ratio;

/** A seed moves a rate by this share at most, in steps of one basis point. */
const MOST_BASIS_POINTS = 200;
const BASIS = 10_000;

/** A decimal such as `"0.92"` as a fraction. */
function fraction(decimal: string): Ratio {
  const [whole = "", decimals = ""] = decimal.split(".");
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

/**
 * The rates of one simulator, which never change: those of the table of currencies. With a seed, each moves by up to 2 %.
 * A currency that is worth one dollar stays there.
 */
export function ratesOf({ rateSeed }: { rateSeed: string | undefined }): Rates {
  return (code) => {
    const { numerator, denominator } = fraction(currencyDefinition(code).perUsd);
    if (rateSeed === undefined || numerator === denominator) return { numerator, denominator };
    const steps = 2 * MOST_BASIS_POINTS + 1;
    const moved = (new SeededRandom(`${rateSeed}:rate:${code}`).uint32() % steps) - MOST_BASIS_POINTS;
    return { numerator: numerator * BigInt(BASIS + moved), denominator: denominator * BigInt(BASIS) };
  };
}
