import type { CurrencyAmount, Transaction } from "payments-sdk";
import type { Payee, UserInfo } from "../shared";
import { payeeOf } from "./payee";

/** A transaction as the owner of the wallet sees it. */
export interface TransactionSummary {
  readonly title: string;
  readonly isIncoming: boolean;
  /** What the owner's balance changed by, as far as it is known. */
  readonly moved: CurrencyAmount | undefined;
  /** How far it is; a completed one needs no word. */
  readonly word: string | undefined;
  readonly payee: Payee | undefined;
}

const words: Record<string, string | undefined> = {
  CREATED: "Announced",
  PENDING: "Waiting",
  EXPIRED: "Expired",
  PROCESSING: "On its way",
  FAILED: "Failed",
  REJECTED: "Rejected",
  REFUNDED: "Refunded",
};

export function summaryOf(user: UserInfo, transaction: Transaction): TransactionSummary {
  const { destination, status } = transaction;
  const isIncoming = "accountId" in destination && destination.accountId === user.accountId;
  const moved =
    isIncoming || transaction.type === "INCOMING" ? transaction.receivedAmount : transaction.sentAmount;
  const payee = payeeOf(user, destination);
  return {
    title: isIncoming ? "Money added" : (payee?.name ?? "Payment"),
    isIncoming,
    moved: moved ?? undefined,
    word: status === "COMPLETED" ? undefined : (words[status] ?? status),
    payee,
  };
}
