import type { Kinds } from "../../../options/kinds";
import { objectOf } from "../../../options/read";
import { count } from "./reader";

/** How much of the past a simulator remembers: the newest of each kind. Resources and balances are always kept. */
export interface SimulatorKeep {
  /** Requests in `simulator.requests`. Default 10,000. */
  requests?: number | undefined;
  /** Events in `simulator.events`. Default 10,000. */
  events?: number | undefined;
  /** Deliveries in `simulator.webhooks.list`. Default 10,000. */
  deliveries?: number | undefined;
  /** Messages in `simulator.outbox`. Default 10,000. */
  messages?: number | undefined;
  /** Entries in `simulator.ledgerEntries()`; `totals()` counts the others as well. Default 10,000. */
  ledgerEntries?: number | undefined;
  /**
   * Stored responses of calls with an `Idempotency-Key`. A key whose response was forgotten acts again: keep more than the
   * calls that can come between a call and its repetition. Default 100,000.
   */
  responses?: number | undefined;
  /** Signed requests, passkey challenges, receiver lookups and client keys that have served. Default 10,000 of each. */
  challenges?: number | undefined;
}

/** The options of long runs. */
export interface SimulatorKeepOptions {
  /** How much of the past is remembered; `Infinity` for all of it. At times it is up to a quarter more. */
  keep?: SimulatorKeep | undefined;
}

const defaults: Readonly<Record<keyof SimulatorKeep, number>> = {
  requests: 10_000,
  events: 10_000,
  deliveries: 10_000,
  messages: 10_000,
  ledgerEntries: 10_000,
  responses: 100_000,
  challenges: 10_000,
};

/** Known options of `keep`. */
const keep: Kinds<SimulatorKeep> = {
  requests: count,
  events: count,
  deliveries: count,
  messages: count,
  ledgerEntries: count,
  responses: count,
  challenges: count,
};

/** Known options of long runs. */
export const keepOptions: Kinds<SimulatorKeepOptions> = { keep: objectOf(keep) };

/** The numbers with their defaults. */
export function resolveKeep(given: SimulatorKeep = {}): Record<keyof SimulatorKeep, number> {
  const counts = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof SimulatorKeep)[])
    counts[name] = given[name] ?? defaults[name];
  return counts;
}
