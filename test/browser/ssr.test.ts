import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import type { PlatformUser } from "../../examples/wallet-frameworks/wallet-page";
import { folderOf, frameworks, FrameworkSite, ServerPage } from "./frameworks-site";

const browser = useBrowser();
const user = { accountId: "InternalAccount:one", payeeId: "ExternalAccount:one" };

/** What a page has, and what a server has not, or should leave alone while it renders. */
const platform = [
  ...["fetch", "crypto", "location", "indexedDB", "localStorage", "sessionStorage"],
  ...["BroadcastChannel", "PublicKeyCredential", "Request", "setTimeout"],
];

/** Runs an action, and tells which parts of the platform it touched. */
async function touchedBy(action: () => Promise<unknown>): Promise<string[]> {
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

/** Signs in to the platform, so that the server renders the wallet; then watches what the page does with that. */
async function reloadAndWatch(tab: Tab) {
  await tab.page.getByLabel("E-mail").fill("ada@example.com");
  await tab.page.getByRole("button", { name: "Sign in to the platform" }).click();
  await tab.page.getByRole("status").waitFor();
  const warnings: string[] = [];
  tab.page.on("console", (message) => {
    if (/^(?:warning|error)$/.test(message.type())) warnings.push(message.text());
  });
  await tab.page.addInitScript(() => {
    // When the document has been read, and before the page's modules run.
    document.addEventListener("readystatechange", () => {
      const { readyState } = document;
      if (readyState === "interactive")
        Object.assign(globalThis, { served: [...document.querySelectorAll("#app *")] });
    });
  });
  await tab.reload();
  await tab.page.getByRole("status").waitFor();
  await tab.problems();
  const keptElements = await tab.page.evaluate(() => {
    const served: Element[] = Reflect.get(globalThis, "served");
    const now = [...document.querySelectorAll("#app *")];
    return (
      served.length > 5 &&
      served.length === now.length &&
      now.every((element, index) => element === served[index])
    );
  });
  return { warnings, keptElements };
}

describe.each(frameworks)("a page in %s that a server renders", (framework) => {
  let site: FrameworkSite;

  beforeAll(async () => {
    site = await FrameworkSite.create(browser, framework);
  });
  afterAll(() => site.close());

  /** Renders with another server, whose modules are loaded already, and closes it. */
  async function renderOn(page: ServerPage, user?: PlatformUser) {
    try {
      const render = await page.load();
      let markup = "";
      const touched = await touchedBy(async () => {
        markup = await render(user);
      });
      return { markup, touched };
    } finally {
      await page.close();
    }
  }

  it("makes its wallet in a component, touches nothing of the platform, and is signed out", async () => {
    const { markup, touched } = await renderOn(await ServerPage.create(folderOf(framework)), user);
    expect(markup).toMatch(/<p role="status">Signed out<\/p>/);
    expect(touched).toEqual([]);
  });

  it("makes its wallet where a module begins, touches nothing either, and is signed out", async () => {
    const page = await ServerPage.create("test/browser/pages/module-wallet", `/${framework}`);
    const { markup, touched } = await renderOn(page);
    expect(markup).toContain("<p>signed-out</p>");
    expect(touched).toEqual([]);
  });

  it("is taken over by the browser as it is, without a warning; one that does not fit is noticed", async () => {
    expect(await reloadAndWatch(await site.open())).toEqual({ warnings: [], keptElements: true });
    site.pages.fit = false;
    const { warnings, keptElements } = await reloadAndWatch(await site.open());
    expect(keptElements && warnings.length === 0).toBe(false);
  });
});

it("the look at the platform does see what is touched", async () => {
  expect(await touchedBy(async () => [indexedDB, BroadcastChannel])).toEqual([
    "indexedDB",
    "BroadcastChannel",
  ]);
});
