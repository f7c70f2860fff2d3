import { nameOf } from "../../core/errors";
import { textOf } from "../../core/fields";
import { readConfiguration } from "../../core/read-options";
import { within } from "../../core/time-limit";
import { text } from "../../options/kinds";
import { pageLocks } from "./memory-store";
import type { StoredSession } from "../wallet-session";
import type { StoreCondition, StoreTables, WalletStore } from "./wallet-store";

const VERSION = 4;
/** The tables, and the field that is the key of a row. */
const TABLES = { sessions: "id", payments: "quoteId", payloads: "hash" } as const;
const ACCOUNT = "accountId";
const DAY_MS = 24 * 60 * 60 * 1000;
/** A connection that does not respond for so long is dropped. As long as the wallet waits for a store. */
const STALLED_MS = 3_000;

/** Options of {@link indexedDbStore}. */
export interface IndexedDbStoreOptions {
  /** The database's name. Default `"payments-sdk"`. */
  name?: string | undefined;
}

/**
 * A store in the browser's IndexedDB. It survives a reload and serves every tab of the site. Session keys are stored
 * as non-extractable `CryptoKey` objects, so no code can read their bytes.
 *
 * A connection that the system has ended, as phones do in the background, is opened again. Tabs keep apart with Web Locks. Pages
 * without HTTPS have none: there only the calls of one page keep apart.
 *
 * If the browser has no usable storage (no IndexedDB, private mode, no storage for keys), the methods reject. A wallet then
 * keeps its sessions in memory and logs a warning.
 *
 * **Warning**: anyone who can run scripts in the site can sign with a stored key until the session ends. Use a strict
 * Content-Security-Policy to block other scripts.
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
export function indexedDbStore(options: IndexedDbStoreOptions = {}): WalletStore {
  const { name = "payments-sdk" } = readConfiguration(options, { name: text }, "indexedDbStore");
  const locks = pageLocks();
  let connection: Promise<IDBDatabase> | undefined;

  /** Closes a connection, so that the next use opens a new one. */
  const drop = (dropped: Promise<IDBDatabase> | undefined): void => {
    dropped?.then(
      (database) => database.close(),
      () => {},
    );
    if (connection === dropped) connection = undefined;
  };

  const attempt = async <Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> => {
    const current: Promise<IDBDatabase> = (connection ??= open(name, () => drop(current)));
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const database = await current;
      timer = setTimeout(() => drop(current), STALLED_MS);
      if (typeof timer === "object") timer.unref();
      return await work(database);
    } catch (error) {
      drop(current);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  /** Repeats the work with a new connection if it failed: a transaction that failed has written nothing. A full disk stays full. */
  const withConnection = <Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> =>
    attempt(work).catch((error: unknown) => {
      if (nameOf(error) === "QuotaExceededError") throw error;
      return attempt(work);
    });

  const read = <Result>(
    table: keyof StoreTables,
    action: (rows: IDBObjectStore) => IDBRequest,
  ): Promise<Result> =>
    withConnection(async (database) => {
      const transaction = database.transaction(table, "readonly");
      const request = action(transaction.objectStore(table));
      await completion(transaction);
      return request.result as Result;
    });

  /** Writes if the condition holds, and resolves to whether it does. */
  const write = (
    table: keyof StoreTables,
    key: string,
    action: (rows: IDBObjectStore) => unknown,
    condition: StoreCondition | undefined,
  ): Promise<boolean> =>
    withConnection(async (database) => {
      const transaction = database.transaction(table, "readwrite");
      const rows = transaction.objectStore(table);
      let holds = true;
      let failure: unknown;
      if (condition === undefined) {
        action(rows);
      } else {
        const stored: IDBRequest<unknown> = rows.get(key);
        stored.onsuccess = () => {
          holds = textOf(stored.result, "version") === condition.version;
          try {
            if (holds) action(rows);
          } catch (error) {
            // Thrown in an event, it would be the page's.
            failure = error;
            transaction.abort();
          }
        };
      }
      await completion(transaction).catch((error: unknown) => {
        throw failure ?? error;
      });
      return holds;
    });

  return {
    get: (table, key) => read(table, (rows) => rows.get(key)),
    put: (table, key, row, condition) => write(table, key, (rows) => rows.put(row), condition),
    delete: (table, key, condition) => write(table, key, (rows) => rows.delete(key), condition),
    list: (table, accountId) => read(table, (rows) => rows.index(ACCOUNT).getAll(accountId)),
    lock: async (turn, work, signal) => {
      if (navigator.locks === undefined) return locks(turn, work, signal);
      await navigator.locks.request(`payments-sdk ${name} ${turn}`, { signal }, work);
    },
  };
}

/**
 * Opens the database. A later release of this package may have left a newer version, and keeps these stores.
 *
 * @param disconnected called when the connection is lost, so that the next call opens a new one
 */
async function open(name: string, disconnected: () => void): Promise<IDBDatabase> {
  const openAny = async () => {
    try {
      return await openVersion(name, disconnected, VERSION);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "VersionError") throw error;
      return openVersion(name, disconnected);
    }
  };
  const opening = openAny();
  const limit = {
    timeoutMs: STALLED_MS,
    timeoutError: () => {
      opening.then(
        (database) => database.close(),
        () => {},
      );
      return new Error("IndexedDB did not respond");
    },
    isBackground: true,
  };
  return withoutLeftovers(await within(limit, () => opening));
}

function openVersion(name: string, disconnected: () => void, version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result } = request;
      // Rows of sessions and payloads had another form before version 4.
      for (const table of oldVersion < 4 ? (["sessions", "payloads"] as const) : [])
        if (result.objectStoreNames.contains(table)) result.deleteObjectStore(table);
      for (const [table, keyPath] of Object.entries(TABLES)) {
        if (result.objectStoreNames.contains(table)) continue;
        result.createObjectStore(table, { keyPath }).createIndex(ACCOUNT, ACCOUNT);
      }
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB could not be opened"));
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = disconnected;
      // Another tab deletes or upgrades the database, and waits for this connection to close.
      database.onversionchange = () => {
        database.close();
        disconnected();
      };
      resolve(database);
    };
  });
}

/**
 * Deletes long-expired sessions of wallets that nobody opens here now. A wallet removes its own. Sessions stored within the
 * last day stay, because the device's clock may be wrong.
 */
function withoutLeftovers(database: IDBDatabase): IDBDatabase {
  const sessions = database.transaction("sessions", "readwrite").objectStore("sessions");
  const request: IDBRequest<StoredSession[]> = sessions.getAll();
  request.onsuccess = () => {
    const limit = Date.now() - DAY_MS;
    for (const session of request.result) {
      const endsMs = Date.parse(textOf(session, "expiresAt") ?? "");
      if (Number(session.storedAt) < limit && !(endsMs >= limit)) sessions.delete(session.id);
    }
  };
  // Not awaited: later transactions run after it.
  return database;
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // An unhandled error aborts the transaction. A full disk also does, without a request error.
    transaction.onabort = () =>
      reject(transaction.error ?? new Error("the IndexedDB transaction was aborted"));
  });
}
