import { indexedDbStore } from "payments-sdk/wallet";

/** A request that IndexedDB answers later. */
const settled = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("refused"));
  });

async function withSessions<Result>(
  mode: IDBTransactionMode,
  action: (sessions: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await settled(indexedDB.open("payments-sdk"));
  try {
    return await settled(action(database.transaction("sessions", mode).objectStore("sessions")));
  } finally {
    database.close();
  }
}

interface StoredEntry {
  id: string;
  key: { privateKey: CryptoKey; publicKey: string };
}

/** What the tests do with the storage of a page. */
export const storage = {
  /** A browser that refuses in one of the known ways. */
  breakStorage: (how: string) => {
    const refuse = (name: string) => () => {
      throw new DOMException("the browser refuses", name);
    };
    if (how === "there is none") Object.defineProperty(globalThis, "indexedDB", { value: undefined });
    if (how === "opening throws") IDBFactory.prototype.open = refuse("SecurityError");
    if (how === "opening throws once") {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function () {
        IDBFactory.prototype.open = open;
        throw new DOMException("the browser refuses", "UnknownError");
      };
    }
    if (how === "connections end") {
      const { transaction } = IDBDatabase.prototype;
      const uses = new WeakMap<IDBDatabase, number>();
      // As on phones in the background: a connection is dead at its third use. The first one is the package's own.
      IDBDatabase.prototype.transaction = function (...given) {
        const earlier = uses.get(this) ?? 0;
        if (earlier === 2) this.close();
        uses.set(this, earlier + 1);
        return transaction.apply(this, given);
      };
    }
    if (how === "keys cannot be stored") IDBObjectStore.prototype.put = refuse("DataCloneError");
    if (how === "the disk is full") {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...entry) {
        const request = put.apply(this, entry);
        this.transaction.abort();
        return request;
      };
    }
    if (how === "reading throws") {
      IDBIndex.prototype.getAll = refuse("InvalidStateError");
    }
  },

  /** Uses up all the space that the browser gives the site. Returns the name of the error that says so. */
  useUpSpace: async () => {
    const request = indexedDB.open("another database");
    request.onupgradeneeded = () => void request.result.createObjectStore("rows", { autoIncrement: true });
    const database = await settled(request);
    let name = "";
    for (let size = 100_000; size >= 10; size /= 10) {
      for (name = ""; name === "";) {
        const transaction = database.transaction("rows", "readwrite");
        transaction.objectStore("rows").add("x".repeat(size));
        name = await new Promise((resolve) => {
          transaction.oncomplete = () => resolve("");
          transaction.onabort = () => resolve(transaction.error?.name ?? "no error");
        });
      }
    }
    database.close();
    return name;
  },

  storedIds: async () => {
    const entries: StoredEntry[] = await withSessions("readonly", (sessions) => sessions.getAll());
    return entries.map(({ id }) => id);
  },

  /** All that can be learnt about the stored keys. */
  storedKeys: async () => {
    const entries: StoredEntry[] = await withSessions("readonly", (sessions) => sessions.getAll());
    return Promise.all(
      entries.map(async ({ key }) => {
        const { privateKey, publicKey } = key;
        const attempts = (["raw", "pkcs8", "jwk"] as const).map((format) =>
          crypto.subtle.exportKey(format, privateKey).then(
            () => "exported",
            (error: unknown) => (error instanceof Error ? error.name : "not an error"),
          ),
        );
        const { type, extractable, usages } = privateKey;
        return { type, extractable, usages, publicKey, exports: await Promise.all(attempts) };
      }),
    );
  },

  /** Bytes and long digits in the stored sessions, by the names of their fields: what a key could be read from. */
  readableInSessions: async () => {
    const entries: StoredEntry[] = await withSessions("readonly", (sessions) => sessions.getAll());
    const found = new Set<string>();
    const read = (value: unknown, name: string): void => {
      const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
      if (isBytes || (typeof value === "string" && /[\w+/-]{43}/.test(value))) found.add(name);
      else if (typeof value === "object" && value !== null)
        for (const [key, inner] of Object.entries(value)) read(inner, key);
    };
    read(entries, "");
    return [...found];
  },

  /** An entry such as an earlier visit may have left. */
  leaveEntry: async (id: string, daysSinceStored: number, daysSinceExpired: number) => {
    const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000;
    const session = {
      id,
      accountId: "InternalAccount:other",
      expiresAt: new Date(daysAgo(daysSinceExpired)).toISOString(),
    };
    const entry = { ...session, storedAt: daysAgo(daysSinceStored) };
    await withSessions("readwrite", (sessions) => sessions.put(entry));
  },

  /** Rows of a disk that has lost parts of them, a day ago: a session and a payment. */
  leaveDamagedRows: async (accountId: string, quoteId: string) => {
    const storedAt = Date.now() - 2 * 24 * 60 * 60 * 1000;
    const database = await settled(indexedDB.open("payments-sdk"));
    const transaction = database.transaction(["sessions", "payments"], "readwrite");
    transaction.objectStore("sessions").put({ id: "Session:damaged", accountId, storedAt });
    transaction.objectStore("sessions").put({ id: "Session:without-time", accountId });
    await settled(transaction.objectStore("payments").put({ quoteId, accountId }));
    database.close();
  },

  deleteDatabase: async () => {
    const request = indexedDB.deleteDatabase("payments-sdk");
    return new Promise<string>((resolve) => {
      request.onblocked = () => resolve("blocked");
      request.onsuccess = () => resolve("deleted");
      request.onerror = () => resolve("refused");
    });
  },

  /** Claims a payload in two stores at once. Returns how many of them could. */
  claimPayload: async (hash: string) => {
    const row = { hash, accountId: "InternalAccount:1", purpose: "first", seenAt: 1, version: "1" };
    const claims = [indexedDbStore(), indexedDbStore()].map((store) =>
      store.put("payloads", hash, row, { version: undefined }),
    );
    return (await Promise.all(claims)).filter(Boolean).length;
  },

  /** The database as the package first made it, with a session of another wallet that is alive. */
  makeFirstDatabase: async (id: string) => {
    const request = indexedDB.open("payments-sdk", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("sessions", { keyPath: "id" }).createIndex("accountId", "accountId");
    };
    (await settled(request)).close();
    await storage.leaveEntry(id, 0, -1);
  },

  /** What a later version of the package would do. */
  upgradeDatabase: async () => {
    const request = indexedDB.open("payments-sdk", 99);
    request.onupgradeneeded = () => {};
    (await settled(request)).close();
  },
};
