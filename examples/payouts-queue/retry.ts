/**
 * Lets payouts go on that were refused or wait for a person, after that person corrected the cause.
 *
 *     npx tsx examples/payouts-queue/retry.ts <id> [<id> …]
 *     npx tsx examples/payouts-queue/retry.ts --reason INVALID_BANK_ACCOUNT
 *
 * With `--reason`, each payout goes on that has a reason with this start.
 */
import { parseArgs } from "node:util";
import { createDatabase } from "./database.js";

const { positionals: ids, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: "string" } },
});
if (ids.length === 0 && !values.reason)
  throw new Error("usage: retry.ts <id> [<id> …] or --reason <start>; report.ts shows both");
const database = await createDatabase().open({ withQueues: false });
try {
  const { rows } = await database.pool.query<{ id: string; row_id: string; batch: string }>(
    `update payouts set state = 'open', updated_at = now(), due_at = now(),
            history = history || jsonb_build_object('continuedAt', clock_timestamp())
      where (id::text = any($1) or starts_with(reason, $2)) and state in ('refused', 'ask') returning id, row_id, batch`,
    [ids, values.reason || null],
  );
  for (const { id, row_id, batch } of rows) console.log(`${id}: row ${row_id} of ${batch}, goes on`);
  for (const id of ids)
    if (!rows.some((row) => row.id === id)) console.log(`${id}: is neither refused nor waiting for a person`);
} finally {
  await database.close();
}
