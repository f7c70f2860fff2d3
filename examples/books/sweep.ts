/**
 * Starts a sweep, which the workers execute. Workers also start sweeps automatically (BOOKS_SWEEP).
 *
 *     npm run sweep
 */
import { createDatabase, SWEEP } from "./database";

const database = await createDatabase().open();
try {
  const id = await database.boss.send(SWEEP, {});
  console.log(id === null ? "a sweep is under way" : "the sweep is in the queue");
} finally {
  await database.close();
}
