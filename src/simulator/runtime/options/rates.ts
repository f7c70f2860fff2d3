import type { Kinds } from "../../../options/kinds";
import { seed } from "./reader";

/** The exchange rates of the simulator. */
export interface SimulatorRateOptions {
  /**
   * Moves every exchange rate by up to 2 %, the same way for the same seed, so that a test can see other rates than those of
   * the table. Default: the rates of the table.
   */
  rateSeed?: string | number | undefined;
}

/** Known options of rates. */
export const rateOptions: Kinds<SimulatorRateOptions> = { rateSeed: seed };
