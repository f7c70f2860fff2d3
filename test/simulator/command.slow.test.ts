import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { help, readCommand, UsageError } from "../../src/simulator/transports/command-line";
import { basicAuthorization } from "../support/world";
import { startCommand } from "../support/simulator-command";

/** A service of a compose file. */
interface ComposeService {
  command: string;
  ports: string[];
  healthcheck: { test: string[] };
}

async function start(...args: string[]) {
  const command = await startCommand(args);
  onTestFinished(async () => void (await command.stop("SIGKILL")));
  return command;
}

describe("the command payments-simulator", () => {
  it("serves, prints the variables for a client, and stops on a signal", async () => {
    const token = ["--client-id", "me", "--client-secret", "pä'sswörd"];
    const { output, stop } = await start(...token);
    const [, user = "", address = ""] = /curl -u '(.*)' (http:\S+)/.exec(output.stdout) ?? [];
    // Parsed as a shell would.
    const [id = "", secret = ""] = user.replaceAll("'\\''", "'").split(":");
    const response = await fetch(address, { headers: { authorization: basicAuthorization(id, secret) } });
    expect(response.status).toBe(200);
    const baseUrl = /PAYMENTS_BASE_URL=(\S+)/.exec(output.stdout)?.[1];
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/2025-10-13$/);
    expect(output.stdout).toContain("PAYMENTS_CLIENT_ID=me\n");
    expect(output.stdout).toContain("PAYMENTS_CLIENT_SECRET=pä'sswörd\n");
    expect(output.stdout).not.toContain("WEBHOOK");
    const page = /control it: (http:\S+)/.exec(output.stdout)?.[1] ?? "";
    expect(page).toBe(baseUrl?.replace("/2025-10-13", "/_simulator"));
    expect(await (await fetch(page)).text()).toContain("<h1>Payments simulator</h1>");
    expect(await stop("SIGTERM")).toBe(0);
    expect(output.stderr).toBe("");
  });

  it("starts as the guide's compose file says, with a health path that needs no token", async () => {
    const guide = readFileSync("docs/guides/simulator-admin.md", "utf8");
    const { name, bin } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; bin: object };
    const [, file = ""] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
    const { payments: service } = (parse(file) as { services: Record<string, ComposeService> }).services;
    // A container has no installed package, so npx needs its name. That of the command would be another package.
    const words = service?.command.split(" ") ?? [];
    const [program = "", ...args] = words.slice(4);
    expect([words.slice(0, 4), bin]).toEqual([
      ["npx", "--yes", "--package", name],
      { [program]: expect.any(String) },
    ]);
    const health = new URL(service?.healthcheck.test.at(-1) ?? "");
    const port = String(readCommand(args)?.listen.port);
    expect([service?.ports, health.port]).toEqual([[`${port}:${port}`], port]);
    const { printed } = await start(...args);
    health.port = new URL(printed("BASE_URL")).port;
    expect((await fetch(health)).status).toBe(200);
    expect((await fetch(health.href.replace("/health", "/clock"))).status).toBe(403);
  });

  it("has new random credentials at each start, independent of the seed", async () => {
    const [one, two] = await Promise.all([start("--seed", "s"), start("--seed", "s")]);
    const credentials = [one, two].map(({ printed }) => [printed("CLIENT_ID"), printed("CLIENT_SECRET")]);
    for (const pair of credentials)
      expect(pair).toEqual([
        expect.stringMatching(/^simulator-[0-9a-f]{12}$/),
        expect.stringMatching(/^[0-9a-f]{48}$/),
      ]);
    expect(new Set(credentials.flat()).size).toBe(4);
    expect(await one.call("GET", "/customers")).toMatchObject({ status: 200 });
    const { clientId, clientSecret } = new Simulator({ seed: "s" }).clientOptions();
    for (const [id = "", secret = ""] of [...credentials.slice(1), [clientId, clientSecret]]) {
      const headers = { authorization: basicAuthorization(id, secret) };
      expect(await one.call("GET", "/customers", undefined, headers)).toMatchObject({
        status: 401,
        body: { code: "UNAUTHORIZED" },
      });
    }
  });

  it("prints help", async () => {
    const { output, ended } = await start("--help");
    expect(await ended).toBe(0);
    expect(output.stdout).toBe(help);
  });

  it.each([
    [["--poort", "1"], "Unknown option `poort` for payments-simulator. Did you mean `port`?"],
    [["--tokens", "[]"], "`tokens` must have at least one token of the sandbox environment"],
    [["--platform.currencies", '["XXX"]'], "`platform.currencies` names an unknown currency: XXX"],
  ])("exits with status 2 after a wrong argument: %o", async (args, message) => {
    const { output, ended } = await start(...args);
    expect(await ended).toBe(2);
    expect(output.stderr).toContain(message);
    expect(output.stderr).toContain("Try payments-simulator --help");
  });

  it.each([
    [["--port", "many"], "`port` must be a port from 0 to 65535, got a string"],
    [["--port", "65536"], "`port` must be a port from 0 to 65535, got 65536"],
    [["--environment", "staging"], '`environment` must be "sandbox" or "production", got "staging"'],
    [["--quotes.lifetme", "90s"], "Unknown option `quotes.lifetme` for `quotes`. Did you mean `lifetime`?"],
    [["--seed-data.customers", "0"], "`seed-data.customers` must be an integer of at least 1"],
    [["--tokens", "[{"], "--tokens is not well-formed JSON"],
    [["--config", "/nowhere.json"], "the file /nowhere.json cannot be read"],
    [["--__proto__.port", "1"], "Unknown option `__proto__`"],
    [["--client-id", "me"], "--client-id and --client-secret go together"],
    [["--client-id", "me", "--client-secret", ""], "`client-secret` must be a non-empty string"],
    [["--client-id", "a:b", "--client-secret", "c"], "--client-id must not contain a colon"],
    [["--token", "a b;c"], "`token` must be one or more letters, digits"],
    [
      ["--client-id", "a", "--client-secret", "b", "--tokens", "[]"],
      "--client-id and --tokens exclude each other",
    ],
    [["surplus"], "surplus"],
  ])("rejects %j", (args, message) => {
    expect(() => readCommand(args)).toThrow(UsageError);
    expect(() => readCommand(args)).toThrow(message);
  });

  it.each([
    ["2026", "2026"],
    ["2026-04-27T09:00:00Z", "2026-04-27T09:00:00Z"],
    ["1777280400000", 1_777_280_400_000],
  ])("takes the time %s as text or milliseconds", (time, now) => {
    expect(readCommand(["--now", time])?.options).toEqual({ now });
  });

  it("has defaults, and accepts every flag", () => {
    const listen = { port: 4010, host: undefined, token: undefined, statusPage: true, admin: true };
    expect(readCommand([])).toEqual({ listen, options: {} });
    const flags =
      "--port 1 --host 2 --token 3 --state 4 --environment production --seed 007 --now 2026-04-27T09:00:00Z " +
      "--seed-data.customers 20 --client-id 5 --client-secret 1 --webhook-url http://127.0.0.1:1/ " +
      "--quotes.fees.rate=0 --requests.logSecrets true --webhooks.retries [] --no-status-page --no-admin";
    expect(readCommand(flags.split(" "))).toEqual({
      listen: { port: 1, host: "2", token: "3", statusPage: false, admin: false },
      state: "4",
      seedData: { customers: 20 },
      options: {
        environment: "production",
        seed: "007",
        now: "2026-04-27T09:00:00Z",
        quotes: { fees: { rate: 0 } },
        requests: { logSecrets: true },
        webhooks: { retries: [], url: "http://127.0.0.1:1/" },
        tokens: [{ clientId: "5", clientSecret: "1" }],
      },
    });
    expect(readCommand(["--seed-data"])).toMatchObject({ seedData: {} });
    expect(readCommand(["--seed", "s", "-h"])).toBeUndefined();
    expect(readCommand(["--keep.log", "Infinity", "--no-admin=false"])).toEqual({
      listen,
      options: { keep: { log: Infinity } },
    });
  });

  it("reads a file with the same names, and a flag wins", async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "payments-config-")), "simulator.json");
    writeFileSync(file, JSON.stringify({ port: 1, "no-admin": true, quotes: { lifetime: "90s" } }));
    expect(readCommand(["--config", file, "--port", "2", "--quotes.fees.rate", "0"])).toMatchObject({
      listen: { port: 2, admin: false },
      options: { quotes: { lifetime: "90s", fees: { rate: 0 } } },
    });
    writeFileSync(file, '\uFEFF{"port": 3}');
    expect(readCommand(["--config", file])).toMatchObject({ listen: { port: 3 } });
    writeFileSync(file, JSON.stringify({ config: "other.json" }));
    expect(() => readCommand(["--config", file])).toThrow(`the file ${file} cannot name another config file`);
    writeFileSync(file, JSON.stringify({ quotes: { lifetme: "90s" } }));
    const { output, ended } = await start("--config", file);
    expect(await ended).toBe(2);
    expect(output.stderr).toContain("Did you mean `lifetime`?");
    expect(output.stdout).toBe("");
  });

  it("shows its help on one screen", () => {
    const lines = help.split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  it("reports a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    onTestFinished(() => void other.close());
    const { output, ended } = await start("--port", String(port));
    expect(await ended).toBe(1);
    expect(output.stderr).toContain("the port is in use; choose another one with --port");
  });
});
