import { open, readFile, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import { firstToken } from "./domain/platform";
import type { SimulatorOptions } from "./runtime/options/simulator-options";
import { hostOf } from "./simulator";
import type { Simulator } from "./simulator";

/** The message of an error. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The shortest pause before a write. */
const pauseMs = 1000;
/** The service stands still while it turns a large state into text. The next pause is so many times as long. */
const pauseFactor = 4;

const read = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Error(`the state file ${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  });

/**
 * Restores the simulator from a file. Returns `false` if the file does not exist.
 *
 * @throws {Error} when the file cannot be read, is damaged, or does not fit the options. The file does not change.
 */
export async function restoreState(
  file: string,
  simulator: Simulator,
  options: SimulatorOptions,
): Promise<boolean> {
  const text = await read(file);
  if (text === undefined) return false;
  const host = hostOf(simulator);
  const given = firstToken(host.world);
  try {
    host.restore(JSON.parse(text));
    const token = firstToken(host.world);
    // Without options for it, a reset keeps the token of the file.
    if (!options.tokens) host.options.tokens = [token];
    else if (given.clientId !== token.clientId || given.clientSecret !== token.clientSecret)
      throw new Error("it has other credentials than the options");
    return true;
  } catch (error) {
    const advice = "the file was not changed; move it away to start again";
    throw new Error(`the state file ${file} cannot be used: ${reasonOf(error)}; ${advice}`, { cause: error });
  }
}

/**
 * Writes the text beside the file, then renames it. The file is whole whenever the process ends. Only its owner may read it,
 * because it contains secrets.
 */
async function replaceFile(name: string, text: string): Promise<void> {
  // A symbolic link stays a link.
  const file = await realpath(name).catch(() => name);
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.tmp`);
  const handle = await open(temporary, "w", 0o600);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    // A full disk must not keep half of a state.
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Keeps a file up to date with a simulator: about a second after a change, less often when the state is large.
 *
 * @param onError gets the error of a failed write. The next change tries again.
 * @returns writes the current state now. It rejects when that is not possible.
 */
export function keepStateFile(
  file: string,
  simulator: Simulator,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let waitMs = pauseMs;

  async function write(): Promise<void> {
    try {
      const start = performance.now();
      const text = simulator.snapshotText();
      waitMs = Math.max(pauseMs, pauseFactor * (performance.now() - start));
      await replaceFile(file, text);
    } catch (error) {
      throw new Error(`the state file ${file} cannot be written: ${reasonOf(error)}`, { cause: error });
    }
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const written = writing.then(write);
    writing = written.catch(() => undefined);
    await written;
  }

  /** Writes soon. Many changes make one write. */
  const changed = (): void => {
    timer ??= setTimeout(() => save().catch(onError), waitMs);
  };

  simulator.onExchange(({ method, path: at, fault }) => {
    // A lookup is needed later, and a fault may be used up.
    if (!["GET", "HEAD"].includes(method) || at.startsWith("/receiver/") || fault !== undefined) changed();
  });
  simulator.on("*", changed);
  hostOf(simulator).onControl = changed;
  return save;
}
