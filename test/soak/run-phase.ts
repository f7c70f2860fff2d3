/** Runs one phase in this process and writes its report as one line of JSON. Started by `run.ts`. */
import process from "node:process";
import { watchSockets, watchTimers } from "./gauge";
import { endIdleConnectionsSoon } from "./idle";
import { findPhase } from "./phases";
import { runPhase } from "./phase";

const [name = "", share = "1"] = process.argv.slice(2);
watchTimers();
watchSockets();
endIdleConnectionsSoon();
const report = await runPhase(findPhase(name), { share: Number(share) });
process.stdout.write(`${JSON.stringify(report)}\n`);
// Things that a phase left open must not delay the table.
process.exit(0);
