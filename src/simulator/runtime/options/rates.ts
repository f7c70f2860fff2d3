/** The exchange rates of the simulator. */
export interface SimulatorRateOptions {
  /**
   * Moves every exchange rate by up to 2 %, the same way for the same seed, so that a test can see other rates than those of
   * the table. Default: the rates of the table.
   */
  rateSeed?: string | number | undefined;
}

/** The option with its value. */
export function readRateOptions({ rateSeed }: SimulatorRateOptions) {
  return { rateSeed: rateSeed === undefined ? undefined : String(rateSeed) };
}
