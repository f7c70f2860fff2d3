import { formatAmount } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";

/** The number of rows in a table. */
const ROWS = 30;

type Row = readonly (string | number)[];

/** The parts of the simulator's state that the page shows. */
interface World {
  readonly customers: readonly { id: string; fullName?: string; umaAddress?: string }[];
  readonly internalAccounts: readonly { id: string; customerId: string | null; currency: string }[];
  readonly balances: readonly (readonly [string, { currency: string; amount: string }])[];
  readonly transactions: readonly { id: string; type: string; status: string; createdAt: string }[];
}

function cell(name: "th" | "td", text: string | number): HTMLElement {
  const made = document.createElement(name);
  made.textContent = String(text);
  return made;
}

function fill(id: string, columns: readonly string[], rows: readonly Row[]): void {
  const head = document.createElement("tr");
  head.append(...columns.map((column) => cell("th", column)));
  const body = rows.map((row) => {
    const line = document.createElement("tr");
    line.append(...row.map((text) => cell("td", text)));
    return line;
  });
  document.getElementById(id)?.replaceChildren(head, ...body);
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

/** Shows the current state of a simulator. */
export function showSimulator(simulator: Simulator): void {
  const world = simulator.snapshot().world as unknown as World;
  const names = new Map(
    world.customers.map(({ id, fullName, umaAddress }) => [id, fullName ?? umaAddress ?? id]),
  );
  const balances = new Map(world.balances);
  const clock = document.getElementById("clock");
  if (clock !== null) clock.textContent = simulator.clock.iso().replace("T", " ").slice(0, 19);
  fill(
    "requests",
    ["time", "request", "status", "fault"],
    simulator.requests
      .slice(-ROWS)
      .toReversed()
      .map(({ at, method, path, status, fault }) => [
        timeOf(at),
        `${method} ${path}`,
        status ?? "-",
        fault ?? "",
      ]),
  );
  fill(
    "balances",
    ["owner", "balance"],
    world.internalAccounts
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
  );
  fill(
    "transactions",
    ["time", "type", "status"],
    world.transactions
      .slice(-ROWS)
      .toReversed()
      .map(({ createdAt, type, status }) => [timeOf(createdAt), type, status]),
  );
}
