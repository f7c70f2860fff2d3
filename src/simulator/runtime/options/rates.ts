import type { OptionReader } from "./reader";

/** The exchange rates of the simulator. */
export interface SimulatorRateOptions {
  /**
   * Moves every exchange rate by up to 2 %, the same way for the same seed, so that a test can see other rates than those of
   * the table. Default: the rates of the table.
   */
  rateSeed?: string | number | undefined;
}

/** @throws {TypeError} when the option has a value of the wrong kind. */
export function readRateOptions(read: OptionReader<SimulatorRateOptions>) {
  return { rateSeed: read.seed("rateSeed", undefined) };
}
