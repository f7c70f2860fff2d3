import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { caller, inTime, STEP_TIMEOUT_MS } from "./engine";
import type { Engine, EngineTab } from "./engine";
import { start } from "./process";
import type { Running } from "./process";

/** One command of WebDriver, over HTTP. */
async function command(url: string, method: "GET" | "POST" | "DELETE", body?: object): Promise<unknown> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await inTime(url, fetch(url, init));
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) {
    throw new Error(
      `${String(Reflect.get(Object(value), "error"))}: ${String(Reflect.get(Object(value), "message"))}`,
    );
  }
  return value;
}

/** WebDriver acts on one window at a time, so calls of different tabs wait for each other. */
class Session {
  readonly #url: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  send(path: string, body: object): Promise<unknown> {
    return command(`${this.#url}${path}`, "POST", body);
  }

  inWindow<Result>(handle: unknown, action: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(async () => {
      await this.send("/window", { handle });
      return action();
    });
    this.#last = next.catch(() => undefined);
    return next;
  }

  async window(): Promise<unknown> {
    return command(`${this.#url}/window`, "GET");
  }

  async close(): Promise<void> {
    await command(this.#url, "DELETE").catch(() => undefined);
  }
}

class WebKitTab implements EngineTab {
  readonly #session: Session;
  readonly #url: string;
  readonly #handle: unknown;

  private constructor(session: Session, url: string, handle: unknown) {
    this.#session = session;
    this.#url = url;
    this.#handle = handle;
  }

  static async open(session: Session, url: string, handle: unknown): Promise<WebKitTab> {
    await session.inWindow(handle, () => session.send("/url", { url }));
    return new WebKitTab(session, url, handle);
  }

  async reload(): Promise<void> {
    await this.#session.inWindow(this.#handle, () => this.#session.send("/refresh", {}));
  }

  async openAnother(): Promise<EngineTab> {
    const opened = Object(await this.#session.send("/window/new", { type: "tab" })) as { handle: unknown };
    return WebKitTab.open(this.#session, this.#url, opened.handle);
  }

  async callEach(name: string, calls: readonly (readonly unknown[])[]): Promise<unknown[]> {
    const script = `const [name, calls, done] = arguments;
      (${caller})(name, calls).then((results) => done({ results }), (error) => done({ error: String(error) }));`;
    const outcome = await this.#session.inWindow(this.#handle, () =>
      this.#session.send("/execute/async", { script, args: [name, JSON.stringify(calls)] }),
    );
    const { results, error } = Object(outcome) as { results?: string; error?: string };
    if (results === undefined) throw new Error(`${name}: ${error ?? "no result"}`);
    return JSON.parse(results) as unknown[];
  }
}

/** A free port: the driver cannot choose one. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A TCP server that listens has an address object.
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The programs that WebKitGTK needs without a screen. */
export interface WebKitCommands {
  driver: string;
  browser: string;
  display: string;
}

/** WebKitGTK's MiniBrowser on a virtual screen. */
export class WebKit implements Engine {
  readonly version: string;
  readonly #processes: readonly Running[];
  readonly #url: string;
  readonly #browser: string;
  #session: Session | undefined;

  private constructor(version: string, processes: readonly Running[], url: string, browser: string) {
    this.version = version;
    this.#processes = processes;
    this.#url = url;
    this.#browser = browser;
  }

  static async start({ driver, browser, display }: WebKitCommands): Promise<WebKit> {
    const screen = await start(
      display,
      () => ["-displayfd", "1", "-screen", "0", "1024x768x24"],
      /^(\d+)\n/m,
    );
    const port = await freePort();
    const url = `http://127.0.0.1:${String(port)}`;
    const environment = {
      DISPLAY: `:${screen.found[1] ?? ""}`,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      // Containers may not create namespaces.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    };
    // The driver prints nothing, so a shell announces its start.
    const process = await start(
      "/bin/sh",
      () => ["-c", 'echo started; exec "$0" "$@"', driver, `--port=${String(port)}`],
      /started/,
      environment,
    );
    const isReady = () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (let tries = 0; !(await isReady()); tries += 1) {
      if (tries === 100) throw new Error(`${driver} does not respond`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const engine = new WebKit("", [process, screen], url, browser);
    const { browserName, browserVersion } = await engine.#newSession();
    return Object.assign(engine, { version: `${browserName ?? ""} (WebKitGTK) ${browserVersion ?? ""}` });
  }

  async #newSession(): Promise<Record<string, string>> {
    await this.#session?.close();
    const value = await command(`${this.#url}/session`, "POST", {
      capabilities: {
        alwaysMatch: {
          timeouts: { script: STEP_TIMEOUT_MS, pageLoad: STEP_TIMEOUT_MS },
          "webkitgtk:browserOptions": { binary: this.#browser, args: ["--automation"] },
        },
      },
    });
    const { sessionId, capabilities } = Object(value) as { sessionId: string; capabilities: object };
    this.#session = new Session(`${this.#url}/session/${sessionId}`);
    return capabilities as Record<string, string>;
  }

  /** The driver has one session at a time, each with its own profile. This closes the earlier session. */
  async open(url: string): Promise<EngineTab> {
    await this.#newSession();
    const session = this.#session;
    if (session === undefined) throw new Error("a session was made");
    return WebKitTab.open(session, url, await session.window());
  }

  async close(): Promise<void> {
    await this.#session?.close();
    for (const process of this.#processes) await process.close();
  }
}
