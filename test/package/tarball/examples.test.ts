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

describe("the examples in the package, copied into a project", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "copied-examples-"));
  const programs = () =>
    readdirSync(path.join(folder, "examples"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => path.join(folder, "examples", file));

  beforeAll(() => {
    cpSync(path.join(modules, "payments-sdk/examples"), path.join(folder, "examples"), { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    mkdirSync(path.join(folder, "node_modules"));
    const link = (target: string, name: string) =>
      symlinkSync(path.join(target, name), path.join(folder, "node_modules", name));
    for (const name of ["payments-sdk", "@types"]) link(modules, name);
    for (const name of ["csv-parse", "tsx"]) link(own, name);
    return () => execFileSync("rm", ["-r", folder]);
  });

  it.each([
    ["nodenext", { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }],
    ["a bundler", { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ])("compile for %s with plain `strict`", (_, options) => {
    // `npm --prefix examples/payouts-queue run typecheck` checks them with the types of these packages.
    const foreign = path.join(folder, "foreign.d.ts");
    const names = ["pg", "pg-boss", "node-pg-migrate", "@nats-io/jetstream", "@nats-io/transport-node"];
    writeFileSync(foreign, names.map((name) => `declare module "${name}";\n`).join(""));
    const files = programs();
    expect(files.length).toBeGreaterThan(20);
    const program = ts.createProgram([foreign, ...files], {
      ...options,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts"],
      types: ["node"],
      typeRoots: [path.join(folder, "node_modules/@types")],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      const name = file ? path.relative(folder, file.fileName) : "";
      return `${name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    expect(problems).toEqual([]);
  });

  it("say in their first comment how to run them, from the folder of the copy", () => {
    const commands = programs().flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^ \* {5}(.+)$/gm)].map(([, command = ""]) => command),
    );
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const [, name = command] = /(?:^| )npx tsx (\S+\.ts)(?: |$)/.exec(command) ?? [];
      expect(programs()).toContain(path.join(folder, name));
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
