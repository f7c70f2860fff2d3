/**
 * Prints the outcomes of the payouts.
 *
 *     npx tsx examples/payouts-queue/report.ts [--batch november | --watch | --ask | --json]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import process from "node:process";
import { formatAmount } from "payments-sdk";
import { createDatabase } from "./database.js";
import type { Payout, State } from "./pay.js";
import { ProgressLine } from "../postgres/progress-line.js";
import { settings } from "./settings.js";

const STATES: readonly State[] = ["paid", "failed", "refused", "pending", "open", "ask"];

/** What `--json` prints. */
export interface Report {
  /** The payouts of each state and currency. Sums of cents fit into a number of JSON. */
  figures: { currency: string; state: State; count: number; cents: number }[];
  /** Payouts that wait for a person. */
  asking: number;
  /** Unfinished payouts that were due some time ago, and no worker took: there must be none. */
  forgotten: number;
  /** How long ago the oldest unfinished payout was enqueued. */
  oldestSeconds: number;
  /** How long an engine has held a payout, at most, without a step of it. */
  heldSeconds: number;
  /** Until when no worker sends a request, because the service asked for it. */
  pausedUntil: Date | null;
}

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { batch: { type: "string" }, watch: flag, ask: flag, json: flag } });
const database = await createDatabase().open({ withQueues: false });
const { pool } = database;

async function read(): Promise<Report> {
  const figures = await pool.query<Report["figures"][number]>(
    `select currency, state, count(*)::float8 as count, sum(amount)::float8 as cents from payouts
      where $1::text is null or batch = $1 group by currency, state order by currency, state`,
    [values.batch],
  );
  const others = await pool.query<Omit<Report, "figures">>(
    `select (count(*) filter (where state = 'ask' and ($2::text is null or batch = $2)))::float8 as asking,
            (count(*) filter (where state <> 'ask'
               and greatest(due_at, closed_until) < now() - $1 * interval '1 second'))::float8 as forgotten,
            coalesce(round(extract(epoch from now() - min(created_at))), 0)::float8 as "oldestSeconds",
            coalesce(round(extract(epoch from now() - min(handed_at))), 0)::float8 as "heldSeconds",
            (select closed_until from rate_gate where closed_until > now()) as "pausedUntil"
       from payouts, rate_gate where state in ('open', 'pending', 'ask')`,
    [settings.expireSeconds, values.batch],
  );
  return { figures: figures.rows, ...others.rows[0]! };
}

/** An amount that somebody damaged ends no report. */
const money = (cents: number | string, currency: string) =>
  formatAmount(Math.min(Number(cents), Number.MAX_SAFE_INTEGER), currency, "en-US");

/** Prints the payouts in these states, each with its reason, and returns how many. */
async function print(...states: State[]): Promise<number> {
  const { rows } = await pool.query<Payout & { currency: string; tries: number; updated_at: Date }>(
    `select *, jsonb_array_length(jsonb_path_query_array(history, '$.tries[*]')) as tries
       from payouts where state = any($1) and ($2::text is null or batch = $2) order by id`,
    [states, values.batch],
  );
  for (const { id, state, row_id, currency, amount, tries, updated_at, reason, ...row } of rows) {
    const what = `row ${row_id} of ${row.batch}, ${money(amount, currency)}`;
    const since = `${tries} tries, since ${updated_at.toISOString()}`;
    console.log(`${state.padEnd(10)} ${id}: ${what}, ${since}: ${reason ?? "-"}`);
  }
  return rows.length;
}

/** One line until nothing goes on any more. */
async function watch(): Promise<void> {
  const line = new ProgressLine(process.stdout);
  for (let isLast = false; !isLast; await sleep(isLast ? 0 : 1000)) {
    const { figures } = await read();
    const countOf = (...states: State[]): number =>
      figures.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);
    const all = countOf(...STATES);
    isLast = countOf("open", "pending") === 0;
    const counts = STATES.map((state) => `${countOf(state)} ${state}`);
    const share = countOf("paid", "failed", "refused") / Math.max(all, 1);
    line.show(share, `${all}: ${counts.join(", ")}`, isLast);
  }
}

async function printReport(): Promise<void> {
  const { figures, asking, forgotten, oldestSeconds, heldSeconds, pausedUntil } = await read();
  for (const { currency, state, count, cents } of figures)
    console.log(`${state.padEnd(10)} ${String(count).padStart(8)}  ${money(cents, currency)}`);
  await print("failed", "refused");
  console.log(
    `${asking} wait for a person, ${forgotten} unfinished without a worker, the oldest was enqueued ${oldestSeconds} s ago,`,
    `an engine has held one for ${heldSeconds} s`,
  );
  if (pausedUntil)
    console.log(`the service asked for a pause: no request before ${pausedUntil.toISOString()}`);
}

try {
  if (values.watch) await watch();
  if (values.json) console.log(JSON.stringify(await read()));
  else if (values.ask) console.log(`${await print("ask")} payouts wait for a person: retry.ts <id>`);
  else await printReport();
} finally {
  await database.close();
}
