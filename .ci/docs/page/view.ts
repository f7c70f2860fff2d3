/** The state of a simulator as plain rows, which the worker sends to the page. */
import { formatAmount } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";

/** The number of rows in a table. */
const ROWS = 30;

export type Row = readonly (string | number)[];

/** What a page shows of a simulator. */
export interface View {
  readonly clock: string;
  readonly requests: readonly Row[];
  readonly balances: readonly Row[];
  readonly transactions: readonly Row[];
}

/** The parts of the simulator's state that the page shows. */
interface World {
  readonly customers: readonly { id: string; fullName?: string; umaAddress?: string }[];
  readonly internalAccounts: readonly { id: string; customerId: string | null; currency: string }[];
  readonly balances: readonly (readonly [string, { currency: string; amount: string }])[];
  readonly transactions: readonly { id: string; type: string; status: string; createdAt: string }[];
}

/** The time of day of an ISO 8601 instant. */
const timeOf = (iso: string) => iso.slice(11, 19);

function money(amount: string, currency: string): string {
  try {
    return formatAmount(Number(amount), currency, "en-US");
  } catch {
    return `${amount} ${currency}`;
  }
}

/** The current state of a simulator. */
export function viewOf(simulator: Simulator): View {
  const world = simulator.snapshot().world as unknown as World;
  const names = new Map(
    world.customers.map(({ id, fullName, umaAddress }) => [id, fullName ?? umaAddress ?? id]),
  );
  const balances = new Map(world.balances);
  return {
    clock: simulator.clock.iso().replace("T", " ").slice(0, 19),
    requests: simulator.requests
      .slice(-ROWS)
      .toReversed()
      .map(({ at, method, path, status, fault }) => [
        timeOf(at),
        `${method} ${path}`,
        status ?? "-",
        fault ?? "",
      ]),
    balances: world.internalAccounts
      .map(({ id, customerId, currency }) => ({
        customerId,
        currency,
        amount: balances.get(id)?.amount ?? "0",
      }))
      .filter(({ amount }) => amount !== "0")
      .map(({ customerId, currency, amount }) => [
        customerId === null ? "Platform" : (names.get(customerId) ?? customerId),
        money(amount, currency),
      ]),
    transactions: world.transactions
      .slice(-ROWS)
      .toReversed()
      .map(({ createdAt, type, status }) => [timeOf(createdAt), type, status]),
  };
}
