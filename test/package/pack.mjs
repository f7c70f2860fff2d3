import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { manifest } from "../../scripts/entries.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {string} its output
 * @throws {Error} when it fails, with its whole output
 */
export function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout.trim();
}

/**
 * Builds the package in another folder, so that the project's `dist` does not change, and packs it there.
 *
 * @param {string} folder
 * @returns {string} the tarball
 */
export function pack(folder) {
  mkdirSync(folder);
  run(process.execPath, [path.join(project, "scripts/build.mjs"), folder], project);
  const listed = manifest.files.filter((file) => file !== "dist");
  for (const file of ["package.json", "README.md", "LICENSE", ...listed]) {
    cpSync(path.join(project, file), path.join(folder, file), { recursive: true });
  }
  return path.join(folder, run("npm", ["pack", "--ignore-scripts", "--silent"], folder));
}
