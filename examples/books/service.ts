/**
 * The simulator as a process of its own, for the demo, the test and the figures. Its parent lets it make an hour of payments, and
 * deliver their events.
 */
import { PaymentsClient } from "payments-sdk";
import type { ExternalAccountId, InternalAccountId } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorEvent } from "payments-sdk/simulator";
import { serveParent } from "../postgres/serve-parent";
import { deliver } from "./mail";
import type { Losses } from "./mail";

/** What the parent sends. */
export type ServiceCommand =
  /** Make payments until there are so many events, spread over an hour. */
  | { make: number }
  /** Deliver the events to these endpoints. */
  | { deliver: string[]; losses: Losses }
  /** Put money on an account, without a transaction. */
  | { fund: number }
  /** Only tell. */
  | { tell: true };

/** The response: how much there is, and which transactions lost the event about their last change. */
export interface Told {
  events: number;
  transactions: number;
  outdated: string[];
  /** How many transactions the lists had so far. */
  listed: number;
}

const HOUR_MS = 3_600_000;
const simulator = new Simulator({
  seed: "books",
  now: new Date(Date.now() - HOUR_MS),
  approval: { mode: "automatic" },
});
// Payments of the time before the books. They have no events.
const { transactionIds: history } = simulator.seed({ customers: 12, transactions: 300, period: "20d" });
const payments = new PaymentsClient(simulator.clientOptions());

let listed = 0;
simulator.onExchange(({ operation, query, responseBody }) => {
  // This process asks for one, to count all.
  if (operation === "GET /transactions" && query["limit"] !== "1")
    listed += (responseBody as { data: unknown[] }).data.length;
});
const events: SimulatorEvent[] = [];
simulator.on("*", (event) => {
  events.push(event);
});

interface Pair {
  internal: InternalAccountId;
  external: ExternalAccountId;
}

/** The dollar accounts of customers, each with bank accounts. Their last digits decide how a transfer ends. */
async function pairs(): Promise<Pair[]> {
  const found: Pair[] = [];
  const accounts = await payments.internalAccounts.list({ currency: "USD", limit: 100 }).toArray();
  for (const { id: internal, customerId } of accounts) {
    for (const digits of ["300", "301", "302", "303", "304", "004", "005", "002"]) {
      const { id: external } = await payments.externalAccounts.create({
        customerId: customerId ?? undefined,
        currency: "USD",
        accountInfo: {
          accountType: "USD_ACCOUNT",
          accountNumber: `123456${digits}`,
          routingNumber: "021000021",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
        },
      });
      found.push({ internal, external });
    }
  }
  return found;
}

async function make(count: number): Promise<void> {
  const start = events.length;
  const all = await pairs();
  let minute = 0;
  for (let index = 0; events.length - start < count; index += 1) {
    const { internal, external } = all[index % all.length]!;
    const amount = 1_000 + (index % 500) * 7;
    await payments.transfers.in({
      source: { accountId: external },
      destination: { accountId: internal },
      amount: 2 * amount,
    });
    await payments.transfers.out({
      source: { accountId: internal },
      destination: { accountId: external },
      amount,
    });
    // Several payments share an instant, as on a busy day.
    for (; minute < Math.floor((60 * (events.length - start)) / count); minute += 1)
      await simulator.clock.advance("1m");
  }
}

/** The id of the transaction that an event tells of. */
function transactionOf({ data }: SimulatorEvent): string | undefined {
  const id: unknown = typeof data === "object" && data !== null && "id" in data ? data.id : undefined;
  return typeof id === "string" && id.startsWith("Transaction:") ? id : undefined;
}
const newestEvents = () => new Map(events.map((event) => [transactionOf(event), event.id]));

async function carryOut(command: ServiceCommand): Promise<Told> {
  const outdated = new Set<string>(history);
  if ("make" in command) await make(command.make);
  else if ("deliver" in command) {
    const newest = newestEvents();
    for (const id of newest.keys()) if (id !== undefined) outdated.delete(id);
    for (const event of await deliver(simulator, events, command.deliver, command.losses)) {
      const id = transactionOf(event);
      if (id !== undefined && newest.get(id) === event.id) outdated.add(id);
    }
  } else if ("fund" in command) {
    const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
    if (account === undefined) throw new Error("the platform has no USD account");
    await payments.sandbox.fund(account.id, { amount: command.fund });
  }
  const { totalCount = 0 } = await payments.transactions.list({ limit: 1 });
  return { events: events.length, transactions: totalCount ?? 0, outdated: [...outdated], listed };
}
await serveParent(simulator, carryOut);
