import { primaryIdentifier, testSuffix } from "./account-kinds";
import type { ExternalAccountRecord } from "./records/accounts";
import type { Failure, PayoutOutcome } from "./records/payments";
import type { World } from "./world";

const notExecuted: Failure = { failureReason: "QUOTE_EXECUTION_FAILED" };
const notDelivered: Failure = { failureReason: "COUNTERPARTY_POST_TX_FAILED" };

/** How long the slow outcomes take (OP-56, OP-62). */
const MINUTE_MS = 60_000;
const FAILURE_MS = MINUTE_MS / 2;
const SLOW_PAYOUT_MS = 6 * MINUTE_MS;
const LONG_PENDING_MS = 24 * 60 * MINUTE_MS;

const refused: PayoutOutcome = { waitsAt: "source", delayMs: 0, failure: notExecuted };
const undelivered: PayoutOutcome = { waitsAt: "transit", delayMs: 0, failure: notDelivered };
const arrivesAfter = (delayMs: number): PayoutOutcome => ({ waitsAt: "transit", delayMs });

/** The outcome that the last digits select. */
const scenario = (
  world: World,
  account: ExternalAccountRecord,
  outcomes: Readonly<Record<string, PayoutOutcome>>,
): PayoutOutcome | undefined => outcomes[testSuffix(world, primaryIdentifier(account.accountInfo))];

/** How a transfer ends (specification, "Sandbox outcomes"; OP-55 for reasons and statuses). */
export const transferOutcome = (world: World, account: ExternalAccountRecord): PayoutOutcome =>
  scenario(world, account, {
    "002": refused,
    "003": refused,
    "004": undelivered,
    "005": { waitsAt: "transit", delayMs: FAILURE_MS, failure: notExecuted },
  }) ?? arrivesAfter(0);

export const ordinaryPayout = ({ options }: World): PayoutOutcome => arrivesAfter(options.payoutDelayMs);

/** How a quote ends. */
export const payoutOutcome = (world: World, account: ExternalAccountRecord): PayoutOutcome =>
  scenario(world, account, {
    "002": refused,
    "003": arrivesAfter(SLOW_PAYOUT_MS),
    "004": undelivered,
    "005": { waitsAt: "destination", delayMs: FAILURE_MS, failure: notDelivered },
    "006": { ...undelivered, failure: { ...notExecuted, refundReason: "USER_CANCELLATION" } },
    "007": { ...undelivered, failure: { ...notDelivered, refund: "FAILED" } },
  }) ?? ordinaryPayout(world);

/** The payee behind a name such as `success.usd` (specification, "Sandbox UMA destination addresses"). */
export function sandboxPayee(world: World, name: string) {
  if (world.options.environment !== "sandbox") return undefined;
  const outcome = new Map([
    ...["success.usd", "success.eur", "success.mxn"].map((one) => [one, ordinaryPayout(world)] as const),
    ["pending.long.usd", arrivesAfter(LONG_PENDING_MS)],
    ["fail.compliance.usd", { ...undelivered, failure: notExecuted }],
  ]).get(name);
  return outcome && { currency: name.slice(-3).toUpperCase(), outcome };
}
