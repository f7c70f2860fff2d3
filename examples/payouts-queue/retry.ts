/**
 * Takes payouts out of the dead-letter list, back into the queue. Their keys stay the same.
 *
 *     npm run retry -- <id> [<id> …]
 */
import { parseArgs } from "node:util";
import { DEAD, Database } from "./database";

const { positionals: ids } = parseArgs({ allowPositionals: true });
if (ids.length === 0)
  throw new Error("usage: npm run retry -- <id> [<id> …]; npm run report -- --dead lists them");
const database = await new Database().open();
try {
  for (const payoutId of ids) {
    const moved = await database.boss.redrive(DEAD, { data: { payoutId } });
    console.log(
      moved > 0 ? `${payoutId} is in the queue again` : `${payoutId} is not in the dead-letter list`,
    );
  }
} finally {
  await database.close();
}
