import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import type { SimulatorServer } from "payments-sdk/simulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commandsOf } from "../support/commands";
import { createSimulator } from "../support/world";

const root = new URL("../../", import.meta.url);
const at = (path: string) => fileURLToPath(new URL(path, root));
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const guide = read("docs/guides/browser-wallet.md");
const folders = ["relay-express", "relay-hono", "relay-next", "relay-worker"];

describe("the guide to wallets in the browser", () => {
  it("contains the examples unchanged", () => {
    const shown = [...guide.matchAll(/\[examples\/(\S+?\.ts)\]\(\S+\)\n\n```ts\n([\s\S]*?)```/g)];
    expect(shown.map(([, file]) => file).sort()).toEqual(["relay-page.ts"]);
    for (const [, file = "", code] of shown) expect(code).toBe(read(`examples/${file}`));
  });

  it("mounts the relay as each recipe does", () => {
    const rows = [...guide.matchAll(/^\| \[.+?\/(examples\/relay-\S+\.ts)\).*? \| `(.+)` \|$/gm)];
    expect(rows).toHaveLength(folders.length);
    for (const [, file = "", line = ""] of rows) {
      const source = read(decodeURIComponent(file)).replaceAll("platformOf(process.env).", "");
      expect(source).toContain(line.replace("toNodeHandler(relay)", "relay"));
    }
  });
});

describe("the recipes", () => {
  it("are folders with one start command and the same platform", () => {
    const found = readdirSync(new URL("examples", root)).filter((name) => /^relay-\w+$/.test(name));
    expect(found.sort()).toEqual(folders);
    for (const folder of folders) {
      const { type, scripts, dependencies } = JSON.parse(read(`examples/${folder}/package.json`)) as Record<
        string,
        Record<string, string>
      >;
      expect({ type, sdk: dependencies?.["payments-sdk"] }).toEqual({ type: "module", sdk: "file:../.." });
      expect(scripts?.["start"]).toMatch(/^node \.\.\/relay-start\.mjs /);
      expect(read(`examples/${folder}/platform.ts`)).toBe(read("examples/relay-hono/platform.ts"));
      expect(guide).toContain(folder);
    }
  });

  it("honour PORT", () => {
    for (const folder of [...folders, ...folders.map((name) => name.replace("relay", "webhooks"))]) {
      expect(read(`examples/${folder}/package.json`)).not.toMatch(/--port \d/);
    }
  });

  it("compile under `nodenext`; Next has its own resolution", () => {
    const options = {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      paths: { "payments-sdk": [at("src/index.ts")], "payments-sdk/relay": [at("src/relay/index.ts")] },
    };
    const unresolved = (file: string) =>
      ts
        .preProcessFile(read(file))
        .importedFiles.map(({ fileName }) => fileName)
        .filter((name) => !name.startsWith("node:"))
        .filter((name) => {
          const mode = ts.ModuleKind.ESNext;
          const found = ts.resolveModuleName(name, at(file), options, ts.sys, undefined, undefined, mode);
          return found.resolvedModule === undefined;
        });
    for (const folder of folders.filter((name) => name !== "relay-next")) {
      const files = readdirSync(new URL(`examples/${folder}`, root)).filter((name) => name.endsWith(".ts"));
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect(unresolved(`examples/${folder}/${file}`)).toEqual([]);
    }
    // The same look finds the import without an extension.
    expect(unresolved("examples/relay-next/app/sign-in/route.ts")).toEqual(["../../platform"]);
  });
});

/** Bodies of a sign-in without a usable address. */
const JUNK = [
  ..."|{|null|[]|5|text|{}".split("|"),
  ...[null, "", "junk", "@", "a@b c", "ada@\u0000", "ada@\ud800"].map((email) => JSON.stringify({ email })),
];

describe("the recipe for", () => {
  const origin = "http://localhost:3000";
  let service: SimulatorServer;
  let environment: Record<string, string>;

  beforeAll(async () => {
    const simulator = createSimulator({ environment: "production" });
    service = await simulator.listen();
    const { clientId, clientSecret } = simulator.clientOptions();
    environment = {
      PAYMENTS_BASE_URL: service.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
      WALLET_RELAY_SECRET: "b".repeat(44),
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  });

  beforeEach(() => {
    // The audit log of the recipes.
    vi.spyOn(console, "log").mockImplementation(() => {});
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });

  type Fetch = (request: Request) => Response | Promise<Response>;

  /** Signs in as a page does, and returns the wallet and the cookie. */
  async function signIn(base: string, fetch: Fetch) {
    const request = (from: string, body: object) =>
      new Request(`${base}/sign-in`, {
        method: "POST",
        headers: { origin: from, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const email = "ada@example.com";
    expect((await fetch(request("https://evil.example", { email }))).status).toBe(403);
    for (const junk of JUNK) {
      const sent = new Request(`${base}/sign-in`, { method: "POST", headers: { origin }, body: junk });
      expect([junk, (await fetch(sent)).status]).toEqual([junk, 400]);
    }
    const twice = [fetch(request(origin, { email })), fetch(request(origin, { email }))] as const;
    const [response, other] = await Promise.all(twice);
    expect(response.status).toBe(200);
    const [session = "", ...attributes] = (response.headers.get("set-cookie") ?? "").split("; ");
    expect(attributes).toEqual(["HttpOnly", "Secure", "SameSite=Strict", "Path=/"]);
    const { accountId } = (await response.json()) as { accountId: string };
    expect(await other.json()).toEqual({ accountId });
    return { accountId, cookie: `theme=dark; ${session}` };
  }

  /** The first calls of a page, and the calls that another page must not make. */
  async function expectRelay(base: string, fetch: Fetch) {
    const { accountId, cookie } = await signIn(base, fetch);
    const body = JSON.stringify({ accountId });
    const call = async (path: string, init: RequestInit = {}) =>
      fetch(new Request(`${base}/wallet${path}`, { ...init, headers: { origin, cookie, ...init.headers } }));
    const post = (headers: Record<string, string> = {}, text = body) =>
      call("/registration-challenge", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: text,
      });

    const list = await call(`/auth/credentials?accountId=${accountId}`);
    expect(list.status).toBe(200);
    expect(await list.json()).toEqual({ data: expect.any(Array) });
    expect(Date.parse(list.headers.get("date") ?? "")).not.toBeNaN();
    const challenge = await post();
    expect(challenge.status).toBe(200);
    const [text, date] = [expect.any(String), expect.any(String)];
    expect(await challenge.json()).toEqual({ challenge: text, expiresAt: date, lifetimeMs: 300_000 });
    expect((await post({ cookie: "session=none" })).status).toBe(401);
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ "content-type": "text/plain" })).status).toBe(415);
    expect((await post({ "content-encoding": "gzip" })).status).toBe(415);
    expect((await post({}, body.padEnd(70_000))).status).toBe(413);
    expect((await call("/auth/sessions/Session:none", { method: "DELETE" })).status).toBe(404);
    expect((await call("/customers")).status).toBe(404);
    expect((await call("/auth/credentials", { method: "OPTIONS" })).status).toBe(204);
    expect((await call(`/quotes/Quote:none`)).headers.get("content-type")).toBe("application/json");
  }

  it("Hono behaves as a relay does", async () => {
    const { app } = await import("../../examples/relay-hono/app");
    await expectRelay(origin, (request) => app.fetch(request));
  });

  it("Express behaves as a relay does", async () => {
    const { app } = await import("../../examples/relay-express/app");
    const server = app.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    try {
      await expectRelay(addressOf(server.address()), fetch);
    } finally {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    }
  });

  it("Next behaves as a relay does", async () => {
    const handlers = await import("../../examples/relay-next/app/wallet/[...path]/route");
    const { POST } = await import("../../examples/relay-next/app/sign-in/route");
    const byMethod = new Map(Object.entries(handlers));
    await expectRelay(origin, (request) => {
      if (new URL(request.url).pathname === "/sign-in") return POST(request);
      const handler = byMethod.get(request.method);
      return handler ? handler(request) : new Response(null, { status: 405 });
    });
  });

  it("a worker behaves as a relay does", async () => {
    const { default: worker } = await import("../../examples/relay-worker/worker");
    const limiter = { limit: async () => ({ success: true }) };
    const limiters = { CHALLENGES: limiter, VERIFICATIONS: limiter, REGISTRATIONS: limiter };
    const settings = Object.assign(environment, limiters);
    await expectRelay(origin, (request) => worker.fetch(request, settings));
    expect((await worker.fetch(new Request(`${origin}/other`), settings)).status).toBe(404);
  });

  it("every framework creates no client on import, and needs no secret for it", async () => {
    vi.resetModules();
    vi.stubEnv("PAYMENTS_BASE_URL", "");
    try {
      await import("../../examples/relay-hono/app");
      await import("../../examples/relay-express/app");
      await import("../../examples/relay-next/app/wallet/[...path]/route");
      const { default: worker } = await import("../../examples/relay-worker/worker");
      // The same import does fail when it is asked for something.
      const none = {} as Parameters<typeof worker.fetch>[1];
      expect(() => worker.fetch(new Request(`${origin}/wallet/x`), none)).toThrow("`baseUrl`");
    } finally {
      vi.stubEnv("PAYMENTS_BASE_URL", service.url);
      vi.resetModules();
    }
  });

  it("the page reaches the relay, also for challenges", async () => {
    const { GET: relay } = await import("../../examples/relay-next/app/wallet/[...path]/route");
    const { POST } = await import("../../examples/relay-next/app/sign-in/route");
    const { accountId, cookie } = await signIn(origin, POST);
    vi.stubGlobal("location", { href: `${origin}/account` });
    // The page's calls go to the backend, the backend's own to the service.
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
      if (address.startsWith(service.url)) return fetch(address, init);
      const headers = new Headers(init.headers);
      headers.set("origin", origin);
      headers.set("cookie", cookie);
      return relay(new Request(new URL(address, origin), { ...init, headers }));
    });
    try {
      vi.stubGlobal("document", {});
      const { openWallet } = await import("../../examples/relay-page");
      const { credentials } = openWallet(accountId);
      expect((await credentials.list()).data).toEqual([]);
      const passkey = { type: "PASSKEY", nickname: "Phone" } as const;
      const { request } = await credentials.prepareRegistration(passkey);
      expect(request.challenge).toMatch(/^[\w-]{75}$/);
      const foreign = openWallet("InternalAccount:none").credentials.prepareRegistration(passkey);
      await expect(foreign).rejects.toMatchObject({ status: 404 });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each(["relay-hono", "relay-express"])(
    "%s starts with one command, with payments-simulator",
    { timeout: 60_000 },
    async (folder) => {
      const { folder: bin, PATH } = commandsOf(folder);
      const { scripts } = JSON.parse(read(`examples/${folder}/package.json`)) as {
        scripts: { start: string };
      };
      const [, ...args] = scripts.start.split(" ");
      const child = spawn(process.execPath, args, {
        cwd: at(`examples/${folder}`),
        env: {
          ...process.env,
          PATH,
          PORT: "0",
          ORIGIN: origin,
          NODE_OPTIONS: "",
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const closed = new Promise((resolve) => child.on("close", resolve));
      try {
        let text = "";
        const base = await new Promise<string>((resolve, reject) => {
          child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
            const address = /http:\/\/localhost:(\d+)/.exec(text)?.[1];
            if (address !== undefined) resolve(`http://localhost:${address}`);
          });
          child.on("close", () => reject(new Error(`the command ended: ${text}`)));
        });
        await expectRelay(base, fetch);
        // Here a developer reads the mailed codes.
        const [page = ""] = /http:\/\/127\.0\.0\.1:\d+\/_simulator/.exec(text) ?? [];
        expect((await fetch(page)).status).toBe(200);
      } finally {
        child.kill();
        await closed;
        rmSync(bin, { recursive: true });
      }
    },
  );
});

describe("the relay's entry point", () => {
  it("imports no cryptography of the wallet", async () => {
    const result = await build({
      entryPoints: [fileURLToPath(new URL("src/relay/index.ts", root))],
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
    });
    const files = Object.keys(result.metafile.inputs);
    expect(files).toContain("src/relay/relay.ts");
    expect(
      files.filter((file) => /@hpke|@noble\/curves|simplewebauthn|src\/(?:wallet|simulator)\//.test(file)),
    ).toEqual([]);
  });
});

function addressOf(address: unknown): string {
  const port: unknown =
    typeof address === "object" && address !== null ? Reflect.get(address, "port") : undefined;
  return `http://127.0.0.1:${String(port)}`;
}
