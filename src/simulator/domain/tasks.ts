import { importRow } from "./onboarding";
import { timeOutApproval } from "./incoming-payments";
import { expireQuote } from "./quotes";
import { endPayment } from "./settlement";
import type { TaskData, World } from "./world";

/** Everything that the service does later, by name. */
export const tasks: { [Name in keyof TaskData]: (world: World, data: TaskData[Name]) => void } = {
  "quote.expire": expireQuote,
  "transaction.end": endPayment,
  "payment-approval.time-out": timeOutApproval,
  "bulk-import.row": importRow,
  "webhook.retry": (world, attempt) => {
    world.outside.deliver(attempt);
  },
};
