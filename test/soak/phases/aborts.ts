import { getEventListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { isPaymentsError } from "payments-sdk";
import type { PaymentsClient } from "payments-sdk";
import { connect, failing, oneOf, times, transports } from "../connection";
import type { Phase } from "../phase";

/** Calls that share a signal which aborts under all of them. */
const TOGETHER = 50;

const stall = { "x-soak": "stall" };
const kindsOf = (payments: PaymentsClient, shared: AbortSignal) => {
  const aborted = async (headers: Record<string, string>, delayMs: number | undefined) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const call = failing(
      payments.customers.retrieve("Customer:1", { headers, signal: controller.signal, maxRetries: 0 }),
    );
    if (delayMs === undefined) await Promise.resolve();
    else await wait(delayMs);
    controller.abort(reason);
    const error = await call;
    if (!isPaymentsError(error) || error.code !== "ABORTED" || error.cause !== reason) throw error;
    if (getEventListeners(controller.signal, "abort").length > 0) throw new Error("a listener was left");
  };
  return [
    // Before.
    () => failing(payments.customers.retrieve("Customer:1", { signal: AbortSignal.abort() })),
    // During: while it connects or is sent, while the response is awaited, while the body comes, between two attempts.
    () => aborted(stall, undefined),
    () => aborted(stall, 3),
    () => aborted({ "x-soak": "stall-body" }, 4),
    async () => {
      const controller = new AbortController();
      const call = failing(
        payments.customers.list({}, { signal: controller.signal, headers: stall }).toArray(),
      );
      await wait(2);
      controller.abort();
      await call;
    },
    // After.
    async () => {
      const controller = new AbortController();
      await payments.customers.retrieve("Customer:1", { signal: controller.signal });
      controller.abort();
    },
    // The signal of the whole program stays on while the call's own time runs out.
    () => payments.customers.retrieve("Customer:1", { signal: shared }),
  ];
};

/** Aborts: one signal per call, one for fifty calls, and one that never aborts for all. */
export const aborts: readonly Phase[] = transports.map((transport) => ({
  name: `aborts, ${transport}`,
  operations: 20_000,
  async open() {
    const { payments, close } = await connect(transport);
    const { signal } = new AbortController();
    const kinds = kindsOf(payments, signal);
    const together = async () => {
      const controller = new AbortController();
      const options = { signal: controller.signal, headers: stall };
      const all = Promise.all(
        Array.from({ length: TOGETHER }, () => failing(payments.customers.retrieve("Customer:1", options))),
      );
      await wait(3);
      controller.abort();
      await all;
      if (getEventListeners(controller.signal, "abort").length > 0) throw new Error("a listener was left");
    };
    return {
      signals: [signal],
      async run(operations) {
        const half = Math.round(operations / 2);
        await times(half, (index) => oneOf(kinds, index)());
        await times(Math.ceil(half / TOGETHER), together, 2);
      },
      close,
    };
  },
}));
