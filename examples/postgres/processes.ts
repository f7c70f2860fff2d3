import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { Simulator, SimulatorServer } from "payments-sdk/simulator";
import { LocalPostgres } from "./local-postgres";
import type { EmbeddedPostgres } from "./local-postgres";

const TSX = ["--import", "tsx"];

/** The output and the exit code of a command. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Keeps the last words of a process on stderr for the one who asks. */
function errorsOf(child: ChildProcess): () => string {
  let errors = "";
  child.stderr?.on("data", (text) => (errors = `${errors}${String(text)}`.slice(-1000)));
  return () => errors;
}

/** Waits until a process prints something. */
async function printedBy(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const errors = errorsOf(child);
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (text) => {
      printed = `${printed}${String(text)}`.slice(-1000);
      const match = pattern.exec(printed);
      if (match !== null) resolve(match);
    });
    child.once("exit", () => {
      reject(new Error(`a process ended before it was ready: ${errors()}`));
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
  readonly #children = new Set<ChildProcess>();
  readonly #workers: ChildProcess[] = [];
  /** Resolves when a worker handles signals, or has ended. */
  readonly #ready = new WeakMap<ChildProcess, Promise<unknown>>();
  /** The number of workers that crashed. */
  ended = 0;

  private constructor(
    folder: URL,
    postgres: LocalPostgres,
    server: SimulatorServer,
    env: Record<string, string>,
  ) {
    this.#folder = folder;
    this.postgres = postgres;
    this.#server = server;
    this.env = env;
  }

  /**
   * @param folder the folder of the example
   * @param settings variables of the commands
   */
  static async start(
    folder: URL,
    EmbeddedPostgres: EmbeddedPostgres,
    simulator: Simulator,
    settings: Readonly<Record<string, string>>,
  ): Promise<Processes> {
    const postgres = await LocalPostgres.start(EmbeddedPostgres);
    const server = await simulator.listen();
    const { clientId, clientSecret } = simulator.clientOptions();
    return new Processes(folder, postgres, server, {
      DATABASE_URL: postgres.url,
      PAYMENTS_BASE_URL: server.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
      PAYMENTS_WEBHOOK_PUBLIC_KEY: simulator.webhookPublicKeyHex,
      ...settings,
    });
  }

  /** Starts a command of the folder. */
  spawn(file: string, args: readonly string[] = []): ChildProcess {
    const child = spawn(process.execPath, [...TSX, file, ...args], {
      cwd: this.#folder,
      env: { ...process.env, ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.add(child);
    child.once("close", () => this.#children.delete(child));
    return child;
  }

  /** Runs a command and shows what it prints. */
  async show(file: string, args: readonly string[] = []): Promise<void> {
    const child = this.spawn(file, args);
    child.stdout?.pipe(process.stdout);
    child.stderr?.pipe(process.stderr);
    await once(child, "close");
  }

  /** Starts a command that goes on running. Resolves when it has printed the pattern. */
  async start(file: string, pattern: RegExp): Promise<RegExpExecArray> {
    return printedBy(this.spawn(file), pattern);
  }

  /** Runs a command to its end. */
  async run(file: string, args: readonly string[] = []): Promise<Ended> {
    const child = this.spawn(file, args);
    const ended = { stdout: "", stderr: "" };
    child.stdout?.on("data", (text) => (ended.stdout += String(text)));
    child.stderr?.on("data", (text) => (ended.stderr += String(text)));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, ...ended };
  }

  /** Starts workers, and resolves when they are ready. A worker that ends is replaced, as a process manager does. */
  async startWorkers(count: number, file = "worker.ts"): Promise<void> {
    await Promise.all(Array.from({ length: count }, async () => this.#ready.get(this.#startWorker(file))));
  }

  #startWorker(file: string): ChildProcess {
    const child = this.spawn(file);
    const ready = printedBy(child, /started/);
    // One that ends before is replaced below.
    ready.catch(() => {});
    this.#ready.set(child, ready);
    const errors = errorsOf(child);
    this.#workers.push(child);
    child.once("exit", (code) => {
      if (code !== 0 && code !== null) console.error(`a worker ended with ${code}: ${errors()}`);
      if (!this.#workers.includes(child)) return;
      this.#workers.splice(this.#workers.indexOf(child), 1);
      this.ended += 1;
      assert.ok(this.ended < 20, "workers end again and again");
      this.#startWorker(file);
    });
    return child;
  }

  /** Kills the oldest worker, as a failing machine would. A new one replaces it. */
  killWorker(file = "worker.ts"): void {
    this.#workers.shift()?.kill("SIGKILL");
    this.#startWorker(file);
  }

  /** Stops all workers and waits until they end. Returns their exit codes. */
  async stopWorkers(signal: NodeJS.Signals = "SIGTERM"): Promise<(number | null)[]> {
    const workers = this.#workers.splice(0);
    // A worker that just starts would end by the signal, and not in order.
    if (signal !== "SIGKILL") await Promise.allSettled(workers.map((child) => this.#ready.get(child)));
    return Promise.all(
      workers.map(
        (child) =>
          new Promise<number | null>((resolve) => {
            child.once("exit", resolve);
            child.kill(signal);
          }),
      ),
    );
  }

  async stop(): Promise<void> {
    this.#workers.splice(0);
    const children = [...this.#children];
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map((child) => once(child, "close")));
    await this.#server.close();
    await this.postgres.stop();
  }
}
