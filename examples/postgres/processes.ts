import assert from "node:assert/strict";
import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { LocalPostgres } from "./local-postgres";
import type { EmbeddedPostgres } from "./local-postgres";

const TSX = ["--import", "tsx"];

/** The output and the exit code of a command. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** PostgreSQL, the simulator (`service.ts` of an example) and any number of commands. `stop` ends all of them. */
export class Processes {
  readonly postgres: LocalPostgres;
  readonly env: Record<string, string>;
  readonly #folder: string;
  readonly #service: ChildProcess;
  readonly #children = new Set<ChildProcess>();
  readonly #workers: ChildProcess[] = [];
  /** The number of workers that crashed. */
  ended = 0;

  private constructor(
    folder: string,
    postgres: LocalPostgres,
    service: ChildProcess,
    env: Record<string, string>,
  ) {
    this.#folder = folder;
    this.postgres = postgres;
    this.#service = service;
    this.env = env;
  }

  /**
   * @param folder the folder of the example
   * @param settings variables of the commands
   */
  static async start(
    folder: string,
    EmbeddedPostgres: EmbeddedPostgres,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Processes> {
    const postgres = await LocalPostgres.start(EmbeddedPostgres);
    const service = fork(join(folder, "service.ts"), { cwd: folder, execArgv: TSX });
    try {
      const [{ env }] = (await once(service, "message", { signal: AbortSignal.timeout(60_000) })) as [
        { env: Record<string, string> },
      ];
      return new Processes(folder, postgres, service, { ...env, ...settings, DATABASE_URL: postgres.url });
    } catch (error) {
      service.kill("SIGKILL");
      await postgres.stop();
      throw error;
    }
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

  /** Runs a command to its end. */
  async run(file: string, args: readonly string[] = []): Promise<Ended> {
    const child = this.spawn(file, args);
    const ended = { stdout: "", stderr: "" };
    child.stdout?.on("data", (text) => (ended.stdout += String(text)));
    child.stderr?.on("data", (text) => (ended.stderr += String(text)));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, ...ended };
  }

  /** Sends a command to the service and returns its response. */
  async ask<Response>(command: object, limitSeconds = 30): Promise<Response> {
    const ended = new AbortController();
    const end = (): void => {
      ended.abort(new Error("the service ended"));
    };
    this.#service.once("exit", end);
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(limitSeconds * 1000)]);
    const done = once(this.#service, "message", { signal });
    this.#service.send(command);
    try {
      const [response] = (await done) as [Response];
      return response;
    } finally {
      this.#service.off("exit", end);
    }
  }

  /** Starts a worker, and replaces it if it crashes, as a process manager does. */
  startWorker(file = "worker.ts"): void {
    const child = this.spawn(file);
    child.stdout?.resume();
    let errors = "";
    child.stderr?.on("data", (text) => (errors = `${errors}${String(text)}`.slice(-1000)));
    this.#workers.push(child);
    child.once("exit", (code) => {
      if (!this.#workers.includes(child)) return;
      console.error(`a worker ended with ${String(code)}: ${errors}`);
      this.#workers.splice(this.#workers.indexOf(child), 1);
      this.ended += 1;
      assert.ok(this.ended < 20, "workers end again and again");
      this.startWorker(file);
    });
  }

  /** Kills the oldest worker, as a failing machine would. A new one replaces it. */
  killWorker(): void {
    this.#workers.shift()?.kill("SIGKILL");
    this.startWorker();
  }

  /** Stops all workers and waits until they end. Returns their exit codes. */
  async stopWorkers(signal: NodeJS.Signals = "SIGTERM"): Promise<(number | null)[]> {
    const workers = this.#workers.splice(0);
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
    this.#service.kill("SIGKILL");
    await this.postgres.stop();
  }
}
