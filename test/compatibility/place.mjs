import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { pack, run } from "../package/pack.mjs";

const here = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** A file of an installed tool. */
export const tool = (file) => here(`node_modules/${file}`);

/** The installed version of a tool. */
export const versionOf = (name) => JSON.parse(readFileSync(tool(`${name}/package.json`), "utf8")).version;

/** The versions of Node for tools: this process's own, and those that `test/runtimes` and this folder install. */
export const nodes = {
  "node 20": here("node_modules/node20/bin/node"),
  "node 24": here("../runtimes/node_modules/node24/bin/node"),
  "node 26": here("node_modules/node26/bin/node"),
};

/**
 * Runs a program that may fail, and returns its output.
 *
 * @throws {Error} with the output when it fails
 */
export async function output(command, args, cwd, env = process.env) {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { cwd, env, encoding: "utf8", maxBuffer: 1e8, timeout: 300_000 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message));
        else resolve(`${stdout}${stderr}`);
      },
    );
  });
}

/** A temporary folder. npm installs the packed package there as for users, without optional peers. */
export class Place {
  #folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-compatibility-"));
  #projects = 0;
  /** The packed package. */
  tarball;

  constructor() {
    this.tarball = pack(path.join(this.#folder, "staged"));
    const consumer = path.join(this.#folder, "consumer");
    mkdirSync(consumer);
    writeFileSync(path.join(consumer, "package.json"), '{ "private": true }');
    run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", this.tarball], consumer);
    this.modules = path.join(consumer, "node_modules");
    for (const peer of ["msw", "@simplewebauthn/server", "jose"]) {
      if (existsSync(path.join(this.modules, peer))) throw new Error(`${peer} came with the package`);
    }
  }

  /**
   * A user's project: the package, its dependencies, and more packages of this folder, each under the user's name for it.
   *
   * @param {Record<string, string>} [packages] the user's name for each, and its name here
   * @param {object} [manifest] of the project
   */
  project(packages = {}, manifest = {}) {
    this.#projects += 1;
    const folder = path.join(this.#folder, `project-${this.#projects}`);
    mkdirSync(folder);
    cpSync(this.modules, path.join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
    for (const [name, installed] of Object.entries(packages)) {
      const target = path.join(folder, "node_modules", name);
      mkdirSync(path.dirname(target), { recursive: true });
      symlinkSync(tool(installed), target);
    }
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, ...manifest }));
    cpSync(here("app"), folder, { recursive: true });
    cpSync(here("../runtimes/journeys.mjs"), path.join(folder, "journeys.mjs"));
    return folder;
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
