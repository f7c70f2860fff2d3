import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Fault } from "payments-sdk/simulator";
import { LocalPostgres } from "./postgres";
import type { SeenRequest, ServiceCommand } from "./service";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const TSX = ["--import", "tsx"];

/** What a command printed, and how it ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** PostgreSQL, the simulator and any number of commands, all ended by `stop`. */
export class Processes {
  readonly postgres: LocalPostgres;
  readonly env: Record<string, string>;
  readonly #service: ChildProcess;
  readonly #children = new Set<ChildProcess>();

  private constructor(postgres: LocalPostgres, service: ChildProcess, env: Record<string, string>) {
    this.postgres = postgres;
    this.#service = service;
    this.env = env;
  }

  /** @param settings the variables PAYOUTS_… */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Processes> {
    const postgres = await LocalPostgres.start();
    const service = fork(`${FOLDER}service.ts`, { cwd: FOLDER, execArgv: TSX });
    try {
      const [{ env }] = (await once(service, "message", { signal: AbortSignal.timeout(60_000) })) as [
        { env: Record<string, string> },
      ];
      return new Processes(postgres, service, { ...env, ...settings, DATABASE_URL: postgres.url });
    } catch (error) {
      service.kill("SIGKILL");
      await postgres.stop();
      throw error;
    }
  }

  /** Starts a command of this folder. */
  spawn(file: string, args: readonly string[] = []): ChildProcess {
    const child = spawn(process.execPath, [...TSX, file, ...args], {
      cwd: FOLDER,
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

  /** Replaces what goes wrong at the service. */
  async faults(faults: Fault[]): Promise<void> {
    await this.#command({ faults });
  }

  /** Lets time pass at the service. */
  async advance(advanceSeconds: number): Promise<void> {
    await this.#command({ advanceSeconds });
  }

  /** The requests for payouts that came since this was asked last. */
  async requests(): Promise<SeenRequest[]> {
    return this.#command({ requests: true });
  }

  async #command(command: ServiceCommand): Promise<SeenRequest[]> {
    const done = once(this.#service, "message", { signal: AbortSignal.timeout(30_000) });
    this.#service.send(command);
    const [requests] = (await done) as [SeenRequest[]];
    return requests;
  }

  async stop(): Promise<void> {
    const children = [...this.#children];
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map((child) => once(child, "close")));
    this.#service.kill("SIGKILL");
    await this.postgres.stop();
  }
}
