import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { readFile, realpath, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import process from "node:process";

/** How often the holder renews its lock. A large state can block it for seconds. */
const renewalMs = 5000;
/** A lock that is not renewed for this long has expired. */
const expiryMs = 30_000;

/** A state file that no other process uses. */
export interface LockedFile {
  path: string;
  /**
   * Run this before each write. Two processes can take a lock in the same instant, and the last one has it.
   *
   * @throws {Error} when another process has taken the file
   */
  requireLock: () => Promise<void>;
}

/** The message of an error. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;

function isRunning(pid: number): boolean {
  // A restarted container gives the same id again.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Locks a state file until this process ends. The lock is a file beside it that names its holder. If the holder was killed, the
 * lock is free at once. The lock of another machine, or with a reused process id, is free when it expires.
 *
 * @throws {Error} when another process uses the file, or the lock cannot be written
 */
export async function lockStateFile(name: string): Promise<LockedFile> {
  // Two names of one file share a lock.
  const file = await realpath(name).catch(() => name);
  const lock = `${file}.lock`;
  const host = hostname();
  const own = `${String(process.pid)} ${host} ${randomUUID()}`;
  const inUse = (holder: string) => {
    const by = holder === "" ? "another process" : holder.replace(/^(\d+) (\S+).*$/, "process $1 on $2");
    return new Error(`the state file ${file} is in use by ${by}; stop that process, or choose another file`);
  };
  const readHolder = () => readFile(lock, "utf8").catch(() => "");

  const renewedMs = (await stat(lock).catch(() => undefined))?.mtimeMs ?? 0;
  const holder = await readHolder();
  const [pid, machine] = holder.split(" ");
  const isEnded = machine === host && !isRunning(Number(pid));
  if (!isEnded && Date.now() - renewedMs < expiryMs) throw inUse(holder);
  try {
    await writeFile(lock, own, { mode: 0o600 });
  } catch (error) {
    throw new Error(`the state file ${file} cannot be written: ${reasonOf(error)}`, { cause: error });
  }

  setInterval(() => {
    const now = new Date();
    utimes(lock, now, now).catch(() => undefined);
  }, renewalMs).unref();
  process.once("exit", () => {
    if (existsSync(lock) && readFileSync(lock, "utf8") === own) rmSync(lock);
  });
  return {
    path: file,
    requireLock: async () => {
      const current = await readHolder();
      if (current !== own && current !== "") throw inUse(current);
    },
  };
}
