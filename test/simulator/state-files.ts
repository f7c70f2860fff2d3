import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { startCommand } from "../support/simulator-command";

/** A folder for the state files of a test file. It exists until the tests end. */
export function stateFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "payments-state-"));
  let files = 0;
  afterAll(() => rmSync(folder, { recursive: true }));
  const newFile = () => {
    files += 1;
    return path.join(folder, `state-${String(files)}.json`);
  };
  return { folder, newFile };
}

/** Starts payments-simulator with a state file until the test ends. */
export async function start(file: string, ...args: string[]) {
  const command = await startCommand(["--state", file, ...args]);
  onTestFinished(async () => void (await command.stop("SIGKILL")));
  return command;
}
