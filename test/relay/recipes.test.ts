import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { build } from "esbuild";
import { PaymentsClient } from "payments-sdk";
import type { SimulatorServer } from "payments-sdk/simulator";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSimulator } from "../support/simulator";

const root = new URL("../../", import.meta.url);
const guide = readFileSync(new URL("docs/guides/browser-wallet.md", root), "utf8");
const recipes = readdirSync(new URL("examples", root)).filter((file) => /^relay-.*\.ts$/.test(file));

describe("the guide to wallets in the browser", () => {
  it("shows the examples as they are", () => {
    const shown = [...guide.matchAll(/\[examples\/([\w-]+\.ts)\]\(\S+\)\n\n```ts\n([\s\S]*?)```/g)];
    expect(shown.map(([, file]) => file).sort()).toEqual(recipes.sort());
    for (const [, file, code] of shown) {
      expect(code).toBe(readFileSync(new URL(`examples/${file ?? ""}`, root), "utf8"));
    }
  });

  it("has no other code of ours, and links to what is there", () => {
    expect(guide.match(/```ts/g)).toHaveLength(recipes.length);
    for (const [, target = ""] of guide.matchAll(/\]\((\.[^)#]+)/g)) {
      expect(() => readFileSync(new URL(target, new URL("docs/guides/", root)))).not.toThrow();
    }
  });
});

describe("the recipe for", () => {
  const origin = "https://app.example.com";
  let service: SimulatorServer;
  let accountId: string;
  let cookie: string;
  let environment: Record<
    "PAYMENTS_BASE_URL" | "PAYMENTS_CLIENT_ID" | "PAYMENTS_CLIENT_SECRET" | "WALLET_RELAY_SECRET",
    string
  >;

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
    vi.stubEnv("PORT", "");
    const payments = new PaymentsClient();
    const customer = await payments.customers.create({
      customerType: "INDIVIDUAL",
      email: "ada@example.com",
      currencies: ["USD"],
    });
    const wallet = await payments.internalAccounts.findWallet(customer.id ?? "");
    accountId = wallet?.id ?? "";
    const { openSession } = await import("../../examples/relay-users");
    cookie = `theme=dark; session=${openSession({ accountIds: [accountId], customerId: customer.id })}`;
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });

  /** What a page does first, and what another page must not. */
  async function expectRelay(base: string, fetch: (request: Request) => Promise<Response>) {
    const body = JSON.stringify({ accountId });
    const call = (path: string, init: RequestInit = {}) =>
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
    expect(list.headers.get("date")).toBe("Mon, 27 Apr 2026 09:00:00 GMT");
    const challenge = await post();
    expect(challenge.status).toBe(200);
    expect(await challenge.json()).toEqual({ challenge: expect.any(String), expiresAt: expect.any(String) });
    expect((await post({ cookie: "session=none" })).status).toBe(401);
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ "content-type": "text/plain" })).status).toBe(415);
    expect((await post({}, body.padEnd(70_000))).status).toBe(413);
    expect((await call("/auth/sessions/Session:none", { method: "DELETE" })).status).toBe(404);
    expect((await call("/customers")).status).toBe(404);
    expect((await call("/auth/credentials", { method: "OPTIONS" })).status).toBe(204);
  }

  it("Hono behaves as a relay does", async () => {
    const { app } = await import("../../examples/relay-hono");
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    try {
      await expectRelay(addressOf(server.address()), fetch);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("Express behaves as a relay does", async () => {
    const { app } = await import("../../examples/relay-express");
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
    const handlers = await import("../../examples/relay-next");
    const byMethod = new Map(Object.entries(handlers));
    await expectRelay("https://app.example.com", async (request) => {
      const handler = byMethod.get(request.method);
      return handler ? handler(request) : new Response(null, { status: 405 });
    });
  });

  it("a worker behaves as a relay does", async () => {
    const { default: worker } = await import("../../examples/relay-worker");
    await expectRelay("https://app.example.com", (request) => worker.fetch(request, environment));
  });

  it("the page reaches the relay, for the wallet and for its challenges", async () => {
    const { GET: relay } = await import("../../examples/relay-next");
    vi.stubGlobal("location", { href: "https://app.example.com/account" });
    // The page's calls go to the backend, the backend's own to the service.
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
      if (address.startsWith(service.url)) return fetch(address, init);
      const headers = new Headers(init.headers);
      headers.set("origin", origin);
      headers.set("cookie", cookie);
      return relay(new Request(new URL(address, "https://app.example.com"), { ...init, headers }));
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
});

describe("the relay's entry point", () => {
  it("brings no cryptography of the wallet into a backend", async () => {
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
