import { integer } from "../../../options/kinds";
import type { Kinds } from "../../../options/kinds";
import { duration, msOf, readSimulatorOptions } from "./reader";

/** What `Simulator.seed` adds. */
export interface SeedOptions {
  /** How many customers, at least 1. Default 10. */
  customers?: number | undefined;
  /** How many bank accounts outside the service, at least 1. Default: one for each customer. */
  externalAccounts?: number | undefined;
  /** How many transactions: transfers in both directions, quotes, and payments between the customers. Default 100. */
  transactions?: number | undefined;
  /** The time before now over which the records are spread: milliseconds, or a string such as `"30d"`. Default 90 days. */
  period?: number | string | undefined;
}

export const seedOptions: Kinds<SeedOptions> = {
  customers: integer(1),
  externalAccounts: integer(1),
  transactions: integer(0),
  period: duration,
};

/** The options with their defaults, checked. */
export function readSeedOptions(options: SeedOptions) {
  const given = readSimulatorOptions(options, seedOptions, "seed");
  const { customers = 10, externalAccounts = customers, transactions = 100, period = "90d" } = given;
  return { customers, externalAccounts, transactions, periodMs: msOf(period) };
}

/** Options of `Simulator.seed` with their defaults. */
export type ResolvedSeed = ReturnType<typeof readSeedOptions>;
