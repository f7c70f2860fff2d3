import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { frameworks, FrameworkSite } from "./frameworks-site";
import type { Framework } from "./frameworks-site";
import { reloadAndWatch, touchedBy } from "./ssr-support";

const browser = useBrowser();
const user = { accountId: "InternalAccount:one", payeeId: "ExternalAccount:one" };

const press = (tab: Tab, name: string) => tab.page.getByRole("button", { name, exact: true }).click();
const fill = (tab: Tab, label: string, text: string) => tab.page.getByLabel(label).fill(text);
const see = (tab: Tab, text: string | RegExp) => tab.page.getByText(text).waitFor();

/** What the page says about the state. */
const status = (tab: Tab) => tab.page.getByRole("status").textContent();
const expectStatus = (tab: Tab, text: string | RegExp) =>
  expect.poll(() => status(tab), { timeout: 20_000 }).toMatch(text);

/** What the customer was asked, and says to it. */
async function payOne(tab: Tab, framework: Framework, isConfirmed: boolean): Promise<string | null> {
  await press(tab, framework === "react" ? "Pay" : "Pay 1 USDC");
  const question = await tab.page.getByText(/^Send /).textContent();
  await press(tab, isConfirmed ? "Confirm" : "Decline");
  return question;
}

/** How many passkeys were registered. */
const passkeys = ({ simulator }: FrameworkSite) =>
  simulator.requests.filter(
    ({ operation, status, body }) =>
      operation === "auth.credentials.create" &&
      status === 201 &&
      Reflect.get(Object(body), "type") === "PASSKEY",
  ).length;

describe.each(frameworks)("the recipe for %s", (framework) => {
  let site: FrameworkSite;

  beforeAll(async () => {
    site = await FrameworkSite.create(browser, framework);
  });
  afterAll(() => site.close());

  /** A page with a user who is signed in to the platform, but not to the wallet. */
  async function join(tab: Tab, email: string): Promise<void> {
    await fill(tab, "E-mail", email);
    await press(tab, "Sign in to the platform");
    await expectStatus(tab, /^Signed out$/);
  }

  async function signIn(tab: Tab): Promise<void> {
    await press(tab, "Mail me a code");
    await see(tab, "A code is in your mail.");
    await fill(tab, "Code", site.code());
    await press(tab, "Sign in");
    await expectStatus(tab, /^Signed in until \d/);
  }

  it("signs in by email, pays, and follows a sign-out in another tab", async () => {
    const tab = await site.open();
    await join(tab, "ada@example.com");
    await signIn(tab);
    await see(tab, "Balance: 25.000000 USDC");

    // A tab that nobody looks at.
    const watching = await tab.openAnother(site.origin);
    await see(watching, "Balance: 25.000000 USDC");
    const declined = await payOne(tab, framework, false);
    const confirmed = await payOne(tab, framework, true);
    const made = "Your payment of 1.000000 USDC was made.";
    await see(tab, made);
    for (const each of [tab, watching]) {
      await see(each, "Balance: 24.000000 USDC");
      await see(each, "Sent 1.000000 USDC: completed");
      await see(each, made);
    }
    // It is there for all tabs, until the customer has seen it.
    await tab.reload();
    await see(tab, made);
    await press(tab, "OK");
    await expect.poll(() => tab.page.getByText(made).count()).toBe(0);
    for (const question of [declined, confirmed]) {
      expect(question).toMatch(/^Send 1\.000000 USDC\? \$[\d.]+ arrives\./);
    }

    // Another tab has the session from the store, and ends it.
    const other = await tab.openAnother(site.origin);
    await expectStatus(other, /^Signed in until \d/);
    await press(other, "Sign out");
    await expectStatus(other, /^Signed out$/);
    await expectStatus(tab, /^Signed out$/);
    for (const each of [tab, watching, other]) {
      expect(await each.problems()).toEqual([]);
      expect(await each.violations()).toEqual([]);
    }
  });

  it("follows the end of a session, and signs in again with a passkey", async () => {
    const tab = await site.open();
    await tab.addAuthenticator();
    await tab.page.clock.install();
    await tab.reload();
    await join(tab, "grace@example.com");
    await signIn(tab);
    await press(tab, "Add a passkey");
    await see(tab, /My laptop/);
    expect(passkeys(site)).toBe(1);
    await tab.page.clock.fastForward("16:00");
    await expectStatus(tab, /^Your session has ended$/);
    await press(tab, "Sign in with a passkey");
    await expectStatus(tab, /^Signed in until \d/);
    expect(await tab.problems()).toEqual([]);
  });

  it("tells an error in words for customers", async () => {
    const tab = await site.open();
    await join(tab, "eve@example.com");
    await press(tab, "Sign in with a passkey");
    await see(tab, "Not set up. Your wallet does not know this way to sign in. Choose another way.");
    expect(await tab.problems()).toEqual([]);
  });

  it("asks for a new platform sign-in, and keeps the wallet's session", async () => {
    const tab = await site.open();
    await join(tab, "alan@example.com");
    await signIn(tab);
    await tab.page.context().clearCookies();
    await press(tab, "Refresh");
    await see(tab, "You are signed out");
    await fill(tab, "E-mail", "alan@example.com");
    await press(tab, "Sign in to the platform");
    await expectStatus(tab, /^Signed in until \d/);
    await tab.reload();
    await expectStatus(tab, /^Signed in until \d/);
    // The browser's own line about the 401.
    expect(await tab.problems()).toEqual([expect.stringContaining("401")]);
  });

  /** Renders with modules that are loaded already. */
  async function render(module?: string) {
    const page = await site.page.load(module);
    let markup = "";
    const touched = await touchedBy(async () => {
      markup = await page(user);
    });
    return { markup, touched };
  }

  it("rendered by a server: creates its wallet in a component, uses no platform API, and is restoring", async () => {
    const { markup, touched } = await render();
    expect(markup).toMatch(
      /<p role="status">(?:<!---->)?(?:<span>)?One moment(?:<\/span>)?(?:<!---->)?<\/p>/,
    );
    expect(touched).toEqual([]);
  });

  it("rendered by a server: creates its wallet in a module, uses no platform API, and is restoring", async () => {
    const extension = framework === "react" ? "tsx" : "ts";
    const { markup, touched } = await render(
      fileURLToPath(new URL(`pages/module-wallet/${framework}.${extension}`, import.meta.url)),
    );
    expect(markup).toContain("<p>restoring</p>");
    expect(touched).toEqual([]);
  });

  it("rendered by a server: hydrates without a warning, unlike a page that does not match", async () => {
    expect(await reloadAndWatch(await site.open())).toEqual({ warnings: [], keptElements: true });
    site.pages.fit = false;
    const { warnings, keptElements } = await reloadAndWatch(await site.open());
    expect(keptElements && warnings.length === 0).toBe(false);
  });
});

it("the check for platform APIs notices their use", async () => {
  expect(await touchedBy(async () => [indexedDB, BroadcastChannel])).toEqual([
    "indexedDB",
    "BroadcastChannel",
  ]);
});
