/** The assumptions behind the promises. Without any one of them, some history breaks a promise. */
export const assumptions = {
  "late copies":
    "A delayed copy arrives before your next call, or the service stores its refusals under the key.",
  "own words":
    "Nothing in between answers in the service's own form: with its codes, its ids, or an empty 204.",
  "kept keys": "The service remembers a key for as long as you repeat calls with it.",
  "no repeats": "Nothing in between repeats a POST that has no idempotency key.",
  "own token": "Nothing in between repeats the deletion of the API token that the client uses.",
  "old twins": "No cache answers with an old response of the service that has the same ids.",
  "fresh lists": "No cache gives an old list of credentials to a call that registers one.",
  alone: "Nobody else registers a credential of the same type for the wallet during the call.",
  "kept payments": "The store of a wallet keeps a payment until the wallet removes it.",
  "key first":
    "The service looks for a stored response, and whether a quote was executed, before it refuses a request for another reason with 400, 404, 409 or 422.",
} as const;

/** The name of an assumption. */
export type AssumptionName = keyof typeof assumptions;

/** The assumptions that hold in a world. */
export type Assumptions = ReadonlySet<AssumptionName>;

/** All assumptions except one. */
export function assuming(without?: AssumptionName): Assumptions {
  const names = Object.keys(assumptions) as AssumptionName[];
  return new Set(names.filter((name) => name !== without));
}
