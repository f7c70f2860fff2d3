import type { ResolvedOptions } from "../runtime/options";
import { primaryIdentifier, testSuffix } from "./account-identifiers";
import type { ExternalAccountRecord } from "./external-accounts";
import type {
  IncomingFailureReason,
  OutgoingFailureReason,
  PayoutOutcome,
  RefundReason,
} from "./transactions";

/** What decides the outcomes. */
export type OutcomeOptions = Pick<ResolvedOptions, "environment" | "delaysMs">;

/** How a transfer ends (specification, "Sandbox outcomes"; OP-55 for reasons and statuses). */
export type TransferOutcome =
  | { kind: "delivered" }
  /** Fails before any money moves. */
  | { kind: "refused" }
  /** The bank says no. */
  | { kind: "rejected" }
  /** Stays pending for `delayMs` and fails. */
  | { kind: "fails-later"; delayMs: number };

/** Why a transfer failed, by its direction (OP-55). */
export const transferFailureReasons: {
  incoming: Record<"failed" | "rejected", IncomingFailureReason>;
  outgoing: Record<"failed" | "rejected", OutgoingFailureReason>;
} = {
  incoming: { failed: "QUOTE_EXECUTION_FAILED", rejected: "OFFRAMP_FAILED" },
  outgoing: { failed: "QUOTE_EXECUTION_FAILED", rejected: "COUNTERPARTY_POST_TX_FAILED" },
};

/** The digits that select an outcome: only the sandbox looks at them. */
function scenario(options: OutcomeOptions, account: ExternalAccountRecord): string {
  return options.environment === "sandbox" ? testSuffix(primaryIdentifier(account.accountInfo)) : "";
}

export function transferOutcome(options: OutcomeOptions, account: ExternalAccountRecord): TransferOutcome {
  switch (scenario(options, account)) {
    case "002":
    case "003":
      return { kind: "refused" };
    case "004":
      return { kind: "rejected" };
    case "005":
      return { kind: "fails-later", delayMs: options.delaysMs.transferFailure };
    default:
      return { kind: "delivered" };
  }
}

/** An executed quote that nothing hinders. */
export function ordinaryPayout(options: OutcomeOptions): PayoutOutcome {
  return { kind: "delivered", delayMs: options.delaysMs.payout };
}

export function payoutOutcome(options: OutcomeOptions, account: ExternalAccountRecord): PayoutOutcome {
  const { delaysMs } = options;
  switch (scenario(options, account)) {
    case "002":
      return { kind: "refused", failureReason: "QUOTE_EXECUTION_FAILED" };
    case "003":
      return { kind: "delivered", delayMs: delaysMs.slowPayout };
    case "004":
      return undelivered("COUNTERPARTY_POST_TX_FAILED", "TRANSACTION_FAILED");
    case "005":
      return {
        kind: "returned",
        delayMs: delaysMs.returnedPayout,
        failureReason: "COUNTERPARTY_POST_TX_FAILED",
      };
    case "006":
      return undelivered("QUOTE_EXECUTION_FAILED", "USER_CANCELLATION");
    case "007":
      return undelivered("COUNTERPARTY_POST_TX_FAILED", "TRANSACTION_FAILED", "FAILED");
    default:
      return ordinaryPayout(options);
  }
}

/** A payee that only the sandbox has (specification, "Sandbox UMA destination addresses"). */
export interface SandboxPayee {
  currency: string;
  outcome: PayoutOutcome;
}

/** The payee behind a sandbox UMA name such as `success.usd`; `undefined` for any other name, and in production. */
export function sandboxPayee(options: OutcomeOptions, name: string): SandboxPayee | undefined {
  if (options.environment !== "sandbox") return undefined;
  switch (name) {
    case "success.usd":
    case "success.eur":
    case "success.mxn":
      return { currency: name.slice(-3).toUpperCase(), outcome: ordinaryPayout(options) };
    case "pending.long.usd":
      return {
        currency: "USD",
        outcome: { kind: "delivered", delayMs: options.delaysMs.longPendingPayout },
      };
    case "fail.compliance.usd":
      return { currency: "USD", outcome: undelivered("QUOTE_EXECUTION_FAILED", "TRANSACTION_FAILED") };
    default:
      return undefined;
  }
}

function undelivered(
  failureReason: OutgoingFailureReason,
  refundReason: RefundReason,
  refund: "COMPLETED" | "FAILED" = "COMPLETED",
): PayoutOutcome {
  return { kind: "undelivered", failureReason, refund, refundReason };
}
