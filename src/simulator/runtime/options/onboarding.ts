import type { OptionReader } from "./reader";

/** Bulk imports of customers, and invitations. */
export interface OnboardingOptions {
  /** How many rows of a bulk import of customers are processed in a second of the simulator's clock. Default 100. */
  bulkImportRowsPerSecond?: number | undefined;
  /** `false`: creating an invitation responds with 400 INVITATIONS_NOT_CONFIGURED. Default `true`. */
  invitations?: boolean | undefined;
}

/**
 * The options of imports and invitations with their values.
 *
 * @throws {TypeError} when an option has a value of the wrong kind.
 * @throws {RangeError} when a number is out of range.
 */
export function readOnboardingOptions(read: OptionReader<OnboardingOptions>) {
  return {
    bulkImportRowsPerSecond: read.number(
      "bulkImportRowsPerSecond",
      100,
      (rows) => rows > 0,
      "a number above 0",
    ),
    invitations: read.flag("invitations", true),
  };
}
