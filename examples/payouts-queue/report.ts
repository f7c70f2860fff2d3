/**
 * Prints the outcomes of the payouts.
 *
 *     npm run report [-- --batch november | --watch | --ask | --json]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import process from "node:process";
import { formatAmount } from "payments-sdk";
import { createDatabase, QUEUE } from "./database";
import type { Payout, State } from "./pay";
import { ProgressLine } from "../postgres/progress-line";

const STATES: readonly State[] = ["paid", "failed", "refused", "pending", "open", "ask"];

/** The payouts of one state and currency. */
interface Figure {
  currency: string;
  state: State;
  count: number;
  cents: number;
}

/** What `--json` prints. */
export interface Report {
  figures: Figure[];
  /** Payouts that wait for a person. */
  asking: number;
  /** Unfinished payouts without a job: there must be none. */
  forgotten: number;
  /** How long ago the oldest unfinished payout was enqueued. */
  oldestSeconds: number;
  /** Until when no worker sends a request, because the service asked for it: ISO 8601. */
  pausedUntil: string | null;
}

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({
  options: { batch: { type: "string" }, watch: flag, ask: flag, json: flag },
});
const batch = values.batch ?? null;
const database = await createDatabase().open();
const { pool } = database;

/** Counts and sums. Sums of cents fit into a number of JSON. */
async function readFigures(): Promise<Figure[]> {
  const { rows } = await pool.query<Figure>(
    `select currency, state, count(*)::float8 as count, sum(amount)::float8 as cents from payouts
      where $1::text is null or batch = $1 group by currency, state order by currency, state`,
    [batch],
  );
  return rows;
}

async function readReport(figures: Figure[]): Promise<Report> {
  const { rows } = await pool.query<{ forgotten: number; seconds: number | null; pausedUntil: Date | null }>(
    `select count(*) filter (where state <> 'ask' and not exists (
              select from pgboss.job where name = $1 and state in ('created', 'retry', 'active')
                                       and data ->> 'payoutId' = payouts.id::text))::float8 as forgotten,
            round(extract(epoch from now() - min(created_at)))::float8 as seconds,
            (select closed_until from rate_gate where closed_until > now()) as "pausedUntil"
       from payouts where state in ('open', 'pending', 'ask')`,
    [QUEUE],
  );
  const { forgotten, seconds, pausedUntil } = rows[0]!;
  const asking = countOf(figures, "ask");
  return {
    figures,
    asking,
    forgotten,
    oldestSeconds: seconds ?? 0,
    pausedUntil: pausedUntil?.toISOString() ?? null,
  };
}

/** An amount that somebody damaged ends no report. */
const money = (cents: number | string, currency: string) =>
  formatAmount(Math.min(Number(cents), Number.MAX_SAFE_INTEGER), currency, "en-US");

const countOf = (figures: readonly Figure[], ...states: State[]): number =>
  figures.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);

/** Prints the payouts in these states, each with its reason, and returns how many. */
async function print(...states: State[]): Promise<number> {
  const { rows } = await pool.query<Payout & { currency: string; tries: number; updated_at: Date }>(
    `select *, jsonb_array_length(jsonb_path_query_array(history, '$.tries[*]')) as tries
       from payouts where state = any($1) and ($2::text is null or batch = $2) order by id`,
    [states, batch],
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
  for (;;) {
    const figures = await readFigures();
    const all = countOf(figures, ...STATES);
    const isLast = countOf(figures, "open", "pending") === 0;
    const share = countOf(figures, "paid", "failed", "refused") / Math.max(all, 1);
    const counts = STATES.map((state) => `${countOf(figures, state)} ${state}`);
    line.show(share, `${all}: ${counts.join(", ")}`, isLast);
    if (isLast) return;
    await sleep(1000);
  }
}

try {
  if (values.watch) await watch();
  if (values.ask) {
    console.log(`${await print("ask")} payouts wait for a person: npm run retry -- <id>`);
  } else {
    const report = await readReport(await readFigures());
    if (values.json) console.log(JSON.stringify(report));
    else {
      for (const { currency, state, count, cents } of report.figures)
        console.log(`${state.padEnd(10)} ${String(count).padStart(8)}  ${money(cents, currency)}`);
      await print("failed", "refused");
      const { asking, forgotten, oldestSeconds, pausedUntil } = report;
      console.log(
        `${asking} wait for a person, ${forgotten} unfinished without a job, the oldest was enqueued ${oldestSeconds} s ago`,
      );
      if (pausedUntil) console.log(`the service asked for a pause: no request before ${pausedUntil}`);
    }
  }
} finally {
  await database.close();
}
