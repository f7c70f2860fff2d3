import { once } from "node:events";
import { createServer } from "node:net";
import { isPaymentsError } from "payments-sdk";
import { connect, failing, oneOf, times, transports } from "../connection";
import type { Phase } from "../phase";
import { transfer } from "../transfer";

/** A port that refuses connections. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

const how = (name: string) => ({ headers: { "x-soak": name } });

/** Failures: no connection, a broken connection, 503 with retries, and invalid responses. */
export const failures: readonly Phase[] = transports.map((transport) => ({
  name: `failures, ${transport}`,
  operations: 20_000,
  async open() {
    const { payments, clientAt, close } = await connect(transport);
    const { signal } = new AbortController();
    const nobody = clientAt(`http://127.0.0.1:${await closedPort()}/v1`);
    const kinds = [
      () => nobody.customers.retrieve("Customer:1", { signal, maxRetries: 1 }),
      () => payments.customers.retrieve("Customer:1", { ...how("reset"), signal, maxRetries: 1 }),
      () => payments.customers.retrieve("Customer:1", { ...how("failure"), signal }),
      () => payments.transfers.in(transfer, { ...how("failure"), signal }),
      () => payments.customers.retrieve("Customer:1", { ...how("broken"), signal }),
      () => payments.customers.retrieve("Customer:1", { ...how("page"), signal }),
      () => payments.customers.retrieve("Customer:1", { ...how("cut-body"), maxRetries: 0 }),
      () => payments.customers.list({}, { ...how("reset"), signal, maxRetries: 0 }).toArray(),
    ];
    return {
      signals: [signal],
      run: (operations) =>
        times(operations, async (index) => {
          const error = await failing(oneOf(kinds, index)());
          if (!isPaymentsError(error)) throw error;
        }),
      close,
    };
  },
}));
