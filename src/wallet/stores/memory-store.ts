import type { SessionStore, StoredSession } from "./session-store";

/** A store that lives as long as the object: the default. Give one to several wallets and they share their sessions. */
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
