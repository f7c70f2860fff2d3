import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { basicAuthorization } from "../support/world";
import { commandsOf } from "../support/commands";

const root = new URL("../../", import.meta.url);
const at = (name: string) => fileURLToPath(new URL(name, root));
const read = (name: string) => readFileSync(new URL(name, root), "utf8");
const guide = read("docs/guides/webhooks.md");
const folders = ["express", "fastify", "hono", "next", "worker"].map((name) => `webhooks-${name}`);

function manifestOf(folder: string) {
  return JSON.parse(read(`examples/${folder}/package.json`)) as {
    type: string;
    scripts: { start: string };
    dependencies: Record<string, string>;
  };
}

/** A free port. */
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

describe("the recipes for webhooks", () => {
  it("appear unchanged in the guide", () => {
    const shown = [...guide.matchAll(/\[examples\/(\S+?\.ts)\]\(\S+\)\n\n```ts[^\n]*\n([\s\S]*?)```/g)];
    expect(shown.map(([, file]) => file).sort()).toEqual([
      "webhooks-express/app.ts",
      "webhooks-hono/webhooks.ts",
    ]);
    for (const [, file = "", code] of shown) expect(code).toBe(read(`examples/${file}`));
    // A row of the table shows the call.
    const rows = [...guide.matchAll(/^\| \[.+?\/(examples\/webhooks-\S+\.ts)\).*? \| .*?`(.+?)`/gm)];
    expect(rows).toHaveLength(4);
    for (const [, file = "", code = ""] of rows) expect(read(file)).toContain(code);
  });

  it("are separate folders, with one command and the same check", () => {
    const found = readdirSync(new URL("examples", root)).filter((name) => /^webhooks-\w+$/.test(name));
    expect(found.sort()).toEqual(folders);
    for (const folder of folders) {
      const { type, scripts, dependencies } = manifestOf(folder);
      expect({ type, sdk: dependencies["payments-sdk"] }).toEqual({ type: "module", sdk: "file:../.." });
      expect(scripts.start).toMatch(/^node \.\.\/webhooks-start\.mjs /);
      expect(read(`examples/${folder}/webhooks.ts`)).toBe(read("examples/webhooks-hono/webhooks.ts"));
      expect(guide).toContain(folder);
    }
  });

  it("start the same server as the recipe for the relay in Express", () => {
    expect(read("examples/webhooks-express/server.ts")).toBe(read("examples/relay-express/server.ts"));
  });

  it(
    "start with one command, and accept the test event from the printed command",
    { timeout: 60_000 },
    async () => {
      const folder = "webhooks-fastify";
      const { folder: bin, PATH } = commandsOf(folder);
      const port = await freePort();
      const [, ...args] = manifestOf(folder).scripts.start.split(" ");
      const child = spawn(process.execPath, args, {
        cwd: at(`examples/${folder}`),
        env: {
          ...process.env,
          PATH,
          PORT: port,
          NODE_OPTIONS: "",
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const closed = new Promise((resolve) => child.on("close", resolve));
      let printed = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
      try {
        await vi.waitFor(() => expect(printed).toMatch(/http:\/\/\S+:\d+\n$/), 30_000);
        const [, credentials = "", address = ""] = /curl -u '(\S+)' -X POST (\S+)/.exec(printed) ?? [];
        const [id = "", secret = ""] = credentials.split(":");
        const authorization = basicAuthorization(id, secret);
        const response = await fetch(address, { method: "POST", headers: { authorization } });
        expect(await response.json()).toMatchObject({
          url: `http://localhost:${port}/webhooks`,
          response_status: 200,
        });
      } finally {
        child.kill();
        await closed;
        rmSync(bin, { recursive: true });
      }
    },
  );
});
