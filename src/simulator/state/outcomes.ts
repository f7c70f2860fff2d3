import type { World } from "../world";
import { primaryIdentifier, testSuffix } from "./account-identifiers";
import type { ExternalAccountRecord } from "./external-accounts";
import type { IncomingFailureReason, OutgoingFailureReason, RefundReason } from "./transactions";

/** How an executed quote ends (specification, Sandbox outcomes). */
export type PayoutOutcome =
  /** Arrives after `delay` milliseconds. */
  | { kind: "delivered"; delay: number }
  /** Arrives at once, and comes back after `delay` milliseconds. */
  | { kind: "returned"; delay: number; failureReason: OutgoingFailureReason }
  /** Fails before any money moves. */
  | { kind: "refused"; failureReason: OutgoingFailureReason }
  /** Fails once the money is on its way: it is refunded, or the refund fails as well. */
  | {
      kind: "undelivered";
      failureReason: OutgoingFailureReason;
      refund: "COMPLETED" | "FAILED";
      refundReason: RefundReason;
    };

/** How a transfer ends (specification, Sandbox outcomes; OP-55 for reasons and statuses). */
export type TransferOutcome =
  | { kind: "delivered" }
  /** Fails before any money moves. */
  | { kind: "refused" }
  /** The bank says no. */
  | { kind: "rejected" }
  /** Stays pending for `delay` milliseconds and fails. */
  | { kind: "fails-later"; delay: number };

/** Why a transfer failed, by its direction (OP-55). */
export const transferFailureReasons: {
  incoming: Record<"failed" | "rejected", IncomingFailureReason>;
  outgoing: Record<"failed" | "rejected", OutgoingFailureReason>;
} = {
  incoming: { failed: "QUOTE_EXECUTION_FAILED", rejected: "OFFRAMP_FAILED" },
  outgoing: { failed: "QUOTE_EXECUTION_FAILED", rejected: "COUNTERPARTY_POST_TX_FAILED" },
};

/** The digits that select an outcome: only the sandbox looks at them. */
function scenario(world: World, account: ExternalAccountRecord): string {
  return world.options.environment === "sandbox" ? testSuffix(primaryIdentifier(account.accountInfo)) : "";
}

export function transferOutcome(world: World, account: ExternalAccountRecord): TransferOutcome {
  switch (scenario(world, account)) {
    case "002":
    case "003":
      return { kind: "refused" };
    case "004":
      return { kind: "rejected" };
    case "005":
      return { kind: "fails-later", delay: world.options.delays.transferFailure };
    default:
      return { kind: "delivered" };
  }
}

/** An executed quote that nothing hinders. */
export function ordinaryPayout(world: World): PayoutOutcome {
  return { kind: "delivered", delay: world.options.delays.payout };
}

export function payoutOutcome(world: World, account: ExternalAccountRecord): PayoutOutcome {
  const { delays } = world.options;
  switch (scenario(world, account)) {
    case "002":
      return { kind: "refused", failureReason: "QUOTE_EXECUTION_FAILED" };
    case "003":
      return { kind: "delivered", delay: delays.slowPayout };
    case "004":
      return undelivered("COUNTERPARTY_POST_TX_FAILED", "TRANSACTION_FAILED");
    case "005":
      return { kind: "returned", delay: delays.returnedPayout, failureReason: "COUNTERPARTY_POST_TX_FAILED" };
    case "006":
      return undelivered("QUOTE_EXECUTION_FAILED", "USER_CANCELLATION");
    case "007":
      return undelivered("COUNTERPARTY_POST_TX_FAILED", "TRANSACTION_FAILED", "FAILED");
    default:
      return ordinaryPayout(world);
  }
}

/** A payee that only the sandbox has (specification, Sandbox UMA destination addresses). */
export interface SandboxPayee {
  currency: string;
  outcome: PayoutOutcome;
}

/** The payee behind a sandbox UMA name such as `success.usd`; `undefined` for any other name, and in production. */
export function sandboxPayee(world: World, name: string): SandboxPayee | undefined {
  if (world.options.environment !== "sandbox") return undefined;
  switch (name) {
    case "success.usd":
    case "success.eur":
    case "success.mxn":
      return { currency: name.slice(-3).toUpperCase(), outcome: ordinaryPayout(world) };
    case "pending.long.usd":
      return {
        currency: "USD",
        outcome: { kind: "delivered", delay: world.options.delays.longPendingPayout },
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
