type Row = Readonly<Record<string, unknown>>;

/** One object store. */
interface Rows {
  readonly keyPath: string;
  readonly byKey: Map<unknown, Row>;
}

type Listener = (() => void) | null | undefined;

/** The databases of the histories that still run, by name. */
const databases = new Map<string, WeakRef<Database>>();
let made = 0;

/** One IndexedDB database of a browser: its versions, its connections, and the calls that the store of the package makes. */
export class Database {
  readonly name: string;
  /** A later release could not upgrade the database, because a page keeps its connection open. */
  isBlocked = false;
  /** The system ends the connection during the next call. */
  diesSoon = false;
  /** Called when the next attempt to open the database is not answered. */
  unanswered: (() => void) | undefined;
  readonly #stores = new Map<string, Rows>();
  readonly #open = new Set<Connection>();
  #version = 0;

  constructor() {
    made += 1;
    this.name = `database ${made}`;
    databases.set(this.name, new WeakRef(this));
    Object.assign(globalThis, { indexedDB });
  }

  /** Opens a connection. Without a version, any version will do. */
  connect(version: number | undefined, upgrade: (connection: Connection) => void): Connection {
    if (version !== undefined && version < this.#version)
      throw new DOMException("the database has a higher version", "VersionError");
    const connection = new Connection(this, this.#stores, this.#open);
    this.#open.add(connection);
    const isUpgrade = version !== undefined && version > this.#version;
    if (isUpgrade) this.#version = version;
    if (isUpgrade) upgrade(connection);
    return connection;
  }

  /** Another tab has a later release. It gives the database a higher version. */
  upgrade(): void {
    for (const connection of [...this.#open]) connection.onversionchange?.();
    this.isBlocked ||= this.#open.size > 0;
    this.#version += 1;
  }

  /** The system ends all connections without a word, as phones do in the background. */
  killAll(): void {
    this.#open.clear();
  }

  /** The browser closes all connections, for example because the customer clears its storage. */
  closeAll(): void {
    for (const connection of [...this.#open]) {
      connection.close();
      connection.onclose?.();
    }
  }
}

class Connection {
  onclose: Listener;
  onversionchange: Listener;
  readonly #stores: Map<string, Rows>;
  readonly #open: Set<Connection>;
  readonly #database: Database;

  constructor(database: Database, stores: Map<string, Rows>, open: Set<Connection>) {
    this.#database = database;
    this.#stores = stores;
    this.#open = open;
  }

  get objectStoreNames() {
    return { contains: (name: string) => this.#stores.has(name) };
  }

  deleteObjectStore(name: string): void {
    this.#stores.delete(name);
  }

  createObjectStore(name: string, { keyPath = "" }: { keyPath?: string }) {
    this.#stores.set(name, { keyPath, byKey: new Map() });
    return { createIndex: () => {} };
  }

  close(): void {
    this.#open.delete(this);
  }

  /** Each call acts at once. Its transaction is complete soon. */
  transaction(name: string) {
    if (!this.#open.has(this)) throw new DOMException("the connection is closed", "InvalidStateError");
    const rows = this.#stores.get(name) as Rows;
    const { diesSoon } = this.#database;
    this.#database.diesSoon = false;
    if (diesSoon) this.#database.killAll();
    const error = new DOMException("connection to the database server lost", "UnknownError");
    const transaction: { oncomplete: Listener; onabort: Listener; error: Error; objectStore: () => unknown } =
      {
        oncomplete: undefined,
        onabort: undefined,
        error,
        // What an aborted transaction does is undone.
        objectStore: () => objectStore(diesSoon ? { ...rows, byKey: new Map(rows.byKey) } : rows),
      };
    // After the calls, and those of their results.
    const end = () => (diesSoon ? transaction.onabort?.() : transaction.oncomplete?.());
    soon(() => soon(() => soon(() => soon(end))));
    return transaction;
  }
}

function objectStore({ keyPath, byKey }: Rows) {
  return {
    get: (key: unknown) => requested(byKey.get(key)),
    getAll: () => requested([...byKey.values()]),
    put: (row: Row) => requested(byKey.set(row[keyPath], row)),
    delete: (key: unknown) => requested(byKey.delete(key)),
    index: (name: string) => ({
      getAll: (value: unknown) => requested([...byKey.values()].filter((row) => row[name] === value)),
    }),
  };
}

const soon = (work: () => void): void => void Promise.resolve().then(work);

function requested<Result>(result: Result) {
  const request: { result: Result; onsuccess: Listener } = { result, onsuccess: undefined };
  soon(() => request.onsuccess?.());
  return request;
}

/** What the store of the package calls. The name of its database says which history it belongs to. */
const indexedDB = {
  open(name: string, version?: number) {
    const request: {
      result?: Connection;
      error?: unknown;
      onsuccess?: Listener;
      onerror?: Listener;
      onupgradeneeded?: (event: { oldVersion: number }) => void;
    } = {};
    soon(() => {
      try {
        const database = databases.get(name)?.deref() as Database;
        const { unanswered } = database;
        database.unanswered = undefined;
        if (unanswered !== undefined) return unanswered();
        request.result = database.connect(version, (connection) => {
          request.result = connection;
          request.onupgradeneeded?.({ oldVersion: 0 });
        });
        request.onsuccess?.();
      } catch (error) {
        request.error = error;
        request.onerror?.();
      }
    });
    return request;
  },
};
