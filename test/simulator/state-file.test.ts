import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorSnapshot } from "payments-sdk/simulator";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCommand } from "../../src/simulator/transports/command-line";
import { openState, StateFile } from "../../src/simulator/state-file";
import { basicAuthorization, Api, individual, usdAccount } from "../support/api";

const bin = fileURLToPath(new URL("../../src/simulator/bin.ts", import.meta.url));
let folder = "";
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "payments-state-"));
});

afterAll(() => rm(folder, { recursive: true }));

function newFile(): string {
  files += 1;
  return path.join(folder, `state-${String(files)}.json`);
}

const read = async (file: string) => JSON.parse(await readFile(file, "utf8")) as SimulatorSnapshot;

/** A running command; `call` gives the status and the body of a response. */
async function start(file: string, ...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", bin, "--port", "0", "--state", file, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stderr.on("data", (chunk: Uint8Array) => (output.stderr += new TextDecoder().decode(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const isReady = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Uint8Array) => {
      output.stdout += new TextDecoder().decode(chunk);
      if (output.stdout.includes("curl")) resolve();
    });
  });
  await Promise.race([isReady, ended]);
  const value = (name: string) => new RegExp(`${name}=(\\S+)`).exec(output.stdout)?.[1] ?? "";
  const call = async (method: string, at: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await fetch(value("PAYMENTS_BASE_URL") + at, {
      method,
      headers: {
        authorization: basicAuthorization(value("PAYMENTS_CLIENT_ID"), value("PAYMENTS_CLIENT_SECRET")),
        "content-type": "application/json",
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { child, output, ended, call };
}

/** Makes accounts and a transfer under a key. */
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
  it("goes on after SIGTERM and after SIGKILL, with nothing lost that is a second old", async () => {
    const file = newFile();
    const one = await start(file);
    const { transfer, key, first } = await payOnce(one);
    expect(first.status).toBe(201);
    one.child.kill("SIGTERM");
    expect(await one.ended).toBe(0);

    const two = await start(file);
    expect((await two.call("POST", "/transfer-in", transfer, key)).body).toEqual(first.body);
    const { body: customer } = await two.call("POST", "/customers", individual);
    await vi.waitFor(
      async () => expect(await readFile(file, "utf8")).toContain(String(customer["id"])),
      5000,
    );
    two.child.kill("SIGKILL");
    await two.ended;

    const three = await start(file);
    expect((await three.call("GET", `/customers/${String(customer["id"])}`)).body).toEqual(customer);
    expect((await three.call("GET", "/transactions")).body).toMatchObject({ totalCount: 1 });
    three.child.kill("SIGKILL");
    await three.ended;
    expect([one, two, three].map(({ output }) => output.stderr)).toEqual(["", "", ""]);
  }, 60_000);

  it.each([
    ["cut off", async (text: string) => Promise.resolve(text.slice(0, -100)), []],
    ["not of this program", () => Promise.resolve('{"name":"something else"}'), []],
    ["empty", () => Promise.resolve(""), []],
    ["of another seed", (text: string) => Promise.resolve(text), ["--seed", "another"]],
  ])("stops when the file is %s, says so, and leaves it as it is", async (_, damage, args) => {
    const file = newFile();
    const damaged = await damage(JSON.stringify(new Simulator().snapshot()));
    await writeFile(file, damaged);
    const { ended, output } = await start(file, ...args);
    expect(await ended).toBe(1);
    expect(output.stderr).toMatch(
      /^payments-simulator: the state file .+ cannot be used: .+; the file was left as it is; move it away to start anew\n$/,
    );
    expect(await readFile(file, "utf8")).toBe(damaged);
  });

  it("says before it serves that the file cannot be written", async () => {
    const file = path.join(folder, "no-such-folder", "state.json");
    const { ended, output } = await start(file);
    expect(await ended).toBe(1);
    expect(output.stdout).toBe("");
    expect(output.stderr).toMatch(/^payments-simulator: the state file .+ cannot be written: ENOENT/);
  });

  it("takes the name of a file", () => {
    expect(readCommand(["--state", "world.json"])).toMatchObject({ state: "world.json" });
    expect(() => readCommand(["--state", ""])).toThrow("--state is the name of a file");
  });
});

describe("a state file", () => {
  it("is written once for many changes, whole, and for its owner only", async () => {
    const file = newFile();
    const simulator = new Simulator();
    const errors: Error[] = [];
    const state = new StateFile(file, simulator, (error) => errors.push(error));
    await state.save();
    const untouched = await stat(file);
    const snapshots = vi.spyOn(simulator, "snapshotText");
    const api = new Api(simulator);
    for (let count = 0; count < 20; count += 1) {
      await api.created("/customers", individual);
      await api.read("/customers");
    }
    await vi.waitFor(async () => expect((await read(file)).world["customers"]).toHaveLength(20), 5000);
    expect(snapshots).toHaveBeenCalledTimes(1);
    expect(errors).toEqual([]);
    expect(untouched.mode & 0o077).toBe(0);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await state.save();
    const again = await openState(file, {});
    expect(JSON.stringify(again.snapshot().world["customers"])).toBe(
      JSON.stringify(simulator.snapshot().world["customers"]),
    );
  });

  it("is not written because of calls that only read", async () => {
    const simulator = new Simulator();
    const state = new StateFile(newFile(), simulator, () => undefined);
    await state.save();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await new Api(simulator).read("/customers");
      expect(vi.getTimerCount()).toBe(0);
      await new Api(simulator).created("/customers", individual);
      expect(vi.getTimerCount()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that cannot be written is reported, and tried again with the next change", async () => {
    const file = path.join(folder, "later", "state.json");
    const simulator = new Simulator();
    const errors: Error[] = [];
    new StateFile(file, simulator, (error) => errors.push(error));
    await new Api(simulator).created("/customers", individual);
    await vi.waitFor(() => expect(errors[0]?.message).toMatch(/cannot be written: ENOENT/), 5000);
    await mkdir(path.dirname(file));
    await new Api(simulator).created("/customers", individual);
    await vi.waitFor(async () => expect((await read(file)).world["customers"]).toHaveLength(2), 5000);
    expect(errors).toHaveLength(1);
  });
});
