import type { TransactionState } from "payments-sdk";

const words: Record<TransactionState, string> = {
  offered: "Waiting",
  processing: "On its way",
  completed: "Completed",
  failed: "Failed",
  refunded: "Refunded",
  expired: "Expired",
  unknown: "Unknown",
};

/** The state of a transaction, in words for a customer. */
export const stateWord = (state: TransactionState): string => words[state];
