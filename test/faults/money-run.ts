import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "../support/bundled-program";
import { startOther } from "../support/other-process";
import type { Other } from "../support/other-process";
import { ask } from "../support/served";
import { kinds } from "./kinds";
import { HELD_UP_MS } from "./types";
import type { Holdings, LedgerLine, OperationReport, Order, World } from "./types";
import { violationsOf } from "./verify";

/** The options of a money run. */
export interface MoneyRunOptions {
  readonly seed: string;
  readonly operations: number;
  /** Default: 50. */
  readonly concurrency?: number | undefined;
  /** The runtime of the client: one of {@link runtimes}, or a path. Default: this Node. */
  readonly runtime?: string | undefined;
  /** What the client sends with. Default: `fetch`. `undici` is `nodeTransport` of `payments-sdk/node`. */
  readonly transport?: "fetch" | "undici" | undefined;
  /** The share of requests with a fault. Default: 0.3. */
  readonly share?: number | undefined;
  /** Of one attempt, in milliseconds. Default: 1500. */
  readonly timeout?: number | undefined;
  /** Only kinds of faults with this text in their name. Default: all. */
  readonly only?: string | undefined;
  /** Four of five clients break a rule on purpose (`planted.ts`). Default: false. */
  readonly isPlanted?: boolean | undefined;
}

/** The result of a run. */
export interface MoneyRunResult {
  readonly violations: readonly string[];
  readonly operations: number;
  readonly calls: number;
  /** The requests that reached the proxy, and the number of them with a fault. */
  readonly requests: number;
  readonly faults: number;
  /** The number of times that each kind occurred, by name. */
  readonly byKind: Readonly<Record<string, number>>;
  /** The number of errors with each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const at = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

function linesOf<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T); // Programs in this folder wrote it.
}

function counts(names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  return found;
}

const installed = (program: string) => at(`../runtimes/node_modules/${program}`);
const DENO = ["run", "--quiet", "--no-config", "--allow-net", "--allow-env", "--allow-read", "--allow-write"];

/** The command of each runtime, by name. `node` is this process's own. The others come from `test/runtimes`. */
const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  node: [process.execPath],
  node22: [installed("node22/bin/node")],
  node24: [installed("node24/bin/node")],
  bun: [installed(".bin/bun")],
  deno: [installed(".bin/deno"), ...DENO],
};

/** The names of all runtimes. */
export const runtimes = Object.keys(commands);

/** Runs the client against the service through the faults, and compares its results and errors with the ledger. */
export async function moneyRun(options: MoneyRunOptions): Promise<MoneyRunResult> {
  const { seed, operations, concurrency = 50, share = 0.3, timeout = 1500, runtime = "node" } = options;
  const { isPlanted = false, transport } = options;
  const isOverUndici = transport === "undici";
  const [program, ...programArgs] = commands[runtime] ?? [runtime];
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-faults-"));
  const ledgerFile = path.join(folder, "ledger.ndjson");
  const reportFile = path.join(folder, "reports.ndjson");
  const others: Other[] = [];
  const start = async (file: string, ...parameters: readonly unknown[]): Promise<Other> => {
    const other = await startOther(`test/faults/${file}`, ...parameters.map(String));
    others.push(other);
    return other;
  };
  let client: ChildProcess | undefined;
  try {
    const service = await start("service.ts", seed, concurrency, operations);
    const world = JSON.parse(service.line) as World;
    const { baseUrl } = world.connection;
    const proxy = await start("proxy.ts", baseUrl, ledgerFile, seed, share, timeout, options.only ?? "");
    const startedMs = performance.now();
    const parameters = [...programArgs, bundledProgram("test/faults/client.ts"), reportFile];
    client = spawn(program, parameters, { stdio: ["pipe", "inherit", "inherit"] });
    const proxyUrl = `http://127.0.0.1:${proxy.line}${new URL(baseUrl).pathname.replace(/\/$/, "")}`;
    const order: Order = {
      world,
      proxyUrl,
      seed,
      operations,
      concurrency,
      timeout,
      isOverUndici,
      isPlanted,
    };
    client.stdin?.end(JSON.stringify(order));
    // Without the proxy, the ledger gets no more lines.
    void proxy.ended.then(() => client?.kill("SIGKILL"));
    const [code] = await once(client, "exit");
    const seconds = (performance.now() - startedMs) / 1000;
    await wait(HELD_UP_MS);
    const holdings = await ask<Holdings>(world, "/holdings");
    const ledger = linesOf<LedgerLine>(ledgerFile);
    const reports = linesOf<OperationReport>(reportFile);
    const violations = violationsOf(world, reports, ledger, holdings);
    if (code !== 0) violations.unshift(`the client ended with ${String(code)}`);
    if (reports.length !== operations)
      violations.unshift(`${reports.length} of ${operations} operations ended`);
    const played = ledger.filter(({ kind, operation }) => kind === "played" && operation !== "");
    const hit = played.flatMap(({ fault = "none" }) => (fault === "none" ? [] : [fault]));
    const calls = reports.flatMap((report) => report.calls);
    return {
      violations,
      operations: reports.length,
      calls: calls.length,
      requests: played.length,
      faults: hit.length,
      byKind: { ...Object.fromEntries(kinds.map(({ name }) => [name, 0])), ...counts(hit) },
      outcomes: counts(calls.map(({ result }) => result)),
      seconds,
    };
  } finally {
    client?.kill("SIGKILL");
    for (const other of others) await other.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
