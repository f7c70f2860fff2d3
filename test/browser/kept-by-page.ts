/** What the page keeps where scripts find it: storage, cookies that they see, IndexedDB, the scripts themselves, the document. */
export async function everythingKept(): Promise<string> {
  const parts = [document.documentElement.outerHTML, document.cookie];
  parts.push(JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }));
  for (const entry of performance.getEntriesByType("resource")) {
    if (/\.(js|css)$/.test(entry.name)) parts.push(await (await fetch(entry.name)).text());
  }
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const store of database.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      parts.push(JSON.stringify(rows));
    }
    database.close();
  }
  return parts.join("\n");
}

/** What is stored of session keys, and what comes of an attempt to get them out. */
export async function readStoredKeys(): Promise<unknown[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("payments-sdk");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const rows = await new Promise<object[]>((resolve, reject) => {
    const request = database.transaction("sessions").objectStore("sessions").getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  database.close();
  const keys: CryptoKey[] = [];
  const collect = (value: unknown): void => {
    if (value instanceof CryptoKey) keys.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  collect(rows);
  return Promise.all(
    keys
      .filter(({ type }) => type === "private")
      .map(async (key) => ({
        type: key.type,
        extractable: key.extractable,
        exported: await Promise.all(
          (["pkcs8", "jwk"] as const).map((format) =>
            crypto.subtle.exportKey(format, key).then(
              () => "exported",
              (error: unknown) => (error instanceof Error ? error.name : "not an error"),
            ),
          ),
        ),
      })),
  );
}
