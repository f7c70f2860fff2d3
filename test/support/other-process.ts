import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { bundledProgram } from "./bundled-program";

/** A program of this repository in a process of its own. */
export interface Other {
  /** The first line of its output. */
  readonly line: string;
  /** Resolves when the process ends. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a program and waits for its first line. */
export async function startOther(file: string, ...parameters: readonly string[]): Promise<Other> {
  const child = spawn(process.execPath, [bundledProgram(file), ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  // Also if this process fails.
  const kill = () => child.kill();
  process.on("exit", kill);
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, "line").then(([text]) => String(text)),
    ended.then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ]);
  return {
    line,
    ended,
    async stop() {
      process.off("exit", kill);
      lines.close();
      child.kill();
      await ended;
    },
  };
}
