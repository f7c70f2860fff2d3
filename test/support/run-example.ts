import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "./bundled-program";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts an example as a user would, with the given variables added to this process's environment. */
export function startExample(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [bundledProgram(`examples/${file}`), ...args], {
    cwd: root,
    env: { ...process.env, PAYMENTS_BASE_URL: "", FORCE_COLOR: "0", NODE_OPTIONS: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, finished };
}

export function runExample(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return startExample(file, args, env).finished;
}
