import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, inject, it } from "vitest";

const modules = path.join(inject("consumer"), "node_modules");
const own = fileURLToPath(new URL("../../../node_modules", import.meta.url));

const NEEDS_DATABASE =
  /payouts-queue\/(?:database|enqueue|nats|nats-worker|pg-boss|report|retry|table|work|worker)\.|postgres\/(?:database|gate|repeat)\./;
/** The compiler's codes for a relative import without its extension. */
const RELATIVE_IMPORT = [2834, 2835];

describe("the examples in the package, copied into a project", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "copied-examples-"));
  const programs = () =>
    readdirSync(path.join(folder, "examples"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(folder, "examples", file));

  beforeAll(() => {
    cpSync(path.join(modules, "payments-sdk/examples"), path.join(folder, "examples"), { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    mkdirSync(path.join(folder, "node_modules"));
    for (const name of readdirSync(own))
      symlinkSync(path.join(own, name), path.join(folder, "node_modules", name));
    symlinkSync(path.join(modules, "payments-sdk"), path.join(folder, "node_modules/payments-sdk"));
    return () => execFileSync("rm", ["-r", folder]);
  });

  it.each([
    ["nodenext", { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }],
    ["a bundler", { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ])("compile for %s with plain `strict`", (name, options) => {
    // Next has a bundler.
    const files = programs().filter((file) => !(name === "nodenext" && file.includes("-next/")));
    expect(files.length).toBeGreaterThan(50);
    const program = ts.createProgram(files, {
      ...options,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      jsx: ts.JsxEmit.ReactJSX,
      types: ["node"],
      typeRoots: [path.join(folder, "node_modules/@types")],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    });
    const problems = ts.getPreEmitDiagnostics(program).flatMap(({ file, code, messageText }) => {
      const where = file ? path.relative(folder, file.fileName) : "";
      // PostgreSQL and NATS are not installed here: `npm --prefix examples/payouts-queue run typecheck` has their types.
      if (NEEDS_DATABASE.test(where) && !RELATIVE_IMPORT.includes(code)) return [];
      return [`${where}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`];
    });
    expect(problems).toEqual([]);
  });

  it("say in their first comment how to run them, from the folder of the copy", () => {
    const named = programs().flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^ \* {5}(?:\w+=\S+ )?(?:npx )?(.+)$/gm)].map(
        ([, command = ""]) => ({ file, name: /^tsx (\S+\.ts)(?: |$)/.exec(command)?.[1] ?? command }),
      ),
    );
    expect(named.length).toBeGreaterThan(5);
    for (const { file, name } of named) {
      const places = [path.join(folder, name), path.join(path.dirname(file), name)];
      expect(programs().filter((one) => places.includes(one))).toHaveLength(1);
    }
  });

  it("pay the file of payouts with the command of the comment", () => {
    const text = readFileSync(path.join(folder, "examples/payouts-from-csv.ts"), "utf8");
    const [, command = ""] = /^ \* {5}npx tsx (.+?)(?: \[.*)?$/m.exec(text) ?? [];
    const printed = execFileSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", ...command.split(" ")], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PAYMENTS_BASE_URL: "" },
    });
    expect(printed).toMatch(/^12 of 12 payouts paid/m);
  });
});
