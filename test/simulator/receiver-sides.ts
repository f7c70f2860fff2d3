import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "payments-sdk";
import { expect } from "vitest";
import type { Payer } from "../support/world";

interface Inhabitants {
  customers: readonly Payer[];
  internals: readonly { id: string }[];
}

export const platformId = "Platform:world";

/** The allowed statuses of the receiver's side for each status of the sender's. */
const receiverStatuses: Partial<Record<string, string[]>> = {
  PENDING: ["PENDING"],
  EXPIRED: ["EXPIRED"],
  PROCESSING: ["PROCESSING"],
  COMPLETED: ["COMPLETED"],
  FAILED: ["FAILED", "REFUNDED"],
};

/** Checks that every quote to another party inside the service has an INCOMING side with a fitting status. Returns these sides. */
export function requireReceiverSides(world: Inhabitants, all: readonly Transaction[]): Set<Transaction> {
  const received = new Set<Transaction>();
  for (const outgoing of all) {
    if (outgoing.type !== "OUTGOING" || outgoing.quoteId === undefined) continue;
    const recipient = recipientOf(world, outgoing.destination);
    // An UMA address names no account, so the receiver's side does, also for a payment to oneself.
    const isByUma = "umaAddress" in outgoing.source || "umaAddress" in outgoing.destination;
    if (recipient === undefined || (recipient === outgoing.customerId && !isByUma)) continue;
    const side = all.find(
      (transaction) =>
        transaction.type === "INCOMING" &&
        !received.has(transaction) &&
        transaction.customerId === recipient &&
        transaction.createdAt === outgoing.createdAt &&
        isDeepStrictEqual(transaction.source, outgoing.source) &&
        isDeepStrictEqual(transaction.receivedAmount, outgoing.receivedAmount) &&
        receiverStatuses[outgoing.status]?.includes(transaction.status),
    );
    expect(side, JSON.stringify(outgoing)).toBeDefined();
    if (side) received.add(side);
  }
  return received;
}

/** The payee: a customer's id, the platform, or undefined outside the service. */
function recipientOf({ customers, internals }: Inhabitants, destination: object): string | undefined {
  if ("umaAddress" in destination)
    return customers.find(({ umaAddress }) => umaAddress === destination.umaAddress)?.id;
  const accountId = "accountId" in destination ? destination.accountId : undefined;
  if (!internals.some(({ id }) => id === accountId)) return undefined;
  const owner = customers.find(
    ({ accounts, wallet }) => wallet === accountId || Object.values(accounts).some((id) => id === accountId),
  );
  return owner?.id ?? platformId;
}
