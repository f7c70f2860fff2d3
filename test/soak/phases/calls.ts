import { connect, oneOf, times, transports } from "../connection";
import type { Phase } from "../phase";
import { transfer } from "../transfer";

const signer = { stamp: () => "stamp" };

/** Successful calls: reads, payments with keys and signed calls, with hooks and a long-lived signal. */
export const calls: readonly Phase[] = transports.map((transport) => ({
  name: `calls, ${transport}`,
  operations: 200_000,
  async open() {
    const { payments, close } = await connect(transport);
    const { signal } = new AbortController();
    const kinds = [
      () => payments.customers.retrieve("Customer:1", { signal }),
      () => payments.customers.retrieve("Customer:1"),
      () => payments.transfers.in(transfer, { signal }),
      () => payments.transfers.in(transfer, { idempotencyKey: crypto.randomUUID() }),
      () => payments.auth.sessions.revoke("Session:1", { signer, signal }),
    ];
    return {
      signals: [signal],
      run: (operations) => times(operations, (index) => oneOf(kinds, index)()),
      close,
    };
  },
}));
