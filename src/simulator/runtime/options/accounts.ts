import type { OptionReader } from "./reader";

/** The options of external accounts. */
export interface SimulatorAccountOptions {
  /**
   * What a new external account must have: every field, pattern, length and value that the contract asks of its kind, with a
   * beneficiary and a currency that fit, or only the primary identifier, which is all that the specification shows (OP-44).
   * Default `"contract"`.
   */
  accountChecks?: "contract" | "specification" | undefined;
}

/** @throws {TypeError} when an option has a value of the wrong kind. */
export function readAccountOptions(read: OptionReader<SimulatorAccountOptions>) {
  return { accountChecks: read.choice("accountChecks", ["contract", "specification"], "contract") };
}
