/**
 * The proof of `nextStep`: every history up to a bound. `npx tsx test/explore/run.ts --scenario payouts` runs it.
 */
import process from "node:process";
import { nextStep } from "payments-sdk/payouts";
import { assumptions } from "./assumptions";
import type { AssumptionName } from "./assumptions";
import { defects, nextStepWith } from "./defects";
import { nameOf, scenarios, searchPayouts, withoutAssumption } from "./scenarios";
import type { Found } from "../explore/choices";

const shown = ({ violations }: Found) =>
  violations.slice(0, 1).map(({ problem, history }) => [problem, ...history].join("\n    "));

/** Prints every search. Returns the number of failures. */
export async function provePayouts(length: "short" | "long"): Promise<number> {
  let failures = 0;
  let histories = 0;
  for (const scenario of scenarios) {
    const found = await searchPayouts(scenario, nextStep, length);
    const isProven = found.isComplete && found.violations.length === 0;
    if (!isProven) failures += 1;
    histories += found.histories;
    const bound = `up to ${scenario.bounds[length === "short" ? 0 : 1]} disturbances`;
    console.log(
      `payouts, ${nameOf(scenario)}: ${found.histories} histories, ${bound}, ${isProven ? "complete, 0 violations" : "NOT PROVEN"}`,
    );
    for (const text of shown(found)) console.log(`  ${text}`);
  }
  console.log(`${histories} histories of payouts\n`);
  for (const [name, sentence] of Object.entries(assumptions)) {
    const without = name as AssumptionName;
    const found = await searchPayouts(withoutAssumption[without], nextStep, length, without);
    if (found.violations.length === 0) failures += 1;
    console.log(`Assumption "${name}": ${sentence}\n  Without it: ${shown(found)[0] ?? "NOT NEEDED"}`);
  }
  for (const defect of defects) {
    const broken = await nextStepWith(defect);
    let isFound = false;
    for (const scenario of scenarios)
      isFound ||= (await searchPayouts(scenario, broken, "short")).violations.length > 0;
    if (!isFound) failures += 1;
    console.log(`Defect: ${defect.breaks}: ${isFound ? "found" : "NOT FOUND"}`);
  }
  return failures;
}

if (process.argv[1]?.endsWith("payouts/run.ts")) {
  process.exitCode = (await provePayouts(process.argv.includes("--short") ? "short" : "long")) === 0 ? 0 : 1;
}
