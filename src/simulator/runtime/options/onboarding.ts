import { flag, number } from "../../../options/kinds";
import type { Kinds } from "../../../options/kinds";

/** Bulk imports of customers, and invitations. */
export interface OnboardingOptions {
  /** How many rows of a bulk import of customers are processed in a second of the simulator's clock. Default 100. */
  bulkImportRowsPerSecond?: number | undefined;
  /** `false`: creating an invitation responds with 400 INVITATIONS_NOT_CONFIGURED. Default `true`. */
  invitations?: boolean | undefined;
}

/** Known options of imports and invitations. */
export const onboardingOptions: Kinds<OnboardingOptions> = {
  bulkImportRowsPerSecond: number("a number above 0", (rows) => rows > 0),
  invitations: flag,
};
