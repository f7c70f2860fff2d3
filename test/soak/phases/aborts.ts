import { getEventListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { isPaymentsError } from "payments-sdk";
import type { PaymentsClient } from "payments-sdk";
import { connect, failing, oneOf, times, transports } from "../connection";
import type { Phase } from "../phase";

/** Calls with a shared signal that aborts all of them. */
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
    // During: while it connects or sends, waits for the response, reads the body, or waits between two attempts.
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
    // The program's signal never aborts. The call's own timeout ends it.
    () => payments.customers.retrieve("Customer:1", { signal: shared }),
  ];
};

/** Aborts with one signal per call, one for fifty calls, and one for all calls that never aborts. */
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
