/**
 * Lets payouts go on that were refused or wait for a person, after that person corrected the cause.
 *
 *     npm run retry -- <id> [<id> …]
 */
import { parseArgs } from "node:util";
import { bossDb } from "../postgres/database";
import { Database, QUEUE } from "./database";

const { positionals: ids } = parseArgs({ allowPositionals: true });
if (ids.length === 0)
  throw new Error("usage: npm run retry -- <id> [<id> …]; npm run report -- --ask lists them");
const database = await new Database().open();
try {
  for (const payoutId of ids) {
    const isOpen = await database.transaction(async (db) => {
      const { rowCount } = await db.query(
        `update payouts set state = 'open', updated_at = now(),
                history = history || jsonb_build_object('continuedAt', clock_timestamp())
          where id = $1 and state in ('refused', 'ask')`,
        [payoutId],
      );
      if (rowCount === 1) await database.boss.send(QUEUE, { payoutId }, { db: bossDb(db) });
      return rowCount === 1;
    });
    console.log(`${payoutId} ${isOpen ? "goes on" : "is neither refused nor waiting for a person"}`);
  }
} finally {
  await database.close();
}
