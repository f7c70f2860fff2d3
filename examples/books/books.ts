import { isTerminal, newerTransaction } from "payments-sdk";
import type { InternalAccountId, Transaction } from "payments-sdk";
import type { Queryable } from "../postgres/database";

/** The account of a side, if it has one. */
export const accountOf = (side: object | null | undefined): string | null =>
  side && "accountId" in side && typeof side.accountId === "string" ? side.accountId : null;

/** JSON without what PostgreSQL cannot read as text: NUL, and half a surrogate pair. JSON escapes both. */
export const jsonOf = (value: object): string =>
  JSON.stringify(value).replace(/\\(?:u0000|ud[89a-f]..|.)/g, (escape) =>
    escape.length > 2 ? "\uFFFD" : escape,
  );

/** The rows of versions. `$1` has each version, and whether it is open. */
const ROWS = `(select version ->> 'id' as id, version, is_open, (version ->> 'createdAt')::timestamptz as created_at,
                      version -> 'source' ->> 'accountId' as source_account,
                      version -> 'destination' ->> 'accountId' as destination_account
                 from json_to_recordset($1) as given (version json, is_open boolean)) as row`;
const NAMES = "id, version, is_open, created_at, source_account, destination_account";
const rowsOf = (versions: readonly Transaction[]) => [
  jsonOf(versions.map((version) => ({ version, is_open: !isTerminal(version) }))),
];

/**
 * Writes versions of transactions into the books, in any order, any number of times. Only a newer version replaces an older one.
 * Runs in a transaction of the database. Rows are locked in the order of their ids, so that workers never wait in a circle.
 */
export async function record(db: Queryable, versions: Iterable<Transaction>): Promise<void> {
  const newest = new Map<string, Transaction>();
  for (const version of versions) {
    const other = newest.get(version.id);
    newest.set(version.id, other === undefined ? version : newerTransaction(other, version));
  }
  if (newest.size === 0) return;
  const added = await db.query<{ id: string }>(
    `insert into transactions (${NAMES}, digest) select ${NAMES}, md5(version::text) from ${ROWS} order by id
       on conflict do nothing returning id`,
    rowsOf([...newest.values()]),
  );
  for (const { id } of added.rows) newest.delete(id);
  if (newest.size === 0) return;
  const stored = await db.query<{ version: Transaction }>(
    "select version from transactions where id = any($1) order by id for update",
    [[...newest.keys()]],
  );
  const changed = stored.rows.flatMap(({ version }) => {
    const newer = newerTransaction(version, newest.get(version.id) ?? version);
    return newer === version ? [] : [newer];
  });
  if (changed.length === 0) return;
  await db.query(
    `update transactions set version = row.version, is_open = row.is_open, created_at = row.created_at,
            source_account = row.source_account, destination_account = row.destination_account,
            digest = md5(row.version::text), is_closed = false
       from ${ROWS} where transactions.id = row.id`,
    rowsOf(changed),
  );
}

/** Closes the time before a date, with the versions that were compared. One that came meanwhile stays open. */
export async function close(
  db: Queryable,
  until: Date,
  compared: ReadonlyMap<string, string>,
): Promise<void> {
  await db.query(
    `insert into closed_period (until) values ($1) on conflict (id) do update set until = excluded.until`,
    [until],
  );
  await db.query(
    `update transactions set is_closed = true from unnest($2::text[], $3::text[]) as seen (id, digest)
      where transactions.id = seen.id and transactions.digest = seen.digest and not is_open and created_at < $1`,
    [until, [...compared.keys()], [...compared.values()]],
  );
}

/** A transaction of the books. */
export interface Entry {
  version: Transaction;
  digest: string | null;
  /** Somebody changed it by hand. */
  isEdited: boolean;
  /** A reconciliation has compared this version, and closed its time. */
  isClosed: boolean;
}

/** The transactions of an account, as the books have them. */
export async function transactionsOf(db: Queryable, accountId: InternalAccountId): Promise<Entry[]> {
  const { rows } = await db.query<Entry>(
    `select version, digest, digest is distinct from md5(version::text) as "isEdited",
            is_closed and digest = md5(version::text) as "isClosed"
       from transactions where source_account = $1 or destination_account = $1 order by id`,
    [accountId],
  );
  return rows;
}
