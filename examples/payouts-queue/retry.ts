/**
 * Lets payouts go on that were refused or wait for a person, after that person corrected the cause.
 *
 *     npm run retry -- <id> [<id> …]
 */
import { parseArgs } from "node:util";
import { bossDb } from "../postgres/database";
import { createDatabase, QUEUE } from "./database";

const { positionals: ids } = parseArgs({ allowPositionals: true });
if (ids.length === 0)
  throw new Error("usage: npm run retry -- <id> [<id> …]; npm run report -- --ask lists them");
const database = await createDatabase().open();
try {
  for (const payoutId of ids) {
    const row = await database.transaction(async (db) => {
      const { rows } = await db.query<{ row_id: string; batch: string }>(
        `update payouts set state = 'open', updated_at = now(),
                history = history || jsonb_build_object('continuedAt', clock_timestamp())
          where id::text = $1 and state in ('refused', 'ask') returning row_id, batch`,
        [payoutId],
      );
      const options = { singletonKey: payoutId, db: bossDb(db) };
      if (rows.length > 0) await database.boss.send(QUEUE, { payoutId }, options);
      return rows[0];
    });
    const what = row
      ? `row ${row.row_id} of ${row.batch}, goes on`
      : "is neither refused nor waiting for a person";
    console.log(`${payoutId}: ${what}`);
  }
} finally {
  await database.close();
}
