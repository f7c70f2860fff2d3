/** A bound of the client's work: milliseconds, or how many times. */
export function boundIssue(name: string, value: unknown): string | undefined {
  const count = name === "maxRetries";
  const least = count ? 0 : 1;
  return typeof value === "number" && value >= least && (!count || Number.isInteger(value))
    ? undefined
    : `must be ${count ? "an integer" : "a number"} of at least ${least}`;
}
