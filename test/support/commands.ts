import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "./bundled-program";

const packages = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));

/**
 * A folder with the commands that the `start` of a recipe needs, and a PATH that begins with it. `npm install` puts the command of
 * this package there. `tsx` knows only the recipe's own server, and starts it bundled, in a fifth of the time.
 *
 * @param recipe the folder in `examples`
 */
export function commandsOf(recipe: string): { folder: string; PATH: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-bin-"));
  const start = (file: string) => `exec "${process.execPath}" "${bundledProgram(file)}"`;
  const commands = {
    "payments-simulator": `${start("src/simulator/bin.ts")} "$@"`,
    tsx: `[ "$*" = server.ts ] && ${start(`examples/${recipe}/server.ts`)}`,
  };
  for (const [name, command] of Object.entries(commands)) {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${command}\n`);
    chmodSync(file, 0o755);
  }
  return { folder, PATH: [folder, packages, process.env["PATH"]].join(path.delimiter) };
}
