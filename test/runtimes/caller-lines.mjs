/** Runs `callers.mjs` on each runtime, and compares the line that each error names with the expected one. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { programs } from "./runtimes.mjs";

const at = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { transform } = createRequire(at("../../package.json"))("esbuild");
const source = readFileSync(at("callers.mjs"), "utf8");
const lines = source.split("\n");

/** The ways whose error does not name the line of the call. All other ways do. docs/errors.md has the same table. */
const ofV8 = {
  awaitedLater: "OUTER",
  wrapper: "OUTER",
  unawaited: "none",
  unawaitedList: "none",
};
/** JavaScriptCore keeps no asynchronous stack. So the first failure of a method names no line, and later ones do. */
const ofBun = {
  awaited: "none",
  forAwait: "none",
  pages: "none",
  raw: "none",
  unawaited: "none",
  unawaitedList: "none",
};

/** What the first frame is: the line of the call, a line that waits for it, or none of the program. Any other is wrong. */
function lineOf(name, stack) {
  const [, first = ""] = stack.split(/\n(?=\s+at )/);
  const [, number] = /\bcallers\.\w+:(\d+)/.exec(first) ?? [];
  if (number === undefined) return /\bcallers\.\w+:/.test(stack) ? `wrong: ${first}` : "none";
  const [, mark, way] = /\/\/ (CALL|OUTER) (\w+)$/.exec(lines[Number(number) - 1]) ?? [];
  return way === name.split(",")[0] ? mark : `wrong: ${lines[Number(number) - 1]}`;
}

const main = 'import { callers } from "./callers.mjs";\nconsole.log(JSON.stringify(await callers()));\n';
const asCommonJs = source
  .replace(
    'import { PaymentsClient } from "payments-sdk";',
    'const { PaymentsClient } = require("payments-sdk");',
  )
  .replace("export async function callers", "exports.callers = async function callers");

/** The files of each form of the program, and the arguments that run it. */
const forms = {
  "ES module": { files: { "callers.mjs": source, "main.mjs": main }, args: ["main.mjs"] },
  CommonJS: {
    files: {
      "callers.cjs": asCommonJs,
      "main.cjs": 'require("./callers.cjs").callers().then((found) => console.log(JSON.stringify(found)));\n',
    },
    args: ["main.cjs"],
  },
  "source map": {
    files: {
      "built.mjs": (
        await transform(source, {
          minify: true,
          sourcemap: "inline",
          sourcefile: "callers.mjs",
          format: "esm",
        })
      ).code,
      "main.mjs": main.replace("./callers.mjs", "./built.mjs"),
    },
    args: ["--enable-source-maps", "main.mjs"],
  },
};

async function check([command, ...options], { files, args }, expected) {
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-callers-"));
  try {
    mkdirSync(path.join(folder, "node_modules"));
    symlinkSync(at("../../"), path.join(folder, "node_modules/payments-sdk"));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const { stdout } = await promisify(execFile)(command, [...options, ...args], {
      cwd: folder,
      timeout: 60_000,
    });
    const found = Object.entries(JSON.parse(stdout)).map(([name, stack]) => [name, lineOf(name, stack)]);
    assert.deepEqual(
      found,
      found.map(([name]) => [name, expected[name] ?? "CALL"]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { bun, deno, ...nodes } = programs;

/** The checks by name. */
export const callerChecks = {
  ...Object.fromEntries(
    Object.entries(nodes).flatMap(([name, command]) =>
      Object.entries(forms).map(([form, files]) => [
        `${name}, caller's line, ${form}`,
        () => check(command, files, ofV8),
      ]),
    ),
  ),
  "deno, caller's line": () => check(deno, forms["ES module"], ofV8),
  "bun, caller's line": () => check(bun, forms["ES module"], ofBun),
};
