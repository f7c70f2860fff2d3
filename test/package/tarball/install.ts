import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { manifest } from "../../../scripts/entries.mjs";
import { pack, run } from "../pack.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** A user's project: a folder with only the packed package, its dependencies and React. */
    consumer: string;
  }
}

const project = fileURLToPath(new URL("../../..", import.meta.url));

/** Installs the tarball outside of this project, so that tests cannot find the project's files. Without `TARBALL`, packs a new build. */
function install(folder: string): string {
  const consumer = path.join(folder, "consumer");
  const modules = path.join(consumer, "node_modules");
  const installed = path.join(modules, manifest.name);

  const { TARBALL: tarball = pack(path.join(folder, "staged")) } = process.env;

  mkdirSync(installed, { recursive: true });
  run("tar", ["-xzf", tarball, "--strip-components=1"], installed);
  for (const name of [
    ...Object.keys(manifest.dependencies),
    "react",
    "@opentelemetry/api",
    "@types/node",
    "@types/react",
  ]) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(project, "node_modules", name), path.join(modules, name));
  }
  return consumer;
}

/** Once for all tests of this folder. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-"));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    provide("consumer", install(folder));
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}
