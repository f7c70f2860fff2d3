const kept = 1_000;

/** The number of records of each kind that a simulator keeps in the soak. The warm-up fills all of them. */
export const keep = { log: kept, responses: kept, challenges: kept };
