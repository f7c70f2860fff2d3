import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { Readable } from "node:stream";
import type { Simulator, SimulatorServer } from "payments-sdk/simulator";
import { LocalPostgres } from "./local-postgres.js";

/** A process of a command, and what it has printed. */
export interface Command {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** The exit code. */
  readonly closed: Promise<number | null>;
  stdout: string;
  stderr: string;
}

type Ended = Command & { code: number | null };

/** Waits until a command prints something. */
async function printedBy(command: Command, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    command.child.stdout.on("data", () => {
      const match = pattern.exec(command.stdout);
      if (match !== null) resolve(match);
    });
    command.child.once("close", () => {
      reject(new Error(`a process ended before it was ready: ${command.stderr}`));
    });
  });
}

/** PostgreSQL, the simulator over HTTP, and any number of commands. `stop` ends all of them. */
export class Processes {
  readonly postgres: LocalPostgres;
  /** The variables of the commands. */
  readonly env: Record<string, string>;
  readonly #folder: URL;
  readonly #server: SimulatorServer;
  readonly #commands = new Set<Command>();
  /** The workers. `ready` resolves when a worker handles signals, and rejects when it has ended before. */
  readonly #workers: { command: Command; ready: Promise<unknown> }[] = [];
  /** The number of workers that crashed. */
  ended = 0;

  private constructor(folder: URL, simulator: Simulator, postgres: LocalPostgres, server: SimulatorServer) {
    this.#folder = folder;
    this.postgres = postgres;
    this.#server = server;
    const { clientId, clientSecret } = simulator.clientOptions();
    this.env = {
      DATABASE_URL: postgres.url,
      PAYMENTS_BASE_URL: server.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
      PAYMENTS_WEBHOOK_PUBLIC_KEY: simulator.webhookPublicKeyHex,
    };
  }

  /** @param settings further variables of the commands */
  static async start(
    folder: URL,
    simulator: Simulator,
    settings: Record<string, string>,
  ): Promise<Processes> {
    const postgres = await LocalPostgres.start();
    const processes = new Processes(folder, simulator, postgres, await simulator.listen());
    Object.assign(processes.env, settings);
    return processes;
  }

  /** Starts a command of the folder. */
  spawn(file: string, args: readonly string[] = []): Command {
    const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
      cwd: this.#folder,
      env: { ...process.env, ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const closed = once(child, "close").then(([code]) => code as number | null);
    const command: Command = { child, closed, stdout: "", stderr: "" };
    child.stdout.on("data", (text) => (command.stdout += String(text)));
    child.stderr.on("data", (text) => (command.stderr += String(text)));
    this.#commands.add(command);
    child.once("close", () => this.#commands.delete(command));
    return command;
  }

  /** Starts a command that goes on running. Resolves when it has printed the pattern. */
  async start(file: string, pattern: RegExp): Promise<RegExpExecArray> {
    return printedBy(this.spawn(file), pattern);
  }

  /** Runs a command to its end, and may show what it prints. */
  async run(file: string, args: readonly string[] = [], isShown = false): Promise<Ended> {
    const command = this.spawn(file, args);
    if (isShown) command.child.stdout.pipe(process.stdout);
    if (isShown) command.child.stderr.pipe(process.stderr);
    return { code: await command.closed, ...command };
  }

  /** Starts workers, and resolves when they are ready. A worker that ends is replaced, as a process manager does. */
  async startWorkers(count: number, file = "worker.ts"): Promise<void> {
    await Promise.all(Array.from({ length: count }, async () => this.#startWorker(file)));
  }

  async #startWorker(file: string): Promise<unknown> {
    const command = this.spawn(file);
    const worker = { command, ready: printedBy(command, /started/) };
    this.#workers.push(worker);
    command.child.once("close", (code) => {
      if (code !== 0 && code !== null) console.error(`a worker ended with ${code}: ${command.stderr}`);
      if (!this.#workers.includes(worker)) return;
      this.#workers.splice(this.#workers.indexOf(worker), 1);
      this.ended += 1;
      assert.ok(this.ended < 20, "workers end again and again");
      this.#replaceWorker(file);
    });
    return worker.ready;
  }

  /** Starts another worker. One that ends before it is ready is replaced, too. */
  #replaceWorker(file: string): void {
    this.#startWorker(file).catch(() => {});
  }

  /** Kills the oldest worker, as a failing machine would. A new one replaces it. */
  killWorker(file = "worker.ts"): void {
    this.#workers.shift()?.command.child.kill("SIGKILL");
    this.#replaceWorker(file);
  }

  /** Stops all workers and waits until they end. Returns their exit codes. */
  async stopWorkers(signal: NodeJS.Signals = "SIGTERM"): Promise<(number | null)[]> {
    const workers = this.#workers.splice(0);
    // A worker that just starts would end by the signal, and not in order.
    if (signal !== "SIGKILL") await Promise.allSettled(workers.map(({ ready }) => ready));
    for (const { command } of workers) command.child.kill(signal);
    return Promise.all(workers.map(({ command }) => command.closed));
  }

  async stop(): Promise<void> {
    this.#workers.splice(0);
    const commands = [...this.#commands];
    for (const { child } of commands) child.kill("SIGKILL");
    await Promise.all(commands.map(({ closed }) => closed));
    await this.#server.close();
    await this.postgres.stop();
  }
}
