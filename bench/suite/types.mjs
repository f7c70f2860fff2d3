// The compiler's work for one line of a user's code, compared with an empty file: counts, and its check time.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";

const at = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const users = {
  nothing: "export {};",
  "payments-sdk": `import { PaymentsClient } from "payments-sdk";
    export const result = await new PaymentsClient().quotes.retrieve("Quote:1");`,
  "payments-sdk again": `import { PaymentsClient } from "payments-sdk";
    export const result = await new PaymentsClient().quotes.retrieve("Quote:1");`,
  openai: `import { OpenAI } from "openai"; export const result = await new OpenAI().models.retrieve("model");`,
  stripe: `import { Stripe } from "stripe"; export const result = await new Stripe("key").customers.retrieve("customer");`,
};
const options = [
  ..."--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2022 --lib es2023,dom --extendedDiagnostics".split(
    " ",
  ),
  ...["--types", "node", "--typeRoots", at("../../node_modules/@types")],
];

export function types(rounds) {
  const folder = mkdtempSync(at("../node_modules/.types-"));
  const found = {};
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, text] of Object.entries(users)) {
        const file = path.join(folder, `${name.replaceAll(/\W/g, "-")}.mts`);
        writeFileSync(file, text);
        const report = execFileSync(
          process.execPath,
          [at("../../node_modules/typescript/bin/tsc"), ...options, file],
          {
            cwd: folder,
            encoding: "utf8",
          },
        );
        const count = (what) => Number(new RegExp(`^${what}:\\s+([\\d.]+)`, "m").exec(report)?.[1]);
        (found[name] ??= []).push(
          Object.fromEntries(
            ["Symbols", "Types", "Instantiations", "Total time"].map((what) => [what, count(what)]),
          ),
        );
        process.stderr.write(`types: ${name}, round ${round + 1} of ${rounds}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { nothing, ...others } = found;
  return Object.entries(others).map(([name, samples]) => ({
    name,
    ...Object.fromEntries(
      Object.keys(samples[0]).map((what) => [
        what,
        median(samples.map((sample, round) => sample[what] - nothing[round][what])),
      ]),
    ),
  }));
}
