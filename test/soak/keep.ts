const kept = 1_000;

/** What a simulator remembers of each kind in the soak: the warm-up fills all of it. */
export const keep = {
  requests: kept,
  events: kept,
  deliveries: kept,
  messages: kept,
  ledgerEntries: kept,
  responses: kept,
  challenges: kept,
};
