import { isTimeoutError } from "payments-sdk";
import { connect, failing, oneOf, times, transports } from "../connection";
import type { Phase } from "../phase";

/** Timeouts of one attempt with and without a retry, and of the whole call, before the status and in the body. */
export const timeOuts: readonly Phase[] = transports.map((transport) => ({
  name: `time-outs, ${transport}`,
  operations: 20_000,
  async open() {
    const { payments, close } = await connect(transport);
    const { signal } = new AbortController();
    const headers = { "x-soak": "stall" };
    const kinds = [
      { headers, timeout: 5, maxRetries: 0 },
      { headers, timeout: 4, maxRetries: 1, signal },
      { headers, totalTimeout: 6, maxRetries: 0 },
      { headers, timeout: 4, totalTimeout: 7, maxRetries: 5, signal },
      { headers: { "x-soak": "stall-body" }, timeout: 6, maxRetries: 0, signal },
    ];
    return {
      signals: [signal],
      run: (operations) =>
        times(operations, async (index) => {
          const error = await failing(payments.customers.retrieve("Customer:1", oneOf(kinds, index)));
          if (!isTimeoutError(error)) throw error;
        }),
      close,
    };
  },
}));
