import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A process with the other side of the soak. */
export interface Other {
  /** The first line of its output. */
  readonly line: string;
  stop(): Promise<void>;
}

/** Starts a program of this folder and waits for its first line. */
export async function start(file: string, ...parameters: string[]): Promise<Other> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  // Also if this process fails.
  const kill = () => child.kill();
  process.on("exit", kill);
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, "line").then(([text]) => String(text)),
    exit.then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ]);
  return {
    line,
    async stop() {
      process.off("exit", kill);
      lines.close();
      child.kill();
      await exit;
    },
  };
}
