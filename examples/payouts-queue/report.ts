/**
 * Prints the outcomes of the payouts.
 *
 *     npm run report [-- --batch november | --watch | --dead | --json]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import process from "node:process";
import { Database } from "./database";
import { ProgressLine } from "../postgres/progress-line";
import {
  STATES,
  countOf,
  deadLines,
  figures,
  forgotten,
  lineText,
  refusedLines,
  stateText,
  table,
} from "./figures";

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({
  options: { batch: { type: "string" }, watch: flag, dead: flag, json: flag },
});
const database = await new Database().open();
const { pool, boss } = database;

/** One line until nothing is open but what waits for a person. */
async function watch(): Promise<void> {
  const line = new ProgressLine(process.stdout);
  for (;;) {
    const all = await figures(pool, values.batch);
    const open = countOf(all, "untried", "postponed", "unknown", "pending");
    const isLast = open <= (await deadLines(pool, boss, values.batch)).length;
    line.show(countOf(all, "paid", "refused") / Math.max(countOf(all, ...STATES), 1), stateText(all), isLast);
    if (isLast) return;
    await sleep(1000);
  }
}

try {
  if (values.watch) await watch();
  const dead = await deadLines(pool, boss, values.batch);
  if (values.dead) {
    for (const line of dead) console.log(`${lineText(line)}\n           key ${line.idempotency_key}`);
    console.log(`${dead.length} payouts wait for a person: npm run retry -- <id>`);
  } else {
    const all = await figures(pool, values.batch);
    const report = { figures: all, dead: dead.length, forgotten: await forgotten(pool) };
    if (values.json) console.log(JSON.stringify(report));
    else {
      console.log(table(all));
      for (const line of await refusedLines(pool, values.batch)) console.log(lineText(line));
      console.log(`${report.dead} in the dead-letter list, ${report.forgotten} open without a job`);
    }
  }
} finally {
  await database.close();
}
