import type { IncomingTransaction } from "../models/transaction";
import { parseDuration } from "./clock";

/** What the service charges on a quote. Fees are part of `totalSendingAmount` (QUO-06). */
export interface SimulatorFees {
  /** In the smallest unit of the sending currency, whichever that is. Default 0. */
  fixed?: number | undefined;
  /** The share of the sending amount, from 0 to below 1, read to eight decimals. Default 0.005. */
  rate?: number | undefined;
}

/** How long the sandbox's slow outcomes take: milliseconds, or a text such as `"30s"`. */
export interface SimulatorDelays {
  /** Transfers with suffix 005: from pending to failed (SBX-10). Default 30 s. */
  transferFailure?: number | string | undefined;
  /** Quotes with suffix 003: until they complete (SBX-13). Default 6 min. */
  slowPayout?: number | string | undefined;
  /** Quotes with suffix 005: from completed to failed (SBX-15, OP-56). Default 30 s. */
  returnedPayout?: number | string | undefined;
  /** Payments to `pending.long.usd`: until they complete (SBX-28, OP-62). Default 24 h. */
  longPendingPayout?: number | string | undefined;
  /** Every other executed quote: until it completes (SBX-17). Default 0: at once. */
  payout?: number | string | undefined;
}

/** The options of quotes, transfers and incoming payments. */
export interface MoneyOptions {
  fees?: SimulatorFees | undefined;
  delays?: SimulatorDelays | undefined;
  /** How long a quote can be executed, milliseconds or a text such as `"90s"` (QUO-03). Default 5 min. */
  quoteLifetime?: number | string | undefined;
  /** From when on a quote shows its `transactionId` (OP-51). Default `"execution"`. */
  quoteTransactionId?: "creation" | "execution" | undefined;
  /** The `accountType`s of external accounts that the service can pull from (OP-60). Default USD_ACCOUNT. */
  pullAccountTypes?: readonly string[] | undefined;
  /** What a receiver lookup asks for and `senderCustomerInfo` must then contain (QUO-22). Default: nothing. */
  requiredPayerDataFields?: readonly string[] | undefined;
  /** The destination countries, ISO 3166-1 alpha-2, for which a quote needs `purposeOfPayment` (QUO-21). Default: none. */
  purposeRequiredCountries?: readonly string[] | undefined;
  /**
   * Who approves an incoming UMA payment (EVT-04): the service by itself, or nobody until
   * `POST /transactions/{transactionId}/approve` or `/reject`. Default `"automatic"`.
   */
  paymentApproval?: "automatic" | "manual" | undefined;
  /**
   * The platform's approval webhook for incoming UMA payments (EVT-04): `true` approves, `false` rejects, an error makes
   * the payment fail with PAYMENT_APPROVAL_WEBHOOK_ERROR, no answer in time with PAYMENT_APPROVAL_TIMED_OUT. An answer
   * that comes later than at once finds the payment PENDING. Default: see `paymentApproval`.
   */
  approvePayment?: ((transaction: IncomingTransaction) => boolean | Promise<boolean>) | undefined;
  /** How long `approvePayment` may take on the simulator's clock. Default 30 s. */
  paymentApprovalTimeout?: number | string | undefined;
}

export interface ResolvedMoneyOptions {
  fees: { fixed: number; rate: number };
  /** In milliseconds. */
  delays: Record<keyof SimulatorDelays, number>;
  /** In milliseconds. */
  quoteLifetime: number;
  quoteTransactionId: "creation" | "execution";
  pullAccountTypes: readonly string[];
  requiredPayerDataFields: readonly string[];
  purposeRequiredCountries: readonly string[];
  paymentApproval: "automatic" | "manual";
  approvePayment: ((transaction: IncomingTransaction) => boolean | Promise<boolean>) | undefined;
  /** In milliseconds. */
  paymentApprovalTimeout: number;
}

function resolveFees({ fixed = 0, rate = 0.005 }: SimulatorFees): ResolvedMoneyOptions["fees"] {
  if (!Number.isSafeInteger(fixed) || fixed < 0) {
    throw new RangeError(
      "`fees.fixed` is an integer of at least 0, in the smallest unit of the sending currency",
    );
  }
  if (!(rate >= 0 && rate < 1)) throw new RangeError("`fees.rate` is a number from 0 to below 1");
  return { fixed, rate };
}

/** @throws {RangeError} when an option has a value it cannot have. */
export function resolveMoneyOptions(options: MoneyOptions): ResolvedMoneyOptions {
  const delays = options.delays ?? {};
  return {
    fees: resolveFees(options.fees ?? {}),
    delays: {
      transferFailure: parseDuration(delays.transferFailure ?? "30s"),
      slowPayout: parseDuration(delays.slowPayout ?? "6m"),
      returnedPayout: parseDuration(delays.returnedPayout ?? "30s"),
      longPendingPayout: parseDuration(delays.longPendingPayout ?? "24h"),
      payout: parseDuration(delays.payout ?? 0),
    },
    quoteLifetime: parseDuration(options.quoteLifetime ?? "5m"),
    quoteTransactionId: options.quoteTransactionId ?? "execution",
    pullAccountTypes: options.pullAccountTypes ?? ["USD_ACCOUNT"],
    requiredPayerDataFields: options.requiredPayerDataFields ?? [],
    purposeRequiredCountries: options.purposeRequiredCountries ?? [],
    paymentApproval: options.paymentApproval ?? "automatic",
    approvePayment: options.approvePayment,
    paymentApprovalTimeout: parseDuration(options.paymentApprovalTimeout ?? "30s"),
  };
}
