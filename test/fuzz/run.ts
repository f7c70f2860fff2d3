/**
 * Many cases of every property, with the seed that repeats them.
 *
 *     npx tsx test/fuzz/run.ts --seed 7 --cases 1000000 --only "a mutated response"
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { casesOf, runProperty } from "./property";
import { properties } from "./properties";
import { attack, recipeServers } from "./recipes";
import type { RecipeServer } from "./recipes";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    cases: { type: "string", default: "1000000" },
    only: { type: "string", default: "" },
    path: { type: "string" },
  },
});
const seed = Number(values.seed);
const chosen = properties.filter(({ name }) => name.includes(values.only));
console.log(`seed ${seed}, Node ${process.version}`);
// An unhandled rejection is a failure, too.
process.on("unhandledRejection", (reason) => {
  console.error("unhandled rejection", reason);
  process.exitCode = 1;
});
const counts = casesOf(chosen, Number(values.cases));
let total = 0;
const started = performance.now();
for (const [index, property] of chosen.entries()) {
  const result = await runProperty(property, counts[index] ?? 1, seed, values.path);
  total += result.cases;
  console.log(
    `${String(result.cases).padStart(8)} cases ${result.seconds.toFixed(1).padStart(7)} s  ${result.name}`,
  );
  if (result.failure === undefined) continue;
  console.error(result.failure);
  process.exitCode = 1;
}
// One line for every hundred cases: each takes a connection.
const lines = Math.ceil(Number(values.cases) / 100);
for (const server of Object.keys(recipeServers) as RecipeServer[]) {
  const name = `any request line to ${server}`;
  if (values.path !== undefined || !name.includes(values.only)) continue;
  const begun = performance.now();
  try {
    await attack(server, lines, seed);
    total += lines;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${String(lines).padStart(8)} cases ${seconds.padStart(7)} s  ${name}`);
  } catch (error) {
    console.error(
      `${name} fails with the seed ${seed}: npx tsx test/fuzz/run.ts --only "${name}" --seed ${seed}`,
    );
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
console.log(`${total} cases in ${((performance.now() - started) / 1000).toFixed(0)} s`);
