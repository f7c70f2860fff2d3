/**
 * The explorer: the real client, in every history up to a bound.
 *
 *     npx tsx test/explore/run.ts                           everything, some minutes
 *     npx tsx test/explore/run.ts --short                the bound of `npm test`
 *
 *     npx tsx test/explore/run.ts --scenario transfers   the scenarios with this text in their name
 *     npx tsx test/explore/run.ts --scenario payouts     the proof of `nextStep`
 *
 *     npx tsx test/explore/run.ts --defects              only the planted defects
 *     npx tsx test/explore/run.ts --planted W            those with this text in their effect
 */
import process from "node:process";
import { parseArgs } from "node:util";
import * as core from "payments-sdk";
import * as wallet from "payments-sdk/wallet";
import * as react from "../../src/react/store";
import { assumptions } from "./assumptions";
import type { AssumptionName } from "./assumptions";
import type { Found } from "./choices";
import { defects } from "./defects";
import { findDefect } from "./find-defect";
import { rules } from "./rules";
import { scenarios, searchScenario, withoutAssumption, wrongReaders } from "./scenarios";
import { provePayouts } from "../payouts/run";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    defects: { type: "boolean", default: false },
    planted: { type: "string" },
    scenario: { type: "string" },
  },
});
// A history throws hundreds of errors. Their stacks are not needed.
Error.stackTraceLimit = 0;
// Many histories run at once, and the tabs of one must not hear those of another.
Reflect.deleteProperty(globalThis, "BroadcastChannel");
const sources = { ...core, ...wallet, ...react };
const length = values.short ? "short" : "long";
const isDefectsOnly = values.defects || values.planted !== undefined;
let failures = 0;

const shown = ({ violations }: Found) =>
  violations
    .slice(0, 1)
    .map(({ problem, history }) => [`  ${problem}`, ...history.map((line) => `    ${line}`)].join("\n"));

if (!isDefectsOnly) {
  let histories = 0;
  for (const scenario of scenarios.filter(({ name }) => name.includes(values.scenario ?? ""))) {
    const found = await searchScenario(scenario, sources, length);
    histories += found.histories;
    const isProven = found.isComplete && found.violations.length === 0;
    if (!isProven) failures += 1;
    const bound = `up to ${scenario.bounds[values.short ? 0 : 1]} disturbances`;
    console.log(
      `${scenario.name}: ${found.histories} histories, ${bound}, ${isProven ? "complete, 0 violations" : "NOT PROVEN"}`,
    );
    for (const text of shown(found)) console.log(text);
  }
  console.log(`${histories} histories\n`);
}

if (!isDefectsOnly && values.scenario === undefined) {
  for (const [name, sentence] of Object.entries(assumptions)) {
    const without = name as AssumptionName;
    const found = await searchScenario(withoutAssumption[without], sources, length, without);
    if (found.violations.length === 0) failures += 1;
    console.log(`Assumption "${name}": ${sentence}\n  Without it:`);
    for (const text of shown(found)) console.log(text);
    if (found.violations.length === 0) console.log("  NOT NEEDED: nothing was found");
  }
}

if (!isDefectsOnly && values.scenario === undefined) {
  for (const scenario of wrongReaders) {
    const found = await searchScenario(scenario, sources, length);
    if (found.violations.length === 0) failures += 1;
    console.log(`Reader of another rule for keys, ${scenario.name}:`);
    for (const text of shown(found)) console.log(text);
  }
}

if (values.scenario === undefined && !values.short) {
  let caught = 0;
  const planted = [...defects, ...rules].filter(({ breaks }) => breaks.includes(values.planted ?? ""));
  for (const defect of planted) {
    const found = await findDefect(defect);
    if (found === undefined) failures += 1;
    else caught += 1;
    console.log(`\nDefect in ${defect.file}: ${defect.breaks}`);
    console.log(found === undefined ? "  NOT FOUND" : `  by ${found.scenario}`);
    if (found !== undefined) for (const text of shown(found.found)) console.log(text);
  }
  console.log(`\n${caught} of ${planted.length} planted defects found`);
}
if (!isDefectsOnly && "payouts".startsWith(values.scenario ?? "")) failures += await provePayouts(length);
console.log(failures === 0 ? "proven" : `${failures} failures`);
// A page that a history closed may have left timers.
process.exit(failures === 0 ? 0 : 1);
