/**
 * What the compiler takes on for one line of a user's code: the symbols, types and instantiations beyond those of an empty
 * file. Measures the built package.
 *
 *     npm run build && npm --prefix bench install && npm --prefix bench run types
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const at = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const users = {
  nothing: "export {};",
  "payments-sdk": `import { PaymentsClient } from "payments-sdk";
    export const result = await new PaymentsClient().quotes.retrieve("Quote:1");`,
  openai: `import { OpenAI } from "openai";
    export const result = await new OpenAI().models.retrieve("model");`,
  stripe: `import { Stripe } from "stripe";
    export const result = await new Stripe("key").customers.retrieve("customer");`,
};

const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-types-"));
const modules = path.join(folder, "node_modules");
mkdirSync(modules);
symlinkSync(at(".."), path.join(modules, "payments-sdk"));
for (const peer of ["openai", "stripe"]) symlinkSync(at(`node_modules/${peer}`), path.join(modules, peer));
for (const types of ["@types", "undici-types"])
  symlinkSync(at(`../node_modules/${types}`), path.join(modules, types));

const options =
  "--noEmit --strict --skipLibCheck --module nodenext --target es2022 --lib es2023,dom --types node --extendedDiagnostics";

function counts(name: string, text: string): Record<string, number> {
  const file = path.join(folder, `${name}.mts`);
  writeFileSync(file, text);
  const report = execFileSync(
    process.execPath,
    [at("../node_modules/typescript/bin/tsc"), ...options.split(" "), file],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  return Object.fromEntries(
    ["Symbols", "Types", "Instantiations"].map((what) => [
      what,
      Number(new RegExp(`^${what}:\\s+(\\d+)`, "m").exec(report)?.[1]),
    ]),
  );
}

try {
  const { nothing, ...others } = Object.fromEntries(
    Object.entries(users)
      .filter(([name]) => name === "nothing" || existsSync(path.join(modules, name)))
      .map(([name, text]) => [name, counts(name, text)]),
  );
  for (const [name, found] of Object.entries(others)) {
    const more = Object.entries(found).map(([what, count]) => `${count - (nothing?.[what] ?? 0)} ${what}`);
    console.log(`${name.padEnd(14)} ${more.join(", ")}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
