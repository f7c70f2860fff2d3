/** Runs `undici.test.mjs` with the built package, on each Node and major version of undici. */
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const at = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const project = at("../../");

/** A user's folder with a copy of the package. A link would find the undici of this project. */
function userFolder(undici) {
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-undici-"));
  const modules = path.join(folder, "node_modules");
  const own = path.join(modules, "payments-sdk");
  mkdirSync(own, { recursive: true });
  copyFileSync(path.join(project, "package.json"), path.join(own, "package.json"));
  cpSync(path.join(project, "dist"), path.join(own, "dist"), { recursive: true });
  symlinkSync(undici, path.join(modules, "undici"));
  const { dependencies } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(project, "node_modules", name), path.join(modules, name));
  }
  copyFileSync(at("undici.test.mjs"), path.join(folder, "undici.test.mjs"));
  return folder;
}

const check = (node, undici) => async () => {
  const folder = userFolder(undici);
  try {
    const env = { ...process.env, CERTIFICATES: at("../node/fixtures/") };
    const options = { cwd: folder, env, timeout: 60_000 };
    await promisify(execFile)(at(`node_modules/${node}/bin/node`), ["--test", "undici.test.mjs"], options);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const undici7 = path.join(project, "node_modules/undici");
const undici8 = at("node_modules/undici8");

/** The checks by name. */
export const undiciChecks = {
  "node 22, undici 7": check("node22", undici7),
  "node 22, undici 8": check("node22", undici8),
  "node 24, undici 8": check("node24", undici8),
};
