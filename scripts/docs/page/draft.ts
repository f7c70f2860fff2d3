/** The reader's program, kept through a reload. A browser may refuse storage, which loses only the draft. */
const KEY = "payments-sdk playground";

/** The kept program, or `undefined`. */
export function readDraft(): string | undefined {
  try {
    return globalThis.localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a program. */
export function keepDraft(text: string): void {
  try {
    globalThis.localStorage.setItem(KEY, text);
  } catch {
    // The draft is lost at a reload.
  }
}
