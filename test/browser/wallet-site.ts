import { createWalletRelay } from "payments-sdk/relay";
import type { SimulatorOptions } from "payments-sdk/simulator";
import type { BrowserFixture, Tab } from "../support/browser";
import { bundlePage } from "../support/site";
import { WalletWorld } from "../wallet/support";
import type { WalletProgram, WalletSetup } from "./pages/wallet";

let files: Promise<Map<string, string | Uint8Array>> | undefined;

/** What a site needs of a browser. */
type Visited = Pick<BrowserFixture, "serve" | "visit">;

/** A small platform: the production service, a relay, and a page with one customer's wallet. */
export class WalletSite {
  readonly world: WalletWorld;
  readonly origin: string;
  /** Whether the cookie is another person's. */
  isStranger = false;
  /** The flow of the page's wallet. */
  sessionKeys: "held" | "sealed" = "sealed";
  readonly #browser: Visited;

  private constructor(browser: Visited, world: WalletWorld, origin: string) {
    this.#browser = browser;
    this.world = world;
    this.origin = origin;
  }

  static async create(
    browser: Visited,
    policy?: string,
    page?: Promise<Map<string, string | Uint8Array>>,
    wallet: SimulatorOptions["wallet"] = {},
  ): Promise<WalletSite> {
    // For localhost, with the device's time: a wallet uses it until the first response.
    const world = await WalletWorld.create("production", {
      wallet: { webAuthn: {}, ...wallet },
      now: new Date().toISOString(),
    });
    let relay = (_request: Request): Promise<Response> => Promise.reject(new Error("the relay starts later"));
    if (page === undefined) files ??= bundlePage("test/browser/pages/wallet.ts");
    const { origin } = await browser.serve({
      files: await (page ?? files ?? new Map<string, string>()),
      policy,
      backend: (request) =>
        new URL(request.url).pathname.startsWith("/wallet/") ? relay(request) : undefined,
    });
    const site = new WalletSite(browser, world, origin);
    relay = createWalletRelay({
      client: world.payments,
      authenticate: () =>
        site.isStranger
          ? { accountIds: ["InternalAccount:other"], customerId: "Customer:other" }
          : { accountIds: [world.accountId], customerId: world.customerId },
      origins: [origin],
      secret: "a secret of the platform, 32 bytes or more",
      now: () => world.simulator.clock.now(),
    });
    return site;
  }

  get setup(): WalletSetup {
    const { accountId, simulator } = this.world;
    const { walletExportIssuerKey: trustedIssuerKey, oneTimeCodeIssuerKey: codeIssuerKey } = simulator;
    return { accountId, trustedIssuerKey, codeIssuerKey, sessionKeys: this.sessionKeys };
  }

  /** A page with the wallet. No page has stored anything at this site yet. */
  async open(): Promise<Tab> {
    const tab = await this.#browser.visit(this.origin);
    await tab.call<WalletProgram, "open">("open", this.setup);
    return tab;
  }

  /** Another page with the wallet, in the same profile. */
  async openAnother(tab: Tab): Promise<Tab> {
    const other = await tab.openAnother(this.origin);
    await other.call<WalletProgram, "open">("open", this.setup);
    return other;
  }

  async reload(tab: Tab): Promise<void> {
    await tab.reload();
    await tab.call<WalletProgram, "open">("open", this.setup);
  }
}
