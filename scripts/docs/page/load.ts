import type { Editor } from "./editor";

/** The folder of the scripts. The running script knows its own address. */
const base = (document.currentScript as HTMLScriptElement | null)?.src ?? document.baseURI;

const loading = new Map<string, Promise<void>>();

/** Loads a script of the site once. A classic script also works in a page that was opened from a folder. */
export function loadScript(name: string): Promise<void> {
  const before = loading.get(name);
  if (before !== undefined) return before;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(name, base).href;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      loading.delete(name);
      reject(new Error("A script did not load. Check your connection, and click again."));
    });
    document.head.append(script);
  });
  loading.set(name, loaded);
  return loaded;
}

/** Loads the editor, and puts it into an element. */
export async function openEditor(
  ...given: Parameters<NonNullable<typeof globalThis.createEditor>>
): Promise<Editor> {
  await loadScript("editor.js");
  if (globalThis.createEditor === undefined) throw new Error("The editor did not load.");
  return globalThis.createEditor(...given);
}
