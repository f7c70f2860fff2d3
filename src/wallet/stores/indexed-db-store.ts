import { textOf } from "../../core/fields";
import { readConfiguration } from "../../core/read-options";
import { text } from "../../options/kinds";
import { REMEMBERED } from "./memory-store";
import type { StoredSession } from "../wallet-session";
import type { SessionStore, StoredPayment } from "./session-store";

/** Version 2 added the payments, version 3 the payloads. */
const VERSION = 3;
const SESSIONS = "sessions";
const PAYMENTS = "payments";
const PAYLOADS = "payloads";
const ACCOUNT = "accountId";
const HASH = "hash";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Options of {@link indexedDbStore}. */
export interface IndexedDbStoreOptions {
  /** The database's name. Default `"payments-sdk"`. */
  name?: string | undefined;
}

/** The database entry of a session. */
interface Entry {
  id: string;
  accountId: string;
  session: StoredSession;
  /** By the device's clock, in milliseconds since the epoch. */
  storedAt: number;
}

/**
 * A session store in the browser's IndexedDB. It survives a reload and serves every tab of the site. Session keys are stored
 * as non-extractable `CryptoKey` objects, so no code can read their bytes.
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
      return entries.map(({ id, accountId, session }) => ({ ...session, id, accountId }));
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
    async claimPayload(hash, purpose) {
      const transaction = (await connect()).transaction(PAYLOADS, "readwrite");
      const payloads = transaction.objectStore(PAYLOADS);
      const first: IDBRequest<{ purpose: string } | undefined> = payloads.index(HASH).get(hash);
      first.onsuccess = () => {
        if (first.result !== undefined) return;
        const added = payloads.add({ hash, purpose });
        added.onsuccess = () => payloads.delete(IDBKeyRange.upperBound(Number(added.result) - REMEMBERED));
      };
      await completion(transaction);
      return first.result?.purpose ?? purpose;
    },
    // Pages without HTTPS have no locks.
    alone: async (turn, work) =>
      navigator.locks === undefined ? work() : navigator.locks.request(`payments-sdk ${name} ${turn}`, work),
  };
}

/**
 * Opens the database. A later release of this package may have left a newer version, and keeps these stores.
 *
 * @param disconnected called when the connection is lost, so that the next call opens a new one
 */
async function open(name: string, disconnected: () => void): Promise<IDBDatabase> {
  try {
    return await openVersion(name, disconnected, VERSION);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "VersionError") throw error;
    return openVersion(name, disconnected);
  }
}

function openVersion(name: string, disconnected: () => void, version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const [name, options, index] of [
        [SESSIONS, { keyPath: "id" }, ACCOUNT],
        [PAYMENTS, { keyPath: "quoteId" }, ACCOUNT],
        [PAYLOADS, { autoIncrement: true }, HASH],
      ] as const) {
        if (result.objectStoreNames.contains(name)) continue;
        result.createObjectStore(name, options).createIndex(index, index);
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
  const sessions = database.transaction(SESSIONS, "readwrite").objectStore(SESSIONS);
  const request: IDBRequest<Entry[]> = sessions.getAll();
  request.onsuccess = () => {
    const limit = Date.now() - DAY_MS;
    for (const { id, session, storedAt } of request.result) {
      // A damaged row may have no session.
      const endsMs = Date.parse(textOf(session, "expiresAt") ?? "");
      if (storedAt < limit && !(endsMs >= limit)) sessions.delete(id);
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
