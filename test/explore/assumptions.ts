/** What the promises rest on. Without any one of these, some history breaks a promise. */
export const assumptions = {
  "late copies":
    "A copy of a request that was held up arrives before the caller makes the next call, or the service stores its refusals under the key.",
  "own words":
    "Nothing between the client and the service answers in the service's own form and with its codes.",
  "kept keys": "The service remembers a key for as long as the caller repeats calls with it.",
  "no repeats": "Nothing between the client and the service repeats a POST that has no idempotency key.",
  "old twins": "Nothing between gives an old response of the service to another request with the same ids.",
  "fresh lists": "Nothing between gives an old list of credentials to a call that registers one.",
  alone: "Nobody else registers a credential of the same type for the wallet while the call runs.",
  "kept payments": "The store of a wallet keeps a payment until the wallet removes it.",
  "key first": "The service looks for a stored response before it refuses what a request asks for.",
} as const;

/** The name of an assumption. */
export type AssumptionName = keyof typeof assumptions;

/** The assumptions that hold in a world. */
export type Assumptions = ReadonlySet<AssumptionName>;

/** All of them, without one. */
export function assuming(without?: AssumptionName): Assumptions {
  const names = Object.keys(assumptions) as AssumptionName[];
  return new Set(names.filter((name) => name !== without));
}
