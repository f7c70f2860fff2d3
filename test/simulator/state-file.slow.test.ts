import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorSnapshot } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readCommand } from "../../src/simulator/transports/command-line";
import { restoreState, keepStateFile } from "../../src/simulator/state-file";
import { individual, usdAccount } from "../support/parts";
import { World } from "../support/world";
import { startEndpoint } from "../support/endpoint";
import { empty } from "../support/local-server";
import { startCommand } from "../support/simulator-command";
import { served } from "../simulator/served-admin";
import { start, stateFolder } from "../simulator/state-files";
import { StatusPage } from "../simulator/status-page-reader";

const { folder, newFile } = stateFolder();

const read = async (file: string) => JSON.parse(await readFile(file, "utf8")) as SimulatorSnapshot;

/** Creates accounts, and a transfer with a key. */
async function payOnce({ call }: Awaited<ReturnType<typeof start>>) {
  const { body: bank } = await call("POST", "/platform/external-accounts", usdAccount());
  const { body: accounts } = await call("GET", "/platform/internal-accounts?currency=USD");
  const [account] = accounts["data"] as { id: string }[];
  const transfer = {
    source: { accountId: bank["id"] },
    destination: { accountId: account?.id },
    amount: 700,
  };
  const key = { "idempotency-key": "payroll-7" };
  return { transfer, key, first: await call("POST", "/transfer-in", transfer, key) };
}

describe("payments-simulator --state", () => {
  it("continues after SIGTERM and SIGKILL, without losing anything older than a second", async () => {
    const file = newFile();
    const one = await start(file);
    const { transfer, key, first } = await payOnce(one);
    expect(first.status).toBe(201);
    expect(await one.stop("SIGTERM")).toBe(0);
    expect((await stat(file)).mode & 0o077).toBe(0);

    const two = await start(file);
    expect((await two.call("POST", "/transfer-in", transfer, key)).body).toEqual(first.body);
    const { body: customer } = await two.call("POST", "/customers", individual);
    await vi.waitFor(
      async () => expect(await readFile(file, "utf8")).toContain(String(customer["id"])),
      5000,
    );
    await two.stop("SIGKILL");

    const three = await start(file);
    expect((await three.call("GET", `/customers/${String(customer["id"])}`)).body).toEqual(customer);
    expect((await three.call("GET", "/transactions")).body).toMatchObject({ totalCount: 1 });
    await three.stop("SIGKILL");
    expect([one, two, three].map(({ output }) => output.stderr)).toEqual(["", "", ""]);
    const credentials = [one, two, three].map(({ printed }) => [
      printed("CLIENT_ID"),
      printed("CLIENT_SECRET"),
    ]);
    expect(new Set(credentials.map(String)).size).toBe(1);
  }, 60_000);

  it.each([
    ["cut off", async (text: string) => Promise.resolve(text.slice(0, -100)), []],
    ["not of this program", () => Promise.resolve('{"name":"something else"}'), []],
    ["empty", () => Promise.resolve(""), []],
    ["of another seed", (text: string) => Promise.resolve(text), ["--seed", "another"]],
    [
      "of another API token",
      (text: string) => Promise.resolve(text),
      ["--client-id", "me", "--client-secret", "my-secret"],
    ],
  ])("stops with an error and does not change the file if it is %s", async (_, damage, args) => {
    const file = newFile();
    const damaged = await damage(JSON.stringify(new Simulator().snapshot()));
    await writeFile(file, damaged);
    const { ended, output } = await start(file, ...args);
    expect(await ended).toBe(1);
    expect(output.stderr).toMatch(
      /^payments-simulator: the state file .+ cannot be used: .+; the file was not changed; move it away to start again\n$/,
    );
    expect(await readFile(file, "utf8")).toBe(damaged);
  });

  const mine = { clientId: "me", clientSecret: "my-secret" };
  const otherFirst = [{ ...mine, clientId: "prod", environment: "production" }, mine];
  it.each([
    ["one token", ["--client-id", "me", "--client-secret", "my-secret"]],
    ["a list that begins with the other environment", ["--tokens", JSON.stringify(otherFirst)]],
  ])(
    "keeps the credentials of the command line, also without them later: %s",
    async (_, given) => {
      const file = newFile();
      for (const args of [given, given, []]) {
        const { call, printed, stop } = await start(file, ...args);
        expect([printed("CLIENT_ID"), printed("CLIENT_SECRET")]).toEqual(["me", "my-secret"]);
        expect(await call("GET", "/customers")).toMatchObject({ status: 200 });
        await stop("SIGTERM");
      }
    },
    60_000,
  );

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "still delivers after %s what is due later",
    async (signal) => {
      const file = newFile();
      let status = 500;
      const endpoint = await startEndpoint(() => empty(status));
      const args = ["--webhook-url", endpoint.url, "--now", "2026-04-27T09:00:00Z"];
      const one = await start(file, ...args);
      await payOnce(one);
      await vi.waitFor(async () => {
        const { world } = await read(file);
        expect([world["tasks"], world["endpoint"]]).toMatchObject([[{}, {}], { attempts: [] }]);
      }, 10_000);
      await one.stop(signal);
      const failed = endpoint.requests.length;
      status = 200;
      const two = await start(file, ...args);
      await two.admin("POST", "/clock/advance", { by: "5s" });
      await vi.waitFor(() => expect(endpoint.requests).toHaveLength(failed + 2), 10_000);
    },
    60_000,
  );

  it("keeps the credentials also after a reset", async () => {
    const file = newFile();
    const one = await start(file);
    await one.stop("SIGTERM");
    const two = await start(file);
    await two.admin("POST", "/reset");
    expect(await two.call("GET", "/customers")).toMatchObject({ status: 200 });
    // Nothing but the reset has changed.
    await two.call("POST", "/customers", individual);
    await two.admin("POST", "/reset");
    await vi.waitFor(async () => expect((await read(file)).world["customers"]).toEqual([]), 10_000);
  }, 60_000);

  it("reports an unwritable file before it serves", async () => {
    const file = path.join(folder, "no-such-folder", "state.json");
    const { ended, output } = await start(file);
    expect(await ended).toBe(1);
    expect(output.stdout).toBe("");
    expect(output.stderr).toMatch(/^payments-simulator: the state file .+ cannot be written: ENOENT/);
  });

  it("needs the name of a file", () => {
    expect(readCommand(["--state", "world.json"])).toMatchObject({ state: "world.json" });
    expect(() => readCommand(["--state", ""])).toThrow("`state` must be a non-empty string");
  });
});

describe("a state file", () => {
  /** Makes changes, and passes the pause before their write. */
  async function change(make: () => Promise<unknown>) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await make();
      vi.advanceTimersByTime(60_000);
    } finally {
      vi.useRealTimers();
    }
  }

  it("is written atomically, once for many changes, and readable only by its owner", async () => {
    const file = newFile();
    const simulator = new Simulator();
    const errors: unknown[] = [];
    const save = keepStateFile(file, simulator, (error) => errors.push(error));
    await save();
    const untouched = await stat(file);
    const snapshots = vi.spyOn(simulator, "snapshotText");
    const api = new World(simulator);
    await change(async () => {
      for (let count = 0; count < 20; count += 1) {
        await api.created("/customers", individual);
        await api.read("/customers");
      }
    });
    await vi.waitFor(async () => expect((await read(file)).world["customers"]).toHaveLength(20), 5000);
    expect(snapshots).toHaveBeenCalledTimes(1);
    expect(errors).toEqual([]);
    expect(untouched.mode & 0o077).toBe(0);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await save();
    const again = new Simulator();
    expect(await restoreState(file, again, {})).toBe(true);
    expect(JSON.stringify(again.snapshot().world["customers"])).toBe(
      JSON.stringify(simulator.snapshot().world["customers"]),
    );
  });

  type Change = (from: Awaited<ReturnType<typeof served>>) => Promise<unknown>;
  const byPage =
    (view: string, form: Record<string, string>): Change =>
    async ({ simulator }) =>
      (await StatusPage.of(simulator)).send(view, form);

  it.each<[string, Change]>([
    ["the clock by the page", byPage("requests", { by: "24h" })],
    ["a fault by the page", byPage("faults", { lose: "quotes.create" })],
    ["a fault", ({ admin }) => admin("POST", "/faults", { kind: "kong" })],
    ["a rate", ({ admin }) => admin("PUT", "/rates/EUR", { perUsd: "0.5" })],
    ["many records", ({ admin }) => admin("POST", "/seed", { transactions: 1 })],
    ["a running clock", ({ admin }) => admin("POST", "/clock/resume")],
  ])("stores %s, although it causes no request and no event", async (_, make) => {
    const file = newFile();
    const from = await served();
    await keepStateFile(file, from.simulator, () => undefined)();
    const before = await readFile(file, "utf8");
    await change(() => make(from));
    await vi.waitFor(async () => expect(await readFile(file, "utf8")).not.toBe(before), 10_000);
  });

  it("is not written after calls that only read", async () => {
    const simulator = new Simulator();
    const save = keepStateFile(newFile(), simulator, () => undefined);
    await save();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await new World(simulator).read("/customers");
      expect(vi.getTimerCount()).toBe(0);
      // The quote needs the lookup.
      await new World(simulator).read("/receiver/uma/$success.usd@sandbox.payments.test");
      expect(vi.getTimerCount()).toBe(1);
      await save();
      await new World(simulator).created("/customers", individual);
      expect(vi.getTimerCount()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("behind a symbolic link is replaced, and the link stays", async () => {
    const file = newFile();
    const link = path.join(folder, "link.json");
    await writeFile(file, "");
    await symlink(file, link);
    const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
    await keepStateFile(link, simulator, () => undefined)();
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, "utf8")).toBe(simulator.snapshotText());
  });

  it("that cannot be written is reported, and retried with the next change", async () => {
    const file = newFile();
    const temporary = path.join(folder, `.${path.basename(file)}.tmp`);
    await mkdir(temporary);
    const simulator = new Simulator();
    const errors: unknown[] = [];
    keepStateFile(file, simulator, (error) => errors.push(error));
    const create = () => new World(simulator).created("/customers", individual);
    await change(create);
    await vi.waitFor(() => expect(String(errors[0])).toMatch(/cannot be written: EISDIR/), 5000);
    await rm(temporary, { recursive: true });
    await change(create);
    await vi.waitFor(async () => expect((await read(file)).world["customers"]).toHaveLength(2), 5000);
    expect(errors).toHaveLength(1);
  });
});

describe("a disk that becomes full", () => {
  it("leaves the last whole state and no temporary file", async () => {
    const file = newFile();
    const command = await startCommand(["--state", file], 24);
    onTestFinished(async () => void (await command.stop("SIGKILL")));
    await command.call("POST", "/customers", individual);
    await vi.waitFor(async () => expect((await read(file)).world["customers"]).toHaveLength(1), 5000);
    const bank = usdAccount();
    await command.call("POST", "/platform/external-accounts", {
      ...bank,
      accountInfo: { ...(bank["accountInfo"] as object), note: "x".repeat(30_000) },
    });
    await vi.waitFor(() => expect(command.output.stderr).toMatch(/cannot be written: EFBIG/), 5000);
    expect((await read(file)).world["externalAccounts"]).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.includes(path.basename(file)))).not.toContain(
      `.${path.basename(file)}.tmp`,
    );
  });
});
