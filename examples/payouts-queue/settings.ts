import { positive } from "../postgres/environment.js";

/** What an operator can set. All processes of one database need the same values. */
export const settings = {
  /** Requests to the service per second, of all workers together. */
  rate: positive("PAYOUTS_RATE", 20),
  /** Payouts under way at once, for each worker. */
  concurrency: positive("PAYOUTS_CONCURRENCY", 4),
  /**
   * The longest time between the record of a try and the arrival of its last copy at the service, in milliseconds. After half of it, a
   * worker sends nothing any more. The other half is for the network.
   */
  maxDelay: positive("PAYOUTS_MAX_DELAY_MS", 600_000),
  /** How often a payout is tried before a person decides. With the waits below, an outage of the service may last 15 hours. */
  maxTries: positive("PAYOUTS_MAX_TRIES", 100),
  /** How long a payout waits for money on its account, in milliseconds. */
  maxMoneyWait: positive("PAYOUTS_MAX_MONEY_WAIT_MS", 86_400_000),
  /** The first wait before another try, in milliseconds. It doubles up to the longest one. */
  firstWait: positive("PAYOUTS_FIRST_WAIT_MS", 2_000),
  /** The longest wait before another try, in milliseconds. */
  longestWait: positive("PAYOUTS_LONGEST_WAIT_MS", 600_000),
  /** If a worker is silent for this time, its job goes to another worker. Longer than a gate's wait and a call. */
  expireSeconds: positive("PAYOUTS_EXPIRE", 120),
  /** How often the queue looks for silent workers. */
  superviseSeconds: positive("PAYOUTS_SUPERVISE", 10),
  /** How often a pending payout is looked up. */
  pollSeconds: positive("PAYOUTS_POLL", 30),
  /** How long one request may take. */
  timeoutMs: positive("PAYOUTS_TIMEOUT_MS", 30_000),
};
