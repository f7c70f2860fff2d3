import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { build, createServer } from "vite";
import type { InlineConfig, ViteDevServer } from "vite";
import { createBackend } from "../../examples/wallet-frameworks/backend";
import { fillTemplate } from "../../examples/wallet-frameworks/template";
import type { PlatformUser } from "../../examples/wallet-frameworks/wallet-basics";
import type { Simulator, SimulatorServer } from "payments-sdk/simulator";
import type { BrowserFixture, Tab } from "../support/browser";
import { createSimulator } from "../support/world";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The recipes. */
export const frameworks = ["react", "vue", "svelte"] as const;
export type Framework = (typeof frameworks)[number];

type Render = (user?: PlatformUser) => Promise<string>;

/** As in the recipe's server, with the sources in the place of the package. */
const configOf = (framework: Framework): InlineConfig => ({
  root: at(`examples/wallet-frameworks/${framework}`),
  configFile: false,
  logLevel: "error",
  plugins: [vue(), svelte({ configFile: false })],
  resolve: {
    alias: [
      { find: /^payments-sdk$/, replacement: at("src/index.ts") },
      { find: /^payments-sdk\/(\w+)$/, replacement: at("src/$1/index.ts") },
    ],
  },
});

/** One recipe, compiled for browsers. */
export async function compile(framework: Framework): Promise<Map<string, string | Uint8Array>> {
  // Not minified, and in the frameworks' development versions: only these warn of a hydration that does not fit.
  const output = await build({ ...configOf(framework), build: { write: false, minify: false } });
  if (Array.isArray(output) || !("output" in output)) throw new Error("one build has one output");
  return new Map(
    output.output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]),
  );
}

/** The server side of a recipe, compiled and run by Vite. */
export class ServerPage {
  readonly #vite: ViteDevServer;

  private constructor(vite: ViteDevServer) {
    this.#vite = vite;
  }

  static async create(framework: Framework): Promise<ServerPage> {
    const server = { middlewareMode: true, hmr: false, ws: false, watch: null } as const;
    const optimizeDeps = { noDiscovery: true };
    const vite = await createServer({ ...configOf(framework), appType: "custom", server, optimizeDeps });
    return new ServerPage(vite);
  }

  /** Loads a module, and what it imports. What it resolves to gives the markup that the page begins with. */
  async load(module = "/server"): Promise<Render> {
    const { render } = (await this.#vite.ssrLoadModule(module)) as { render: Render };
    return render;
  }

  close(): Promise<void> {
    return this.#vite.close();
  }
}

/** A recipe in a browser, against a simulator of its own. */
export class FrameworkSite {
  readonly simulator: Simulator;
  readonly origin: string;
  /** Whether the server renders for the user, or wrongly for nobody. */
  readonly pages: { fit: boolean };
  readonly #browser: BrowserFixture;
  readonly #service: SimulatorServer;
  /** The server's side. */
  readonly page: ServerPage;

  private constructor(
    browser: BrowserFixture,
    service: { simulator: Simulator; server: SimulatorServer },
    { page, pages }: { page: ServerPage; pages: { fit: boolean } },
    origin: string,
  ) {
    this.#browser = browser;
    this.simulator = service.simulator;
    this.#service = service.server;
    this.page = page;
    this.pages = pages;
    this.origin = origin;
  }

  static async create(browser: BrowserFixture, framework: Framework): Promise<FrameworkSite> {
    const simulator = createSimulator({
      environment: "production",
      wallet: { webAuthn: {} },
      now: new Date().toISOString(),
    });
    const [server, files, page] = await Promise.all([
      simulator.listen(),
      compile(framework),
      ServerPage.create(framework),
    ]);
    const template = String(files.get("/index.html"));
    const [render, pages] = [await page.load(), { fit: true }];
    // The address is known when the site is there.
    const mounted: { backend?: ReturnType<typeof createBackend> } = {};
    const { origin } = await browser.serve({
      files,
      backend: (request) =>
        /^\/(?:$|wallet\/|platform\/)/.test(new URL(request.url).pathname)
          ? mounted.backend?.(request)
          : undefined,
    });
    const { clientId, clientSecret } = simulator.clientOptions();
    mounted.backend = createBackend({
      settings: {
        PAYMENTS_BASE_URL: server.url,
        PAYMENTS_CLIENT_ID: clientId,
        PAYMENTS_CLIENT_SECRET: clientSecret,
        WALLET_RELAY_SECRET: "a secret of the platform, 32 bytes or more",
      },
      origin,
      render: async (user) => fillTemplate(template, await render(pages.fit ? user : undefined), user),
    });
    return new FrameworkSite(browser, { simulator, server }, { page, pages }, origin);
  }

  /** The page, in a fresh profile. */
  open(): Promise<Tab> {
    return this.#browser.open(this.origin);
  }

  /** The code that was mailed last. */
  code(): string {
    const mail = this.simulator.outbox.list.at(-1);
    if (mail === undefined) throw new Error("no mail");
    return mail.code;
  }

  async close(): Promise<void> {
    await Promise.all([this.page.close(), this.#service.close()]);
  }
}
