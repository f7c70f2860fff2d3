import type { SessionStore, StoredPayment, StoredSession } from "./session-store";

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
  const turns = new Map<string, Promise<void>>();
  return {
    get: async (id) => entries.get(id),
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
    alone: (name, work) => {
      const turn = (turns.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
      turns.set(name, turn);
      const end = () => {
        if (turns.get(name) === turn) turns.delete(name);
      };
      turn.then(end, end);
      return turn;
    },
  };
}
