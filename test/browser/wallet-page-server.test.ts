import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Simulator } from "payments-sdk/simulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemo } from "../../examples/wallet-web/server";
import type { Demo } from "../../examples/wallet-web/server";
import { bundledProgram } from "../support/bundled-program";

const root = fileURLToPath(new URL("../..", import.meta.url));
const simulator = new Simulator({ environment: "production" });
let folder: string;
let demo: Demo;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "wallet-page-server-"));
  await writeFile(path.join(folder, "index.html"), "<!doctype html><title>Page</title>");
  demo = await startDemo({ page: folder, simulator });
});

afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

function call(method: string, address: string, { body, ...headers }: Record<string, string> = {}) {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const given = { origin: demo.origin, ...json, ...headers };
  return fetch(`${demo.origin}${address}`, {
    method,
    headers: given,
    ...(body === undefined ? {} : { body }),
  });
}

async function join(name: string): Promise<{ cookie: string; accountId: string }> {
  const body = JSON.stringify({ name, email: `${name}@example.com` });
  const answer = await call("POST", "/demo/user", { body });
  const { user } = await answer.json();
  return { cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "", accountId: user.accountId };
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

describe("the backend of the wallet page", () => {
  it("sends the security headers with every response", async () => {
    const answers = await Promise.all([
      call("GET", "/"),
      call("GET", "/nothing-here"),
      call("GET", "/demo/user"),
      call("GET", "/demo/inbox"),
      call("POST", "/demo/user", { body: "{" }),
      call("POST", "/demo/user", { body: JSON.stringify({ name: "a".repeat(5_000) }) }),
      call("GET", "/wallet/auth/credentials?accountId=InternalAccount:1"),
      call("GET", "/wallet/customers"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 401, 400, 413, 401, 404]);
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toBe(policy);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(
        headers.has("access-control-allow-origin") && headers.get("access-control-allow-origin"),
      ).not.toBe("*");
    }
  });

  it("creates one wallet for a user, and a cookie that scripts cannot read", async () => {
    const body = JSON.stringify({ name: " Ada ", email: "ada@example.com" });
    const first = await call("POST", "/demo/user", { body });
    const cookie = first.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^alder_user=[\w-]{36};.*HttpOnly.*SameSite=Strict/);
    const created = await first.json();
    expect(created.user).toMatchObject({ name: "Ada", email: "ada@example.com" });
    const again = await call("POST", "/demo/user", { body, cookie: cookie.split(";")[0] ?? "" });
    expect(await again.json()).toEqual(created);
    const unknown = await call("GET", "/demo/user", { cookie: "alder_user=somebody" });
    expect(await unknown.json()).toEqual({ user: null });
  });

  it("rejects unusable names, addresses and amounts", async () => {
    for (const body of ["null", "{}", '{"name":"Ada"}', '{"name":"Ada","email":"nobody"}']) {
      expect((await call("POST", "/demo/user", { body })).status).toBe(400);
    }
    const { cookie } = await join("amounts");
    for (const amount of [0, -1, 1.5, 10_000_000_001, "100"]) {
      const answer = await call("POST", "/demo/fund", { cookie, body: JSON.stringify({ amount }) });
      expect(answer.status).toBe(400);
    }
    expect((await call("POST", "/demo/fund", { cookie, body: '{"amount":1000000}' })).status).toBe(204);
  });

  it("signs only a known address in again, with a new cookie", async () => {
    const { accountId } = await join("returning");
    const body = JSON.stringify({ email: "returning@example.com" });
    const again = await call("POST", "/demo/sign-in", { body });
    expect(again.headers.get("set-cookie")).toMatch(/^alder_user=[\w-]{36};.*HttpOnly.*SameSite=Strict/);
    expect((await again.json()).user.accountId).toBe(accountId);
    for (const unknown of ['{"email":"nobody@example.com"}', "{}", "null"]) {
      expect((await call("POST", "/demo/sign-in", { body: unknown })).status).toBe(400);
    }
    expect((await call("POST", "/demo/sign-in", { body, origin: "https://elsewhere.example" })).status).toBe(
      403,
    );
  });

  it("shows each user their own inbox, and rejects writes from other sites", async () => {
    const [ada, grace] = await Promise.all([join("ada"), join("grace")]);
    const body = JSON.stringify({ type: "EMAIL_OTP", accountId: ada.accountId });
    expect((await call("POST", "/wallet/auth/credentials", { body, cookie: ada.cookie })).status).toBe(201);
    const inboxOf = async ({ cookie }: { cookie: string }) =>
      (await call("GET", "/demo/inbox", { cookie })).json();
    expect(await inboxOf(ada)).toMatchObject({ messages: [{ subject: expect.any(String) }] });
    expect(await inboxOf(grace)).toEqual({ messages: [] });
    const stolen = await call("POST", "/wallet/auth/credentials", { body, cookie: grace.cookie });
    expect(stolen.status).toBe(404);
    for (const origin of [
      "https://elsewhere.example",
      demo.origin.replace("localhost", "127.0.0.1"),
      "null",
    ]) {
      const funded = await call("POST", "/demo/fund", { origin, cookie: ada.cookie, body: '{"amount":1}' });
      expect(funded.status).toBe(403);
    }
  });

  it("starts with one command, prints its address, and stops on a signal", async () => {
    const child = spawn(process.execPath, [bundledProgram("examples/wallet-web/demo.ts")], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const complaints: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => complaints.push(text));
    const exited = once(child, "exit");
    try {
      const [line] = await once(createInterface({ input: child.stdout }), "line");
      const [address] = /http:\/\/localhost:\d+/.exec(String(line)) ?? [];
      const answer = await fetch(address ?? "");
      expect(answer.headers.get("content-security-policy")).toBe(policy);
      const page = await answer.text();
      const [script] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
      for (const encoding of ["br", "gzip"]) {
        const compressed = await fetch(`${address}${script}`, { headers: { "accept-encoding": encoding } });
        expect(compressed.headers.get("content-encoding")).toBe(encoding);
        expect(compressed.headers.get("vary")).toContain("Accept-Encoding");
        expect(compressed.headers.get("content-type")).toMatch(/javascript/);
        expect(await compressed.text()).toContain("Alder");
      }
      // Nothing inline: the policy would stop it.
      expect(page).toMatch(/<script type="module"[^>]* src="\/assets\/[^"]+\.js"><\/script>/);
      expect(page).not.toMatch(/<style|<script(?![^>]*src=)| style=| on\w+=/);
    } finally {
      child.kill("SIGTERM");
    }
    expect(await exited).toEqual([0, null]);
    // The terminal begins with the address.
    expect(complaints).toEqual([]);
  }, 120_000);
});
