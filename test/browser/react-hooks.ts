import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signInWithNewPasskey } from "../../examples/passkey-device";
import type { BrowserFixture, Tab } from "../support/browser";
import { createBank, fund } from "../support/parts";
import type { ReactProgram } from "./pages/react";
import { bundleReactPage, renderOnServer } from "./react-site";
import type { Version } from "./react-site";
import { WalletSite } from "./wallet-site";

const soon = { timeout: 20_000 };

const press = (tab: Tab, name: string) => tab.page.getByRole("button", { name, exact: true }).click();
const see = (tab: Tab, text: string | RegExp) => tab.page.getByText(text).waitFor();
const expectStatus = (tab: Tab, text: RegExp) =>
  expect.poll(() => tab.page.getByRole("status").textContent(), soon).toMatch(text);

/** What a test holds: how React mounts, renders and hydrates the hooks, or what they do after a change. */
type Part = "mounting" | "changes";

/** The tests of the hooks in one version of React. Uses the browser of the calling file. */
export function hookTests(browser: BrowserFixture, version: Version, ...parts: Part[]): void {
  describe(`the hooks in React ${version}, in Strict Mode`, () => {
    let page: ReturnType<typeof bundleReactPage>;
    let site: WalletSite;
    let tab: Tab;
    let user: { accountId: string; payeeId: string };

    beforeAll(() => {
      page = bundleReactPage(version);
    });
    beforeEach(async () => {
      site = await WalletSite.create(browser, undefined, page);
      const { world } = site;
      await fund(world.simulator, world.payments, world, 25_000_000);
      const payeeId = await createBank(world.payments, world.customerId, "Ada Owner");
      user = { accountId: world.accountId, payeeId };
      world.sent.length = 0;
      tab = await browser.visit(site.origin);
      await tab.addAuthenticator();
    });

    const open = (where: Tab) => where.call<ReactProgram, "open">("open", user);

    async function signIn(): Promise<void> {
      await open(tab);
      await expectStatus(tab, /^Signed out$/);
      await signInWithNewPasskey(tab.page);
    }

    /** Pays what is in the form, up to the customer's word. */
    async function askFor(amount: string): Promise<void> {
      await tab.page.getByLabel("Amount in USDC").fill(amount);
      await press(tab, "Pay");
      await see(tab, `Send ${amount}.000000 USDC?`);
    }

    /** Returns the function that lets the payment go on. */
    async function holdExecution(): Promise<() => void> {
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await tab.page.route("**/execute", (route) => held.then(() => route.continue()));
      return release;
    }

    const expectNoPayment = () =>
      expect.poll(() => tab.page.getByText("Your payment of").count(), soon).toBe(0);
    /** The user, with a code to sign in. */
    const known = async () => {
      await site.world.payments.auth.credentials.create({ type: "EMAIL_OTP", accountId: user.accountId });
      return { ...user, otp: site.world.code() };
    };

    const tests: Record<Part, () => void> = {
      mounting() {
        it("run in that version: sign in by passkey, pay, reload during a payment, and sign out", async () => {
          expect(await tab.call<ReactProgram, "version">("version")).toMatch(new RegExp(`^${version}\\.`));
          await signIn();
          await see(tab, "Balance: 25.000000 USDC");
          // Once, though Strict Mode mounts everything twice.
          expect(site.world.sentTo("GET", /^\/customers\/internal-accounts/)).toHaveLength(1);

          await askFor("2");
          await press(tab, "Decline");
          await askFor("1");
          await press(tab, "Confirm");
          await see(tab, "Your payment of 1.000000 USDC was made.");
          await see(tab, "Balance: 24.000000 USDC");
          // What the customer has not dismissed is still there after a reload [W13].
          await tab.reload();
          await open(tab);
          await see(tab, "Your payment of 1.000000 USDC was made.");
          await press(tab, "OK");
          await expectNoPayment();

          // The response is lost, the quote cannot be read, and the customer reloads.
          const { faults } = site.world.simulator;
          faults.add({ kind: "reset-after", operation: "POST /quotes/{quoteId}/execute", times: 3 });
          let refused = 0;
          await tab.page.route("**/wallet/quotes/*", (route) => {
            refused += 1;
            return route.abort();
          });
          await askFor("3");
          await press(tab, "Confirm");
          await expect.poll(() => refused, soon).toBeGreaterThan(0);
          await tab.reload();
          await tab.page.unrouteAll();
          await open(tab);
          await expectStatus(tab, /^Signed in until /);
          expect(await tab.call<ReactProgram, "seen">("seen")).toEqual(["restoring", "signed-in"]);
          await see(tab, "Balance: 21.000000 USDC");
          // The wallet says it once, and Strict Mode mounts twice.
          await see(tab, "Your payment of 3.000000 USDC was made.");
          await press(tab, "OK");
          await expectNoPayment();

          await press(tab, "Sign out");
          await expectStatus(tab, /^Signed out$/);
          expect(await tab.violations()).toEqual([]);
        });

        it("decline a payment if the page shows another wallet", async () => {
          expect(await tab.call<ReactProgram, "changeWallet">("changeWallet", await known())).toEqual([
            "confirm",
            "idle",
          ]);
          expect(site.world.sentTo("POST", /\/execute$/)).toEqual([]);
        });

        it("keep one state when the page is mounted again while a payment is sent [W24]", async () => {
          const release = await holdExecution();
          const user = await known();
          expect(await tab.call<ReactProgram, "remountWhileSending">("remountWhileSending", user)).toBe(
            "sending",
          );
          release();
          await expect
            .poll(() => tab.call<ReactProgram, "paymentStatus">("paymentStatus"), soon)
            .toBe("sent");
          expect(site.world.sentTo("POST", /\/execute$/)).toHaveLength(1);
          expect(site.world.sentTo("POST", "/quotes")).toHaveLength(1);
        });

        it("render each state of a payment once, and list none that was cleared while the list was loaded", async () => {
          const declined = ["quote", "confirm", "idle"];
          const made = ["quote", "confirm", "sending", "sent", "idle"];
          expect(await tab.call<ReactProgram, "everyState">("everyState", await known())).toEqual({
            states: ["idle", ...declined, ...made],
            wasLoading: true,
            stored: [],
          });
        });

        it("render a component for its own data only, and load equal lists once [W4]", async () => {
          expect(await tab.call<ReactProgram, "renders">("renders", await known())).toEqual({
            list: ["one list", "other list"],
            balance: ["balance"],
            state: ["state"],
          });
          expect(site.world.sentTo("GET", /^\/transactions/)).toHaveLength(1);
          expect(site.world.sentTo("GET", /^\/customers\/internal-accounts/)).toHaveLength(2);
          expect(await tab.problems()).toEqual([]);
        });

        it("render on a server without the wallet's store, and hydrate without a difference", async () => {
          const markup = await renderOnServer(version);
          expect(markup).toContain('<p role="status"><span>One moment</span></p>');
          expect(await tab.call<ReactProgram, "hydrate">("hydrate", markup, user)).toEqual([]);
          await expectStatus(tab, /^Signed out$/);
          expect(await tab.problems()).toEqual([]);
        });
      },

      changes() {
        it("find a payment after a reload, finish it, and report it until it is dismissed", async () => {
          await signIn();
          const { faults } = site.world.simulator;
          faults.add({ kind: "reset-before", operation: "POST /quotes/{quoteId}/execute", times: 3 });
          await askFor("4");
          await press(tab, "Confirm");
          await see(tab, /^Your payment of 4\.000000 USDC has no known outcome yet\. Finish it/);
          await tab.reload();
          await open(tab);
          await see(tab, /^Your payment of 4\.000000 USDC has no known outcome yet/);
          await press(tab, "Finish it");
          await see(tab, "Balance: 21.000000 USDC");
          await see(tab, "Your payment of 4.000000 USDC was made.");
          await press(tab, "OK");
          await expectNoPayment();

          faults.add({ kind: "reset-after", operation: "POST /quotes/{quoteId}/execute", times: 3 });
          await askFor("1");
          await press(tab, "Confirm");
          await see(tab, "Your payment of 1.000000 USDC was made.");
          await press(tab, "OK");
          await expectNoPayment();
        });

        it("keep the customer's input when the session ends, and follow another tab", async () => {
          await signIn();
          await tab.page.getByLabel("Amount in USDC").fill("7");
          const other = await tab.openAnother(site.origin);
          await open(other);
          await expectStatus(other, /^Signed in until /);
          await press(other, "Sign out");
          await expectStatus(tab, /^Signed out$/);
          expect(await tab.page.getByLabel("Amount in USDC").inputValue()).toBe("7");
          await press(tab, "Pay");
          // Before the customer is asked [W16].
          await see(tab, "Nothing was paid. Sign in first.");
          await press(tab, "Sign in with a passkey");
          await expectStatus(tab, /^Signed in until /);
          expect(await tab.page.getByLabel("Amount in USDC").inputValue()).toBe("7");
          await askFor("7");
          await press(tab, "Confirm");
          await see(tab, "Your payment of 7.000000 USDC was made.");
        });

        it("ignore a late response of an earlier payment", async () => {
          expect(await tab.call<ReactProgram, "confirmTooLate">("confirmTooLate", await known())).toEqual([
            "confirm",
            "idle",
          ]);
          expect(site.world.sentTo("POST", /\/execute$/)).toEqual([]);
        });

        it("make a payment once if the guide's page is mounted again while it is sent [W24]", async () => {
          await signIn();
          const release = await holdExecution();
          await askFor("1");
          await press(tab, "Confirm");
          await see(tab, "Paying …");
          await open(tab);
          await see(tab, /^Your payment of 1\.000000 USDC has no known outcome yet/);
          await tab.page.getByLabel("Amount in USDC").fill("1");
          await press(tab, "Pay");
          await see(tab, /^Nothing was paid\. /);
          release();
          // The list follows the payment of the page that is gone.
          await see(tab, "Your payment of 1.000000 USDC was made.");
          await press(tab, "OK");
          await expectNoPayment();
          expect(site.world.sentTo("POST", "/quotes")).toHaveLength(1);
          await press(tab, "Refresh");
          await see(tab, "Balance: 24.000000 USDC");
        });

        it.each(["online", "focus"])(
          "load the payments again on %s, after a load that failed [W12]",
          async (event) => {
            await signIn();
            site.world.simulator.faults.add({
              kind: "reset-after",
              operation: "POST /quotes/{quoteId}/execute",
              times: 3,
            });
            await tab.page.route("**/wallet/quotes/Quote*", (route) =>
              route.request().method() === "GET" ? route.abort() : route.continue(),
            );
            await askFor("1");
            await press(tab, "Confirm");
            await see(tab, /^We cannot read one of your payments now/);
            await tab.page.unrouteAll();
            await tab.page.evaluate((name) => globalThis.dispatchEvent(new Event(name)), event);
            await see(tab, "Your payment of 1.000000 USDC was made.");
          },
        );

        it("show a payment with each status of its quote", async () => {
          await tab.call<ReactProgram, "startPaying">("startPaying", await known());
          const shown = { COMPLETED: "sent", FAILED: "failed", PENDING: "unknown", ON_HOLD: "unknown" };
          for (const [status, state] of Object.entries(shown)) {
            await tab.page.route("**/execute", async (route) => {
              const response = await route.fetch();
              await route.fulfill({ response, json: { ...((await response.json()) as object), status } });
            });
            expect([status, await tab.call<ReactProgram, "payAtOnce">("payAtOnce", user)]).toEqual([
              status,
              state,
            ]);
            await tab.page.unroute("**/execute");
          }
        });

        it("load what failed again when the state of the wallet changes", async () => {
          let refused = 0;
          await tab.page.route("**/wallet/customers/internal-accounts*", (route) => {
            refused += 1;
            return route.fulfill({ status: 403 });
          });
          await open(tab);
          await expectStatus(tab, /^Signed out$/);
          await expect.poll(() => refused, soon).toBeGreaterThan(0);
          await tab.page.unrouteAll();
          await signInWithNewPasskey(tab.page);
          await tab.page.getByText("Balance: 25.000000 USDC").waitFor(soon);
        });

        it("show changes on a page that the browser has translated [W17]", async () => {
          await signIn();
          await see(tab, "Balance: 25.000000 USDC");
          await tab.call<ReactProgram, "translate">("translate");
          await askFor("1");
          await press(tab, "Confirm");
          await see(tab, "Balance: 24.000000 USDC");
          await see(tab, "Your payment of 1.000000 USDC was made.");
          expect(await tab.page.getByText("Balance: 25.000000").count()).toBe(0);
          await press(tab, "Sign out");
          await expectStatus(tab, /^Signed out$/);
        });

        it("show a payment of `wallet.pay`, too, and load the balance again", async () => {
          expect(await tab.call<ReactProgram, "payWithoutHook">("payWithoutHook", await known())).toEqual([
            "confirm",
            "sent",
            "idle",
            24_000_000,
          ]);
        });

        it("pay once while `wallet.pay` asks, and keep their own question while it starts and fails", async () => {
          expect(await tab.call<ReactProgram, "payTwice">("payTwice", await known())).toEqual([
            "confirm",
            "sent",
          ]);
          expect(site.world.sentTo("POST", "/quotes")).toHaveLength(2);
        });

        it("read transactions page by page", async () => {
          await signIn();
          const rows = () => tab.page.locator("[data-rows]").getAttribute("data-rows");
          for (const paid of [1, 2, 3]) {
            await askFor("1");
            await press(tab, "Confirm");
            await see(tab, `Balance: ${String(25 - paid)}.000000 USDC`);
          }
          await expect.poll(rows, soon).toBe("2");
          await press(tab, "More");
          await expect.poll(rows, soon).toBe("4");
        });
      },
    };
    for (const part of parts) tests[part]();
  });
}
