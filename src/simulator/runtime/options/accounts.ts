import { oneOf } from "../../../options/kinds";
import type { Kinds } from "../../../options/kinds";

/** The options of external accounts. */
export interface SimulatorAccountOptions {
  /**
   * What a new external account must have: every field, pattern, length and value that the contract asks of its kind, with a
   * beneficiary and a currency that fit, or only the primary identifier, which is all that the specification shows (OP-44).
   * Default `"contract"`.
   */
  accountChecks?: "contract" | "specification" | undefined;
}

/** Known options of external accounts. */
export const accountOptions: Kinds<SimulatorAccountOptions> = {
  accountChecks: oneOf("contract", "specification"),
};
