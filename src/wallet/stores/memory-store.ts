import type { SessionStore, StoredSession } from "./session-store";

/**
 * A store that lives as long as the object: the default. Wallets that are given the same one share their sessions.
 *
 * @example
 * ```ts
 * const wallet = new Wallet({ client: payments, accountId, store: memoryStore() });
 * ```
 */
export function memoryStore(): SessionStore {
  const entries = new Map<string, StoredSession>();
  return {
    get: async (id) => entries.get(id),
    put: async (session) => {
      entries.set(session.id, session);
    },
    delete: async (id) => {
      entries.delete(id);
    },
    list: async (accountId) => [...entries.values()].filter((session) => session.accountId === accountId),
  };
}
