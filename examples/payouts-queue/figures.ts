import { formatAmount } from "payments-sdk";
import { QUEUE } from "./database";
import type { Queryable, State } from "./database";

export const STATES: readonly State[] = ["paid", "failed", "refused", "pending", "open", "ask"];

/** The payouts of one state and currency. */
export interface Figure {
  currency: string;
  state: State;
  count: number;
  cents: number;
}

/** A payout with its reason. */
export interface Line {
  id: string;
  batch: string;
  row_id: string;
  currency: string;
  amount: string;
  state: State;
  tries: number;
  reason: string | null;
  updated_at: Date;
}

/** Counts and sums, for one batch or all. */
export async function figures(db: Queryable, batch?: string): Promise<Figure[]> {
  const { rows } = await db.query<{ currency: string; state: State; count: string; cents: string }>(
    `select currency, state, count(*) as count, sum(amount) as cents from payouts
      where $1::text is null or batch = $1 group by currency, state order by currency`,
    [batch ?? null],
  );
  return rows.map(({ count, cents, ...row }) => ({ ...row, count: Number(count), cents: Number(cents) }));
}

/** How many payouts are in a state, over all currencies. */
export const countOf = (all: readonly Figure[], ...states: State[]): number =>
  all.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);

/** How many payouts are in each state. */
export const stateText = (all: readonly Figure[]): string =>
  `${countOf(all, ...STATES)}: ${STATES.map((state) => `${countOf(all, state)} ${state}`).join(", ")}`;

/** The table of the report, every state apart. */
export function table(all: readonly Figure[]): string {
  const currencies = [...new Set(all.map(({ currency }) => currency))];
  const lines = currencies.flatMap((currency) =>
    STATES.map((state) => {
      const found = all.find((figure) => figure.currency === currency && figure.state === state);
      const { count, cents } = found ?? { count: 0, cents: 0 };
      const sum = formatAmount(cents, currency, "en-US");
      return `${currency}  ${state.padEnd(10)} ${String(count).padStart(8)} ${String(cents).padStart(14)} cents  ${sum}`;
    }),
  );
  return lines.join("\n");
}

/** The payouts that a person must look at, with the reason. */
export async function linesIn(db: Queryable, states: readonly State[], batch?: string): Promise<Line[]> {
  const { rows } = await db.query<Line>(
    `select id, batch, row_id, currency, amount, state, jsonb_array_length(jsonb_path_query_array(history, '$.tries[*]')) as tries, reason, updated_at
       from payouts where state = any($1) and ($2::text is null or batch = $2) order by id`,
    [states, batch ?? null],
  );
  return rows;
}

/** Unfinished payouts without a job: there must be none. */
export async function forgotten(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) as count from payouts
      where state in ('open', 'pending')
        and not exists (select from pgboss.job
                         where name = $1 and state in ('created', 'retry', 'active')
                           and data ->> 'payoutId' = payouts.id::text)`,
    [QUEUE],
  );
  return Number(rows[0]?.count);
}

/** How long ago the oldest unfinished payout was enqueued, in seconds. */
export async function oldestSeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ age: number | null }>(
    `select extract(epoch from now() - min(created_at))::float8 as age from payouts where state in ('open', 'pending', 'ask')`,
  );
  return Math.round(rows[0]?.age ?? 0);
}

export const lineText = ({
  id,
  batch,
  row_id,
  currency,
  amount,
  state,
  tries,
  reason,
  updated_at,
}: Line): string =>
  `${state.padEnd(10)} ${id}: row ${row_id} of ${batch}, ${formatAmount(Number(amount), currency, "en-US")}, ` +
  `${tries} tries, since ${updated_at.toISOString()}: ${reason ?? "-"}`;
