import type { StoredSession } from "../wallet-session";
import type { SessionStore, StoredPayment } from "./session-store";

/** How many payloads a store remembers. A page rarely signs more. */
export const REMEMBERED = 1_000;

/** Runs work after the earlier work of the same name. */
export function inTurn<Result>(
  turns: Map<string, Promise<unknown>>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = (turns.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
  turns.set(name, turn);
  const end = () => {
    if (turns.get(name) === turn) turns.delete(name);
  };
  turn.then(end, end);
  return turn;
}

/**
 * A store in memory, the default. It lives as long as the object. Wallets with the same store share their sessions.
 *
 * @example
 * ```ts
 * const wallet = new Wallet({ client: payments, accountId, store: memoryStore() });
 * ```
 */
export function memoryStore(): SessionStore {
  const entries = new Map<string, StoredSession>();
  const payments = new Map<string, StoredPayment>();
  const payloads = new Map<string, string>();
  const turns = new Map<string, Promise<unknown>>();
  return {
    put: async (session) => {
      entries.set(session.id, session);
    },
    delete: async (id) => {
      entries.delete(id);
    },
    list: async (accountId) => [...entries.values()].filter((session) => session.accountId === accountId),
    putPayment: async (payment) => {
      payments.set(payment.quoteId, payment);
    },
    deletePayment: async (quoteId) => {
      payments.delete(quoteId);
    },
    listPayments: async (accountId) =>
      [...payments.values()].filter((payment) => payment.accountId === accountId),
    claimPayload: async (hash, purpose) => {
      const first = payloads.get(hash) ?? purpose;
      payloads.set(hash, first);
      if (payloads.size > REMEMBERED) payloads.delete([...payloads.keys()][0] ?? "");
      return first;
    },
    alone: (name, work) => inTurn(turns, name, work),
  };
}
