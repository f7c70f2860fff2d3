import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as verifier from "@simplewebauthn/server";
import { Simulator } from "payments-sdk/simulator";
import type {
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Request,
  Response,
} from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { buildPage } from "../../examples/wallet-web/build";
import { startDemo } from "../../examples/wallet-web/server";
import type { Demo } from "../../examples/wallet-web/server";
import type { BrowserFixture, Tab, VirtualAuthenticator } from "../support/browser";

/** One step of a person on a busy machine; a test that waits longer has failed. */
const STEP_TIMEOUT_MS = 30_000;

const EMPTY = "about:blank";

/** What the page asked for, and over which addresses. */
export class Traffic {
  readonly #requests: Request[] = [];
  readonly #responses: Response[] = [];

  constructor(context: BrowserContext) {
    context.on("request", (request) => this.#requests.push(request));
    context.on("response", (response) => this.#responses.push(response));
  }

  /** Every answer since the page was loaded, as text: headers and bodies. */
  async received(): Promise<string> {
    const answers = this.#responses.map(async (response) => {
      const headers = JSON.stringify(response.headers());
      // An answer without a body has no text.
      return response.text().then(
        (text) => `${headers}\n${text}`,
        () => headers,
      );
    });
    return (await Promise.all(answers)).join("\n");
  }

  get urls(): string[] {
    return this.#requests.map((request) => request.url());
  }

  /** Everything that was sent, as text: addresses, headers that the browser added included, and bodies. */
  async sent(): Promise<string> {
    const parts = await Promise.all(
      this.#requests.map(async (request) =>
        [request.url(), JSON.stringify(await request.allHeaders()), request.postData() ?? ""].join("\n"),
      ),
    );
    return parts.join("\n");
  }
}

/** A person who uses the wallet page, and finds elements by their names. */
export class Person {
  readonly tab: Tab;
  readonly page: Page;
  readonly traffic: Traffic;
  readonly authenticator: VirtualAuthenticator;

  private constructor(tab: Tab, traffic: Traffic, authenticator: VirtualAuthenticator) {
    this.tab = tab;
    this.page = tab.page;
    this.traffic = traffic;
    this.authenticator = authenticator;
  }

  /** Opens the page in an empty tab, so that its first script finds the authenticator. */
  static async at(tab: Tab, url: string): Promise<Person> {
    tab.page.setDefaultTimeout(STEP_TIMEOUT_MS);
    const traffic = new Traffic(tab.page.context());
    const authenticator = await tab.addAuthenticator();
    await tab.goTo(url);
    return new Person(tab, traffic, authenticator);
  }

  /** Another tab of the same browser. */
  async another(): Promise<Person> {
    return Person.at(await this.tab.openAnother(EMPTY), this.page.url());
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole("heading", { level: 1, name });
  }

  /** Waits for a screen by its heading. */
  async sees(name: string | RegExp): Promise<void> {
    await this.heading(name).waitFor();
  }

  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async presses(name: string | RegExp): Promise<void> {
    await this.page.getByRole("button", { name, exact: typeof name === "string" }).click();
  }

  async follows(name: string | RegExp): Promise<void> {
    await this.page.getByRole("link", { name }).first().click();
  }

  async fills(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label).fill(text);
  }

  /** Goes to one of the wallet's screens by the navigation. */
  async opens(name: "Overview" | "Send" | "Add money" | "Security"): Promise<void> {
    await this.page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  }

  /** The code in the newest message of the simulated inbox, as it stands on the screen. */
  async codeInInbox(): Promise<string> {
    const newest = this.page
      .getByRole("region", { name: "Simulated inbox" })
      .getByRole("listitem")
      .filter({ hasText: "Newest" });
    const text = (await newest.textContent()) ?? "";
    const [code] = /\b\d{6}\b/.exec(text) ?? [];
    if (code === undefined) throw new Error(`no code in: ${text}`);
    return code;
  }

  async createsWallet(name = "Ada", email = "ada@example.com"): Promise<void> {
    await this.fills("Your name", name);
    await this.fills("E-mail", email);
    await this.presses("Create wallet");
    await this.sees(`Secure your wallet, ${name}`);
  }

  async registersPasskey(): Promise<void> {
    await this.presses("Create a passkey");
    await this.sees("Sign in");
  }

  async signsInWithPasskey(): Promise<void> {
    await this.presses("Sign in with passkey");
    await this.sees("Balance");
  }

  /** Everything up to the signed-in overview. */
  async joins(): Promise<void> {
    await this.createsWallet();
    await this.registersPasskey();
    await this.signsInWithPasskey();
  }

  async addsMoney(amount = "100.00 USDC"): Promise<void> {
    await this.opens("Add money");
    await this.page.getByLabel(amount).check();
    await this.page.getByRole("main").getByRole("button", { name: "Add money" }).click();
    await this.reads(`${amount} added.`);
  }

  /** Writes a payment and asks for its price. */
  async reviewsPayment(payee: string, amount: string, note = ""): Promise<void> {
    await this.opens("Send");
    await this.page.getByLabel(payee).check();
    await this.fills("Amount", amount);
    await this.fills("Note (optional)", note);
    await this.presses("Review payment");
    await this.sees("Check and sign");
  }

  /** Waits for a payment above the screen, and what it says. */
  async readsPayment(what: string, words: string): Promise<void> {
    const cards = this.page.getByRole("region", { name: "Payment", exact: true });
    await cards.filter({ hasText: what }).getByText(words).waitFor();
  }

  async addsEmail(): Promise<void> {
    await this.opens("Security");
    await this.presses("Add e-mail");
    await this.sees("Confirm your e-mail");
    await this.fills("Code", await this.codeInInbox());
    await this.presses("Confirm");
    await this.reads("E-mail is now a second way to sign in.");
  }

  /** How many nodes there are, those that only scripts hold included (Chrome DevTools Protocol, `Memory`). */
  async nodes(): Promise<number> {
    const session = await this.page.context().newCDPSession(this.page);
    for (let time = 0; time < 3; time += 1) await session.send("HeapProfiler.collectGarbage");
    const { nodes } = await session.send("Memory.getDOMCounters");
    // Not detached: the virtual authenticator would go with it.
    return nodes;
  }

  /** Every string in the memory of the page's scripts (Chrome DevTools Protocol, `HeapProfiler`). */
  async memory(): Promise<string> {
    const session = await this.page.context().newCDPSession(this.page);
    const chunks: string[] = [];
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    await session.detach();
    return chunks.join("");
  }

  /** Nothing was stopped by the policy, and nothing complained; refusals that the test provoked are named. */
  async expectNothingWrong(...provoked: RegExp[]): Promise<void> {
    expect(await this.tab.violations()).toEqual([]);
    const problems = await this.tab.problems();
    expect(problems.filter((problem) => !provoked.some((expected) => expected.test(problem)))).toEqual([]);
  }
}

export interface WalletPage {
  readonly simulator: Simulator;
  readonly origin: string;
  /** Somebody new, with a browser and an authenticator of their own. */
  visit(profile?: BrowserContextOptions): Promise<Person>;
  /** Another device of a known user, signed in to the platform. */
  visitAgain(person: Person): Promise<Person>;
}

/** The built page, its backend and the service, once for a test file. */
export function useWalletPage(browser: BrowserFixture): WalletPage {
  const simulator = new Simulator({
    environment: "production",
    quotes: { lifetime: "2m" },
    wallet: { webAuthn: { verifier } },
  });
  let demo: Demo | undefined;
  let folder: string | undefined;
  const originOf = () => {
    if (demo === undefined) throw new Error("the page is served from the first test on");
    return demo.origin;
  };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "wallet-page-"));
    await buildPage(folder);
    demo = await startDemo({ page: folder, simulator });
  });
  afterAll(async () => {
    await demo?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });
  return {
    simulator,
    get origin() {
      return originOf();
    },
    visit: async (profile) => Person.at(await browser.open(EMPTY, profile), originOf()),
    visitAgain: async (person) => {
      const tab = await browser.open(EMPTY);
      await tab.page.context().addCookies(await person.page.context().cookies());
      return Person.at(tab, originOf());
    },
  };
}
