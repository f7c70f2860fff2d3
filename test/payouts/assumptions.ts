/** The assumptions behind `nextStep`. Without any one of them, some history breaks a promise. */
export const assumptions = {
  "recorded first": "The job records each try before it sends the request.",
  "one transaction": "The job decides and records in one transaction that locks the payment.",
  "longest delay":
    "A copy of a request arrives within `maxDelay` after its try was recorded, or never. A process that was stopped for so long sends no copy.",
  "even clock":
    "The clock of the table does not jump ahead, and differs from that of the service by less than a minute.",
  "kept keys": "The service remembers a key for as long as you repeat calls with it.",
  "key first":
    "The service looks for a stored response before it refuses a request with 400, 404, 409 or 422.",
  "open equals":
    "`equalOpen` counts every payment with the same payee and amount that is neither done nor refused.",
} as const;

/** The name of an assumption. */
export type AssumptionName = keyof typeof assumptions;

/** The assumptions that hold in a history. */
export type Assumptions = ReadonlySet<AssumptionName>;

/** All assumptions except one. */
export function assuming(without?: AssumptionName): Assumptions {
  const names = Object.keys(assumptions) as AssumptionName[];
  return new Set(names.filter((name) => name !== without));
}
