import { formatAmount } from "payments-sdk";
import type { PgBoss } from "pg-boss";
import { DEAD, QUEUE } from "./database";
import type { PayoutJob, Queryable, State } from "./database";

export const STATES: readonly State[] = ["paid", "refused", "pending", "unknown", "postponed", "untried"];

/** The payouts of one state and currency. */
export interface Figure {
  currency: string;
  state: State;
  count: number;
  cents: number;
}

/** A payout that a person must look at, or that was refused. */
export interface Line {
  id: string;
  batch: string;
  row_id: string;
  currency: string;
  amount: string;
  state: State;
  attempts: number;
  error_code: string | null;
  error_outcome: string | null;
  error_message: string | null;
  idempotency_key: string;
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

const COLUMNS = `id, batch, row_id, currency, amount, state, attempts, error_code, error_outcome, error_message,
  idempotency_key`;

export async function refusedLines(db: Queryable, batch?: string): Promise<Line[]> {
  const { rows } = await db.query<Line>(
    `select ${COLUMNS} from payouts where state = 'refused' and ($1::text is null or batch = $1) order by id`,
    [batch ?? null],
  );
  return rows;
}

/** The dead-letter list: payouts that were tried as often as allowed, and wait for a person. */
export async function deadLines(db: Queryable, boss: PgBoss, batch?: string): Promise<Line[]> {
  const jobs = await boss.findJobs<PayoutJob>(DEAD, { queued: true });
  const ids = jobs.map(({ data }) => data.payoutId);
  const { rows } = await db.query<Line>(
    `select ${COLUMNS} from payouts where id = any($1::bigint[]) and ($2::text is null or batch = $2) order by id`,
    [ids, batch ?? null],
  );
  return rows;
}

/** Open payouts without a job: there must be none. */
export async function forgotten(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) as count from payouts
      where state not in ('paid', 'refused')
        and not exists (select from pgboss.job
                         where name in ($1, $2) and state in ('created', 'retry', 'active')
                           and data ->> 'payoutId' = payouts.id::text)`,
    [QUEUE, DEAD],
  );
  return Number(rows[0]?.count);
}

export const lineText = ({ id, batch, row_id, currency, amount, ...line }: Line): string =>
  `${line.state.padEnd(10)} ${id}: row ${row_id} of ${batch}, ${formatAmount(Number(amount), currency, "en-US")}, ` +
  `${line.attempts} attempts, ${line.error_code ?? "no error noted"} (${line.error_outcome ?? "-"}): ${line.error_message ?? "-"}`;
