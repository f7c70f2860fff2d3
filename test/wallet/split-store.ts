import { memoryStore } from "payments-sdk/wallet";
import type { StoredPayment, StoredSession, StoreTables, WalletStore } from "payments-sdk/wallet";

/** A store with a method for each table, so that a test can replace one. The wallet's own methods use them. */
export interface SplitStore extends WalletStore {
  putSession(session: StoredSession): Promise<void>;
  deleteSession(id: string): Promise<void>;
  listSessions(accountId: string): Promise<StoredSession[]>;
  putPayment(payment: StoredPayment): Promise<void>;
  deletePayment(quoteId: string): Promise<void>;
  listPayments(accountId: string): Promise<StoredPayment[]>;
}

/** Splits a store. */
export function splitStore(inner: WalletStore = memoryStore()): SplitStore {
  return {
    putSession: async (session) => void (await inner.put("sessions", session.id, session)),
    deleteSession: async (id) => void (await inner.delete("sessions", id)),
    listSessions: (accountId) => inner.list("sessions", accountId),
    putPayment: async (payment) => void (await inner.put("payments", payment.quoteId, payment)),
    deletePayment: async (quoteId) => void (await inner.delete("payments", quoteId)),
    listPayments: (accountId) => inner.list("payments", accountId),
    get: (table, key) => inner.get(table, key),
    async put(table, key, row, condition) {
      if (table === "payloads") return inner.put(table, key, row, condition);
      if (condition && (await inner.get(table, key))?.version !== condition.version) return false;
      await (table === "payments"
        ? this.putPayment(row as StoredPayment)
        : this.putSession(row as StoredSession));
      return true;
    },
    async delete(table, key, condition) {
      if (table === "payloads") return inner.delete(table, key, condition);
      if (condition && (await inner.get(table, key))?.version !== condition.version) return false;
      await (table === "payments" ? this.deletePayment(key) : this.deleteSession(key));
      return true;
    },
    list<Table extends keyof StoreTables>(table: Table, accountId: string) {
      if (table === "payloads") return inner.list(table, accountId);
      const rows = table === "payments" ? this.listPayments(accountId) : this.listSessions(accountId);
      return rows as Promise<StoreTables[Table][]>;
    },
    lock: (name, work, signal) => inner.lock(name, work, signal),
  };
}
