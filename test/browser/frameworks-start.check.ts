import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { frameworks } from "./frameworks-site";

const at = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const folder = at("examples/wallet-frameworks");

/** Starts a recipe with its command, as npm does, and hands its address to `use`. */
async function withRecipe(framework: string, use: (base: string) => Promise<void>): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as {
    scripts: Record<string, string>;
  };
  const [node, ...args] = (scripts[framework] ?? "").split(" ");
  expect(node).toBe("node");
  // What `npm install` puts on the path: the command of this package, from its sources.
  const bin = mkdtempSync(path.join(tmpdir(), "payments-sdk-bin-"));
  const command = path.join(bin, "payments-simulator");
  const source = at("src/simulator/bin.ts");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" --import tsx "${source}" "$@"\n`);
  chmodSync(command, 0o755);
  const environment = {
    PATH: [bin, at("node_modules/.bin"), process.env["PATH"]].join(path.delimiter),
    PORT: "0",
    NODE_OPTIONS: "",
    // Vitest's own value is none of Vite's.
    NODE_ENV: "development",
  };
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = new Promise((resolve) => child.on("close", resolve));
  try {
    const base = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const address = /http:\/\/localhost:\d+/.exec(text)?.[0];
        if (address !== undefined && text.includes("/_simulator")) resolve(address);
      });
      child.on("close", () => reject(new Error(`the command ended: ${text}`)));
    });
    await use(base);
  } finally {
    child.kill();
    await closed;
    rmSync(bin, { recursive: true });
  }
}

it.each(frameworks)("the recipe for %s starts with one command", { timeout: 90_000 }, async (framework) => {
  await withRecipe(framework, async (base) => {
    const page = async (headers: Record<string, string> = {}) => (await fetch(base, { headers })).text();
    const stranger = await page();
    expect(stranger).toContain("Sign in to the platform");
    const script = /<script type="module" src="(\/main\.tsx?)"/.exec(stranger)?.[1] ?? "";
    const response = await fetch(`${base}${script}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/javascript"]);

    const body = JSON.stringify({ email: "ada@example.com" });
    const signIn = (origin: string) =>
      fetch(`${base}/platform/sign-in`, { method: "POST", headers: { origin }, body });
    expect((await signIn("https://evil.example")).status).toBe(403);
    const signedIn = await signIn(base);
    expect(signedIn.status).toBe(200);
    const { accountId } = (await signedIn.json()) as { accountId: string };
    const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
    // A server cannot read the browser's store.
    expect(await page({ cookie })).toMatch(
      /<p role="status">(?:<!---->)?(?:<span>)?One moment(?:<\/span>)?(?:<!---->)?<\/p>/,
    );
    const list = await fetch(`${base}/wallet/auth/credentials?accountId=${accountId}`, {
      headers: { cookie },
    });
    expect([list.status, await list.json()]).toEqual([200, { data: [] }]);
    expect((await fetch(`${base}/wallet/customers`, { headers: { cookie } })).status).toBe(404);
  });
});
