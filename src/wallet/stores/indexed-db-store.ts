import { readConfiguration } from "../../core/read-options";
import { text } from "../../options/kinds";
import type { SessionStore, StoredPayment, StoredSession } from "./session-store";

/** 2 added the payments. */
const VERSION = 2;
const SESSIONS = "sessions";
const PAYMENTS = "payments";
const ACCOUNT = "accountId";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Options of {@link indexedDbStore}. */
export interface IndexedDbStoreOptions {
  /** The database's name. Default `"payments-sdk"`. */
  name?: string | undefined;
}

/** What the database holds under a session's id. */
interface Entry {
  id: string;
  accountId: string;
  session: StoredSession;
  /** By the device's clock, in milliseconds since the epoch. */
  storedAt: number;
}

/**
 * A store that survives a reload and serves every tab of the site: the browser's IndexedDB. Session keys are kept as
 * non-extractable `CryptoKey` objects, whose bytes no code can read.
 *
 * Where the browser has no storage to offer (no IndexedDB, private mode, a browser that cannot store keys) its methods
 * reject. A wallet then keeps its sessions in memory and logs a warning.
 *
 * **Warning**: whoever can run scripts in the site can sign with a stored key until the session ends. A strict
 * Content-Security-Policy keeps them out.
 *
 * @example
 * ```ts
 * const wallet = new Wallet({ relay: "/wallet", accountId, store: indexedDbStore() });
 * await wallet.restore();     // after a reload: the session, if there is one
 * ```
 *
 * @throws {ConfigurationError} when `name` is not a non-empty string.
 * @see Indexed Database API 3.0, section 2
 * @see Web Cryptography API, section 13
 */
export function indexedDbStore(options: IndexedDbStoreOptions = {}): SessionStore {
  const { name = "payments-sdk" } = readConfiguration(options, { name: text }, "indexedDbStore");
  let connection: Promise<IDBDatabase> | undefined;

  const connect = (): Promise<IDBDatabase> => {
    const disconnected = () => {
      connection = undefined;
    };
    if (connection === undefined) {
      connection = open(name, disconnected).then(withoutLeftovers);
      connection.catch(disconnected);
    }
    return connection;
  };

  const run = async <Result>(
    mode: IDBTransactionMode,
    action: (entries: IDBObjectStore) => IDBRequest<Result>,
    name = SESSIONS,
  ): Promise<Result> => {
    const transaction = (await connect()).transaction(name, mode);
    const request = action(transaction.objectStore(name));
    await completion(transaction);
    return request.result;
  };

  return {
    async get(id) {
      const entry = await run<Entry | undefined>("readonly", (sessions) => sessions.get(id));
      return entry?.session;
    },
    async put(session) {
      const { id, accountId } = session;
      const entry: Entry = { id, accountId, session, storedAt: Date.now() };
      await run("readwrite", (sessions) => sessions.put(entry));
    },
    async delete(id) {
      await run("readwrite", (sessions) => sessions.delete(id));
    },
    async list(accountId) {
      const entries = await run<Entry[]>("readonly", (sessions) => sessions.index(ACCOUNT).getAll(accountId));
      return entries.map(({ session }) => session);
    },
    async putPayment(payment) {
      await run("readwrite", (payments) => payments.put(payment), PAYMENTS);
    },
    async deletePayment(quoteId) {
      await run("readwrite", (payments) => payments.delete(quoteId), PAYMENTS);
    },
    listPayments(accountId) {
      return run<StoredPayment[]>(
        "readonly",
        (payments) => payments.index(ACCOUNT).getAll(accountId),
        PAYMENTS,
      );
    },
  };
}

/**
 * Opens the database.
 *
 * @param disconnected called when the connection can no longer be used, so that the next one is opened anew
 */
function open(name: string, disconnected: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const [name, keyPath] of [
        [SESSIONS, "id"],
        [PAYMENTS, "quoteId"],
      ] as const) {
        if (result.objectStoreNames.contains(name)) continue;
        result.createObjectStore(name, { keyPath }).createIndex(ACCOUNT, ACCOUNT);
      }
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB could not be opened"));
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = disconnected;
      // Another tab deletes or upgrades the database, and waits for this connection to end.
      database.onversionchange = () => {
        database.close();
        disconnected();
      };
      resolve(database);
    };
  });
}

/**
 * Drops sessions that have long expired: a wallet removes its own, and those of wallets that nobody opens here any more would
 * stay for ever. Nothing is dropped that was stored within a day, in case the device's clock is wrong.
 */
function withoutLeftovers(database: IDBDatabase): IDBDatabase {
  const sessions = database.transaction(SESSIONS, "readwrite").objectStore(SESSIONS);
  const request: IDBRequest<Entry[]> = sessions.getAll();
  request.onsuccess = () => {
    const limit = Date.now() - DAY_MS;
    for (const { id, session, storedAt } of request.result) {
      if (storedAt < limit && Date.parse(session.expiresAt) < limit) sessions.delete(id);
    }
  };
  // Not waited for: whatever uses the sessions next comes after it.
  return database;
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // An error that nobody handles aborts; so does a full disk, without an error of a request.
    transaction.onabort = () =>
      reject(transaction.error ?? new Error("the IndexedDB transaction was aborted"));
  });
}
