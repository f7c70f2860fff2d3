import { positive } from "../postgres/environment";

/** What an operator can set. All processes of one database need the same values. */
export const settings = {
  /** Requests to the service per second, of all workers together. */
  rate: positive("PAYOUTS_RATE", 20),
  /** Payouts under way at once, for each worker. */
  concurrency: positive("PAYOUTS_CONCURRENCY", 4),
  /** How often a payout is tried again before it moves to the dead-letter list. */
  retryLimit: positive("PAYOUTS_RETRY_LIMIT", 20),
  /** The first wait before another try; it doubles up to the longest one. Whole seconds. */
  retryDelaySeconds: positive("PAYOUTS_RETRY_DELAY", 2),
  /** The longest wait before another try. */
  longestDelaySeconds: positive("PAYOUTS_LONGEST_DELAY", 600),
  /** If a worker is silent for this time, its job goes to another worker. Longer than a gate's wait and a call. */
  expireSeconds: positive("PAYOUTS_EXPIRE", 120),
  /** How often the queue looks for silent workers. */
  superviseSeconds: positive("PAYOUTS_SUPERVISE", 10),
  /** How often a pending payout is looked up. */
  pollSeconds: positive("PAYOUTS_POLL", 30),
  /** How long one request may take. */
  timeoutMs: positive("PAYOUTS_TIMEOUT_MS", 30_000),
};
