/**
 * The soak: every part of the package repeats its work hundreds of thousands of times, and nothing may grow.
 *
 *     npx tsx test/soak/run.ts
 *     npx tsx test/soak/run.ts --share 0.1 calls relay
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ENGINE_FLAGS } from "./engine";
import { isFlat } from "./phase";
import type { Report } from "./phase";
import { phases } from "./phases";
import { RULE } from "./trend";
import { HEADINGS, linesOf, samplesOf } from "./table";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: "string", default: "1" }, samples: { type: "boolean", default: false } },
});
const program = fileURLToPath(new URL("run-phase.ts", import.meta.url));
const chosen = phases.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.startsWith(part)),
);

/** Each phase has a separate process, so that no phase depends on the state after another. */
async function reportOf(name: string): Promise<Report> {
  const parameters = [...ENGINE_FLAGS, "--expose-gc", "--import", "tsx", program, name, values.share];
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  const text: string[] = [];
  child.stdout.on("data", (chunk) => text.push(String(chunk)));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the phase "${name}" ended with code ${code}`);
  return JSON.parse(text.join("")) as Report;
}

console.log(`Node ${process.version}\n${RULE}\n`);
console.log(HEADINGS);
const reports: Report[] = [];
for (const { name } of chosen) {
  const report = await reportOf(name);
  reports.push(report);
  for (const line of linesOf(report)) console.log(line);
  if (values.samples || !isFlat(report)) for (const line of samplesOf(report)) console.log(line);
}
const growing = reports.filter((report) => !isFlat(report)).map(({ name }) => name);
const seconds = reports.reduce((sum, report) => sum + report.seconds, 0);
console.log(
  `\n${reports.length} phases, ${Math.round(seconds)} s: ${growing.length === 0 ? "all flat" : `not flat: ${growing.join("; ")}`}`,
);
process.exitCode = growing.length === 0 ? 0 : 1;
