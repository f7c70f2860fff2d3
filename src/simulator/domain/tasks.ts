import { importRow } from "./onboarding";
import { timeOutApproval } from "./incoming-payments";
import { expireQuote } from "./quotes";
import { takeStep } from "./settlement";
import type { TaskData, World } from "./world";

/** Everything that the service does later, by name. */
export const tasks: { [Name in keyof TaskData]: (world: World, data: TaskData[Name]) => void } = {
  "quote.expire": (world, { quoteId }) => {
    expireQuote(world, quoteId);
  },
  "transaction.step": (world, { transactionId, step }) => {
    takeStep(world, transactionId, step);
  },
  "payment-approval.time-out": (world, { transactionId }) => {
    timeOutApproval(world, transactionId);
  },
  "bulk-import.row": (world, { jobId }) => {
    importRow(world, jobId);
  },
  "webhook.retry": (world, attempt) => {
    world.outside.deliver(attempt);
  },
};
