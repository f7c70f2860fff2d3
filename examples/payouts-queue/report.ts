/**
 * Prints the outcomes of the payouts.
 *
 *     npm run report [-- --batch november | --watch | --ask | --json]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import process from "node:process";
import { Database } from "./database";
import { ProgressLine } from "../postgres/progress-line";
import {
  STATES,
  countOf,
  figures,
  forgotten,
  lineText,
  linesIn,
  oldestSeconds,
  stateText,
  table,
} from "./figures";

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({
  options: { batch: { type: "string" }, watch: flag, ask: flag, json: flag },
});
const database = await new Database().open();
const { pool } = database;

/** One line until nothing goes on any more. */
async function watch(): Promise<void> {
  const line = new ProgressLine(process.stdout);
  for (;;) {
    const all = await figures(pool, values.batch);
    const isLast = countOf(all, "open", "pending") === 0;
    const done = countOf(all, "paid", "failed", "refused");
    line.show(done / Math.max(countOf(all, ...STATES), 1), stateText(all), isLast);
    if (isLast) return;
    await sleep(1000);
  }
}

try {
  if (values.watch) await watch();
  const asking = await linesIn(pool, ["ask"], values.batch);
  if (values.ask) {
    for (const line of asking) console.log(lineText(line));
    console.log(`${asking.length} payouts wait for a person: npm run retry -- <id>`);
  } else {
    const all = await figures(pool, values.batch);
    const report = {
      figures: all,
      asking: asking.length,
      forgotten: await forgotten(pool),
      oldestSeconds: await oldestSeconds(pool),
    };
    if (values.json) console.log(JSON.stringify(report));
    else {
      console.log(table(all));
      for (const line of await linesIn(pool, ["failed", "refused"], values.batch))
        console.log(lineText(line));
      console.log(
        `${report.asking} wait for a person, ${report.forgotten} unfinished without a job, the oldest was enqueued ${report.oldestSeconds} s ago`,
      );
    }
  }
} finally {
  await database.close();
}
