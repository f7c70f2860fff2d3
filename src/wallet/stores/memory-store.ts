import type { SessionStore, StoredPayment, StoredSession } from "./session-store";

/** How many payloads a store remembers. A page rarely signs more. */
export const REMEMBERED = 1_000;

/** Adds an entry, unless there is one. Returns the value of the first. Forgets the oldest entries. */
export function firstOf(entries: Map<string, string>, key: string, value: string): string {
  const first = entries.get(key) ?? value;
  entries.set(key, first);
  if (entries.size > REMEMBERED) entries.delete([...entries.keys()][0] ?? "");
  return first;
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
    claimPayload: async (hash, purpose) => firstOf(payloads, hash, purpose),
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
