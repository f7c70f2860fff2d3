import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
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

const sources: Plugin = {
  name: "sources",
  setup({ onResolve }) {
    onResolve({ filter: /^payments-sdk(\/\w+)?$/ }, ({ path: name }) => ({
      path: at(`../../src/${name.slice("payments-sdk".length)}/index.ts`),
    }));
  },
};

async function bundle(folder: string): Promise<void> {
  await build({
    bundle: true,
    format: "esm",
    platform: "node",
    outdir: folder,
    logLevel: "error",
    outExtension: { ".js": ".mjs" },
    entryPoints: [at("client.ts"), at("service.ts"), at("proxy.ts")],
    plugins: [sources],
  });
}

function start(children: ChildProcess[], program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  return child;
}

/** The first line of a process's output. It is JSON. */
async function announced<T>(child: ChildProcess): Promise<T> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) return JSON.parse(text) as T; // A program in this folder wrote it.
  }
  throw new Error("the process ended without a word");
}

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
  const { isPlanted = false } = options;
  const [program, ...programArgs] = commands[runtime] ?? [runtime];
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-faults-"));
  const ledgerFile = path.join(folder, "ledger.ndjson");
  const reportFile = path.join(folder, "reports.ndjson");
  const children: ChildProcess[] = [];
  try {
    await bundle(folder);
    const script = (name: string) => path.join(folder, `${name}.mjs`);
    const world = await announced<World>(
      start(children, process.execPath, [script("service"), seed, String(concurrency), String(operations)]),
    );
    const proxyArgs = [
      script("proxy"),
      world.serviceUrl,
      ledgerFile,
      seed,
      String(share),
      String(timeout),
      options.only ?? "",
    ];
    const proxy = start(children, process.execPath, proxyArgs);
    const port = await announced<number>(proxy);
    const startedMs = performance.now();
    const client = start(children, program, [...programArgs, script("client"), reportFile]);
    const proxyUrl = `http://127.0.0.1:${port}${new URL(world.serviceUrl).pathname.replace(/\/$/, "")}`;
    const order: Order = { world, proxyUrl, seed, operations, concurrency, timeout, isPlanted };
    client.stdin?.end(JSON.stringify(order));
    // Without the proxy, the ledger gets no more lines.
    proxy.once("exit", () => client.kill("SIGKILL"));
    const [code] = await once(client, "exit");
    const seconds = (performance.now() - startedMs) / 1000;
    await wait(HELD_UP_MS);
    const response = await fetch(`${world.controlUrl}/holdings`);
    const holdings = (await response.json()) as Holdings; // `service.ts` wrote it.
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
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
