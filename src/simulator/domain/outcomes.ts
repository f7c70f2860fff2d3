import { primaryIdentifier, testSuffix } from "./account-kinds";
import type { ExternalAccountRecord } from "./records/accounts";
import type { PayoutOutcome } from "./records/payments";
import type { World } from "./world";

const notExecuted = "QUOTE_EXECUTION_FAILED";
const notDelivered = "COUNTERPARTY_POST_TX_FAILED";

/** How long the slow outcomes take (OP-56, OP-62). */
const MINUTE_MS = 60_000;
const FAILURE_MS = MINUTE_MS / 2;
const SLOW_PAYOUT_MS = 6 * MINUTE_MS;
const LONG_PENDING_MS = 24 * 60 * MINUTE_MS;

/** The digits that select an outcome: only the sandbox looks at them. */
function scenario({ options }: World, account: ExternalAccountRecord): string {
  return options.environment === "sandbox" ? testSuffix(primaryIdentifier(account.accountInfo)) : "";
}

type Outcomes = Readonly<Record<string, PayoutOutcome>>;

/** How a transfer ends (specification, "Sandbox outcomes"; OP-55 for reasons and statuses). */
const transferOutcomes: Outcomes = {
  "002": { kind: "refused", failureReason: notExecuted },
  "003": { kind: "refused", failureReason: notExecuted },
  "004": { kind: "undelivered", failureReason: notDelivered },
  "005": { kind: "fails-later", delayMs: FAILURE_MS, failureReason: notExecuted },
};

export const transferOutcome = (world: World, account: ExternalAccountRecord): PayoutOutcome =>
  transferOutcomes[scenario(world, account)] ?? { kind: "delivered", delayMs: 0 };

/** How a quote ends. */
const payoutOutcomes: Outcomes = {
  "002": { kind: "refused", failureReason: notExecuted },
  "003": { kind: "delivered", delayMs: SLOW_PAYOUT_MS },
  "004": { kind: "undelivered", failureReason: notDelivered },
  "005": { kind: "returned", delayMs: FAILURE_MS, failureReason: notDelivered },
  "006": { kind: "undelivered", failureReason: notExecuted, refundReason: "USER_CANCELLATION" },
  "007": { kind: "undelivered", failureReason: notDelivered, refund: "FAILED" },
};

export function ordinaryPayout({ options }: World): PayoutOutcome {
  return { kind: "delivered", delayMs: options.payoutDelayMs };
}

export const payoutOutcome = (world: World, account: ExternalAccountRecord): PayoutOutcome =>
  payoutOutcomes[scenario(world, account)] ?? ordinaryPayout(world);

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
      return { currency: "USD", outcome: { kind: "undelivered", failureReason: notExecuted } };
    default:
      return undefined;
  }
}
