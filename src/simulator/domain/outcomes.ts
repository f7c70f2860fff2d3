import { primaryIdentifier, testSuffix } from "./account-kinds";
import type { ExternalAccountRecord } from "./records/accounts";
import type { OutgoingFailureReason, PayoutOutcome, RefundReason } from "./records/payments";
import type { World } from "./world";

/** How a transfer ends (specification, "Sandbox outcomes"; OP-55 for reasons and statuses). */
export type TransferOutcome =
  | { kind: "delivered" }
  /** Fails before any money moves. */
  | { kind: "refused" }
  | { kind: "rejected" }
  /** Stays pending for `delayMs` and fails. */
  | { kind: "fails-later"; delayMs: number };

/** How long the slow outcomes take (OP-56, OP-62). */
const MINUTE_MS = 60_000;
const FAILURE_MS = MINUTE_MS / 2;
const SLOW_PAYOUT_MS = 6 * MINUTE_MS;
const LONG_PENDING_MS = 24 * 60 * MINUTE_MS;

/** The digits that select an outcome: only the sandbox looks at them. */
function scenario({ options }: World, account: ExternalAccountRecord): string {
  return options.environment === "sandbox" ? testSuffix(primaryIdentifier(account.accountInfo)) : "";
}

export function transferOutcome(world: World, account: ExternalAccountRecord): TransferOutcome {
  switch (scenario(world, account)) {
    case "002":
    case "003":
      return { kind: "refused" };
    case "004":
      return { kind: "rejected" };
    case "005":
      return { kind: "fails-later", delayMs: FAILURE_MS };
    default:
      return { kind: "delivered" };
  }
}

export function ordinaryPayout({ options }: World): PayoutOutcome {
  return { kind: "delivered", delayMs: options.payoutDelayMs };
}

export function payoutOutcome(world: World, account: ExternalAccountRecord): PayoutOutcome {
  switch (scenario(world, account)) {
    case "002":
      return { kind: "refused", failureReason: "QUOTE_EXECUTION_FAILED" };
    case "003":
      return { kind: "delivered", delayMs: SLOW_PAYOUT_MS };
    case "004":
      return undelivered("COUNTERPARTY_POST_TX_FAILED", "TRANSACTION_FAILED");
    case "005":
      return { kind: "returned", delayMs: FAILURE_MS, failureReason: "COUNTERPARTY_POST_TX_FAILED" };
    case "006":
      return undelivered("QUOTE_EXECUTION_FAILED", "USER_CANCELLATION");
    case "007":
      return undelivered("COUNTERPARTY_POST_TX_FAILED", "TRANSACTION_FAILED", "FAILED");
    default:
      return ordinaryPayout(world);
  }
}

/** The payee behind a name such as `success.usd` (specification, "Sandbox UMA destination addresses"). */
export function sandboxPayee(
  world: World,
  name: string,
): { currency: string; outcome: PayoutOutcome } | undefined {
  if (world.options.environment !== "sandbox") return undefined;
  switch (name) {
    case "success.usd":
    case "success.eur":
    case "success.mxn":
      return { currency: name.slice(-3).toUpperCase(), outcome: ordinaryPayout(world) };
    case "pending.long.usd":
      return { currency: "USD", outcome: { kind: "delivered", delayMs: LONG_PENDING_MS } };
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
