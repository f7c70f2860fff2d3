import { chromium } from "playwright-core";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { addPasskeyDevice } from "../../examples/passkey-device";
import { findChromium } from "./chromium";
import { startSite } from "./site";
import type { Site, SiteOptions } from "./site";

/** Long, because the machine may be slow. A passing test never waits for these. */
const LAUNCH_TIMEOUT_MS = 180_000;
const STEP_TIMEOUT_MS = 120_000;

/** Chromium prints nothing, runs as root and in containers, and can reach only this machine. */
const flags = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-dev-shm-usage",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

/** Begins a message of the console that reports a violation of the Content-Security-Policy. */
const VIOLATION = "Content-Security-Policy violated by ";

/** Functions that a page offers to its test: `globalThis.program`. They take and return JSON values. */
type Program = Record<string, (...parameters: never[]) => unknown>;

/** A passkey in a virtual authenticator (Chrome DevTools Protocol, `WebAuthn.Credential`). */
export interface VirtualPasskey {
  /** Base64, not base64url. */
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  /** The names that the browser shows. */
  userName?: string;
  userDisplayName?: string;
  signCount: number;
}

/** A platform authenticator that always consents automatically. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async create(page: Page): Promise<VirtualAuthenticator> {
    const { protocol, authenticatorId } = await addPasskeyDevice(page);
    return new VirtualAuthenticator(protocol, authenticatorId);
  }

  async passkeys(): Promise<VirtualPasskey[]> {
    const { credentials } = await this.#session.send("WebAuthn.getCredentials", {
      authenticatorId: this.#id,
    });
    return credentials;
  }

  /** Adds a passkey of another tab's authenticator to this one. */
  async add(credential: VirtualPasskey): Promise<void> {
    await this.#session.send("WebAuthn.addCredential", { authenticatorId: this.#id, credential });
  }

  /** Deletes a passkey, as its owner does in the settings of the device. */
  async delete({ credentialId }: VirtualPasskey): Promise<void> {
    await this.#session.send("WebAuthn.removeCredential", { authenticatorId: this.#id, credentialId });
  }

  /** Takes the device away, with its passkeys. */
  async remove(): Promise<void> {
    await this.#session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: this.#id });
  }

  /** Whether the owner is recognized. Otherwise the browser throws a NotAllowedError. */
  async setUserVerified(isUserVerified: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified });
  }

  /** Whether the owner reacts. Otherwise a ceremony stays open until it is cancelled. */
  async setPresent(enabled: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setAutomaticPresenceSimulation", {
      authenticatorId: this.#id,
      enabled,
    });
  }
}

/** One tab, with its errors. */
export class Tab {
  readonly page: Page;
  readonly #violations: string[] = [];
  readonly #problems: string[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(context: BrowserContext): Promise<Tab> {
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    const tab = new Tab(page);
    page.on("pageerror", (error) => tab.#problems.push(String(error)));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error") tab.#problems.push(text);
      if (text.startsWith(VIOLATION)) tab.#violations.push(text.slice(VIOLATION.length));
    });
    await page.addInitScript((start) => {
      // The page may replace it later.
      const { debug } = console;
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
        debug(`${start}${violatedDirective}: ${blockedURI}`);
      });
    }, VIOLATION);
    return tab;
  }

  /** Opens an address and waits until the page's scripts have run. */
  async goTo(url: string): Promise<this> {
    await this.page.goto(url, { waitUntil: "load", timeout: STEP_TIMEOUT_MS });
    return this;
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: "load", timeout: STEP_TIMEOUT_MS });
  }

  /** Another tab of the same profile. It shares only the storage. */
  async openAnother(url: string): Promise<Tab> {
    return (await Tab.open(this.page.context())).goTo(url);
  }

  /** The violations of the Content-Security-Policy, as `directive: blocked`. Empty if none occurred. */
  async violations(): Promise<readonly string[]> {
    await this.#settle();
    return this.#violations;
  }

  /** Uncaught errors and error messages of the console. Empty if none occurred. */
  async problems(): Promise<readonly string[]> {
    await this.#settle();
    return this.#problems;
  }

  /** Lets the page report queued violations. A violation becomes an event only after the blocked call has failed. */
  async #settle(): Promise<void> {
    await this.page.evaluate(async () => {
      await fetch(location.href);
      await new Promise((resolve) => setTimeout(resolve));
    });
  }

  addAuthenticator(): Promise<VirtualAuthenticator> {
    return VirtualAuthenticator.create(this.page);
  }

  /**
   * Calls a function of the page's program in a task of the page. Code that the debugger runs directly is exempt from the
   * Content-Security-Policy.
   *
   *     const sum = await tab.call<typeof program, "add">("add", 1, 2);
   */
  async call<P extends Program, Name extends keyof P & string>(
    name: Name,
    ...parameters: Parameters<P[Name]>
  ): Promise<Awaited<ReturnType<P[Name]>>> {
    const [result] = await this.#callEach<P, Name>(name, [parameters]);
    // One call has one result.
    return result as Awaited<ReturnType<P[Name]>>;
  }

  /** Calls a function with one parameter for each value in turn, in one round trip to the page. */
  async callEach<P extends Program, Name extends keyof P & string>(
    name: Name,
    values: readonly Parameters<P[Name]>[0][],
  ): Promise<Awaited<ReturnType<P[Name]>>[]> {
    return this.#callEach<P, Name>(
      name,
      values.map((value) => [value]),
    );
  }

  #callEach<P extends Program, Name extends keyof P & string>(
    name: Name,
    calls: readonly (readonly unknown[])[],
  ): Promise<Awaited<ReturnType<P[Name]>>[]> {
    return this.page.evaluate(
      async ([functionName, parameterLists]) => {
        await new Promise((resolve) => setTimeout(resolve));
        const program: unknown = Reflect.get(globalThis, "program");
        const called: unknown = Reflect.get(Object(program), functionName);
        if (typeof called !== "function") throw new Error(`the page offers no ${functionName}`);
        const results = [];
        for (const parameters of parameterLists) results.push(await called(...parameters));
        return results;
      },
      [name, calls] as const,
    );
  }
}

/**
 * Flags for a file with {@link BrowserFixture.visit}. The tabs of a profile share one process, and Chromium starts none in
 * advance. Starting a process takes longer than most tests.
 */
export const ONE_PROCESS = ["--renderer-process-limit=1", "--disable-site-isolation-trials"];

export interface BrowserFixture {
  /** A tab in a new profile, without storage and passkeys. It closes after the test. */
  open(url: string, profile?: BrowserContextOptions): Promise<Tab>;
  /** A tab in the one profile of all visits. Each test visits a site of its own, which has no storage yet. */
  visit(url: string): Promise<Tab>;
  /** A site that stops after the file's last test. See `bundlePage` for its files. */
  serve(options: SiteOptions): Promise<Site>;
}

/**
 * One Chromium for a test file. Call it at the top level before the tests, because it also sets their timeouts.
 *
 * @param moreFlags command-line flags. The last flag with a name counts
 * @param fewerFlags flags of Playwright that do not count
 */
export function useBrowser(
  moreFlags: readonly string[] = [],
  fewerFlags: readonly string[] = [],
): BrowserFixture {
  vi.setConfig({ testTimeout: STEP_TIMEOUT_MS, hookTimeout: LAUNCH_TIMEOUT_MS });
  const sites: Site[] = [];
  const profiles: BrowserContext[] = [];
  let browser: Browser | undefined;
  /** The profile of all visits, with the tab that keeps its process alive. */
  let visitor: { profile: BrowserContext; keeper: Page } | undefined;
  const launched = () => {
    if (browser === undefined) throw new Error("the browser starts before the first test");
    return browser;
  };
  beforeAll(async () => {
    const args = [...flags, ...moreFlags];
    browser = await chromium.launch({
      ...(await findChromium()),
      args,
      ignoreDefaultArgs: [...fewerFlags],
      timeout: LAUNCH_TIMEOUT_MS,
    });
  }, LAUNCH_TIMEOUT_MS);
  afterEach(async () => {
    const visits = visitor?.profile.pages().filter((page) => page !== visitor?.keeper) ?? [];
    await Promise.all([...profiles.splice(0), ...visits].map((opened) => opened.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all(sites.map((site) => site.close()));
  });
  return {
    async open(url, options) {
      const profile = await launched().newContext(options);
      profiles.push(profile);
      return (await Tab.open(profile)).goTo(url);
    },
    async visit(url) {
      if (visitor === undefined) {
        const profile = await launched().newContext();
        visitor = { profile, keeper: await profile.newPage() };
      }
      return (await Tab.open(visitor.profile)).goTo(url);
    },
    async serve(options) {
      const site = await startSite(options);
      sites.push(site);
      return site;
    },
  };
}
