import { untilAborted } from "../../core/abort";
import type { StoreCondition, StoreTables, WalletStore } from "./wallet-store";

/** Locks for the calls of one page. */
export function pageLocks(): WalletStore["lock"] {
  const latest = new Map<string, Promise<void>>();
  return async (name, work, signal) => {
    const earlier = latest.get(name);
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const turn = Promise.resolve(earlier).then(() => over);
    latest.set(name, turn);
    // Whoever gave up the wait leaves the earlier work its lock.
    void turn.then(() => latest.get(name) === turn && latest.delete(name));
    try {
      await untilAborted(signal, async () => earlier);
      await work();
    } finally {
      end();
    }
  };
}

/**
 * A store in memory, the default. It lives as long as the object. Wallets with the same store share their sessions.
 *
 * @example
 * ```ts
 * const wallet = new Wallet({ client: payments, accountId, store: memoryStore() });
 * ```
 */
export function memoryStore(): WalletStore {
  const tables: { readonly [Table in keyof StoreTables]: Map<string, StoreTables[Table]> } = {
    sessions: new Map(),
    payments: new Map(),
    payloads: new Map(),
  };
  const rowsOf = <Table extends keyof StoreTables>(table: Table): Map<string, StoreTables[Table]> =>
    tables[table];
  const holds = (table: keyof StoreTables, key: string, condition: StoreCondition | undefined) =>
    condition === undefined || rowsOf(table).get(key)?.version === condition.version;
  return {
    get: async (table, key) => rowsOf(table).get(key),
    put: async (table, key, row, condition) => {
      const isWritten = holds(table, key, condition);
      if (isWritten) rowsOf(table).set(key, row);
      return isWritten;
    },
    delete: async (table, key, condition) => {
      if (holds(table, key, condition)) rowsOf(table).delete(key);
      return !rowsOf(table).has(key);
    },
    list: async (table, accountId) =>
      [...rowsOf(table).values()].filter((row) => row.accountId === accountId),
    lock: pageLocks(),
  };
}
