import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inTime } from "./engine";

/** A program that runs until it is closed, with its own home folder. */
export interface Running {
  /** The match of `pattern` in its output. */
  readonly found: RegExpExecArray;
  close(): Promise<void>;
}

/** Starts a program and waits until its output matches `pattern`. */
export async function start(
  command: string,
  args: (home: string) => readonly string[],
  pattern: RegExp,
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const home = await mkdtemp(path.join(tmpdir(), "payments-sdk-engine-"));
  const child = spawn(command, args(home), {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });
  const close = async () => {
    child.kill();
    await ended;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  let printed = "";
  const found = new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const match = pattern.exec(printed);
        if (match) resolve(match);
      });
    }
    void ended.then(() => reject(new Error(`${command} ended: ${printed}`)));
  });
  try {
    return { found: await inTime(command, found), close };
  } catch (error) {
    await close();
    throw error;
  }
}
