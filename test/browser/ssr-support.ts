import type { Tab } from "../support/browser";

/** What a page has, and what a server has not, or should leave alone while it renders. */
const platform = [
  ...["fetch", "crypto", "location", "indexedDB", "localStorage", "sessionStorage"],
  ...["BroadcastChannel", "PublicKeyCredential", "Request", "setTimeout"],
];

/** Runs an action, and tells which parts of the platform it touched. */
export async function touchedBy(action: () => Promise<unknown>): Promise<string[]> {
  const touched = new Set<string>();
  const originals = platform.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, original] of originals) {
    const value: unknown = Reflect.get(globalThis, name);
    const get = () => {
      touched.add(name);
      return value;
    };
    Object.defineProperty(globalThis, name, {
      get,
      configurable: true,
      enumerable: original?.enumerable ?? false,
    });
  }
  try {
    await action();
  } finally {
    for (const [name, original] of originals) {
      if (original) Object.defineProperty(globalThis, name, original);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
  return [...touched];
}

/** What hydration keeps. Pages replace the element of a text that changes, and add the rows of lists. */
const KEPT = "#app :is(:not(span, p, li, li *), [role=status])";

/** Signs in to the platform, opens the page that the server renders, and watches the hydration. */
export async function reloadAndWatch(tab: Tab) {
  await tab.page.getByLabel("E-mail").fill("ada@example.com");
  await tab.page.getByRole("button", { name: "Sign in to the platform" }).click();
  await tab.page.getByRole("status").waitFor();
  const warnings: string[] = [];
  tab.page.on("console", (message) => {
    if (/^(?:warning|error)$/.test(message.type())) warnings.push(message.text());
  });
  await tab.page.addInitScript((kept) => {
    // When the document has been read, and before the page's modules run.
    document.addEventListener("readystatechange", () => {
      const { readyState } = document;
      if (readyState === "interactive")
        Object.assign(globalThis, { served: [...document.querySelectorAll(kept)] });
    });
  }, KEPT);
  await tab.reload();
  await tab.page.getByRole("status").waitFor();
  await tab.problems();
  const keptElements = await tab.page.evaluate((kept) => {
    const served: Element[] = Reflect.get(globalThis, "served");
    const now = [...document.querySelectorAll(kept)];
    return (
      served.length > 5 &&
      served.length === now.length &&
      now.every((element, index) => element === served[index])
    );
  }, KEPT);
  return { warnings, keptElements };
}
