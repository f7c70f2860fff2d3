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
 * @throws {RangeError} when a number is out of range.
 */
export function readOnboardingOptions({
  bulkImportRowsPerSecond = 100,
  invitations = true,
}: OnboardingOptions) {
  if (!(bulkImportRowsPerSecond > 0)) {
    throw new RangeError("`bulkImportRowsPerSecond` must be a number above 0");
  }
  return { bulkImportRowsPerSecond, invitations };
}
