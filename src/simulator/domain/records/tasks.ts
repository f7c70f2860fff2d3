import type { Attempt } from "./deliveries";
import type { Step } from "./payments";

/** What each task of `domain/tasks.ts` needs to run: ids, not records. */
export interface TaskData {
  "quote.expire": { quoteId: string };
  "transaction.step": { transactionId: string; step: Step };
  "payment-approval.time-out": { transactionId: string };
  "bulk-import.row": { jobId: string };
  "webhook.retry": Attempt;
}

/** The name of a task. */
export type TaskName = keyof TaskData;

/** Something that the service does later. */
export interface DueTask {
  id: string;
  /** When it is due, in milliseconds since 1970-01-01 UTC. */
  dueMs: number;
  task: TaskName;
  data: unknown;
}
