import type { SimulatorEvent } from "../../runtime/events";
import type { Step } from "./payments";

/** What each task of `domain/tasks.ts` needs to run: ids, not records. */
export interface TaskData {
  "quote.expire": { quoteId: string };
  "transaction.step": { transactionId: string; step: Step };
  "payment-approval.time-out": { transactionId: string };
  "bulk-import.row": { jobId: string };
  "webhook.retry": Attempt;
}

export type TaskName = keyof TaskData;

export interface DueTask {
  id: string;
  /** When it is due, in milliseconds since 1970-01-01 UTC. */
  dueMs: number;
  task: TaskName;
  data: unknown;
}

export interface Attempt {
  event: SimulatorEvent;
  attempt: number;
  dueMs: number;
}

export interface Endpoint {
  /** As set at run time; `null` for none. Absent: that of the options. */
  url?: string | null;
  /** The attempts under way. A restored world makes them again. */
  attempts: Attempt[];
}
