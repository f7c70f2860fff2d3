/**
 * Measures the first load of the wallet page, for a new user and for a user with a wallet. Builds the page and loads it in
 * Chromium, with a CPU four times slower than this machine's. Prints the script bytes over the wire and the long tasks before
 * the first screen. Fails if they exceed the budget:
 *
 *     npx tsx examples/wallet-web/budget.ts
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { chromium } from "playwright-core";
import { Simulator } from "payments-sdk/simulator";
import { findChromium } from "../../test/support/chromium";
import { buildPage } from "./build";
import { BUDGET, measureFirstLoad } from "./first-load";
import type { FirstLoad } from "./first-load";
import { startDemo } from "./server";
import { knownUser } from "./known-user";

const CPU_SLOWDOWN = 4;
/** The median of these loads counts, because other programs can briefly take the processor. */
const LOADS = 3;

const folder = await mkdtemp(path.join(tmpdir(), "wallet-page-budget-"));
await buildPage(folder);
const demo = await startDemo({ page: folder, simulator: new Simulator({ environment: "production" }) });
const browser = await chromium.launch({ ...(await findChromium()), args: ["--disable-dev-shm-usage"] });
let isWithin = true;
try {
  // A newly started browser is busy with its own work.
  await (await browser.newPage()).goto(demo.origin);
  for (const person of ["somebody new", "somebody with a wallet"]) {
    const cookies = person === "somebody new" ? [] : [await knownUser(demo)];
    const loads: FirstLoad[] = [];
    while (loads.length < LOADS) {
      const context = await browser.newContext();
      await context.addCookies(cookies);
      loads.push(await measureFirstLoad(context, demo.origin, CPU_SLOWDOWN));
      await context.close();
    }
    loads.sort((one, other) => one.longTasksMs.length - other.longTasksMs.length);
    const load = loads[Math.floor(LOADS / 2)];
    if (load === undefined) throw new Error("nothing was loaded");
    const tasks = load.longTasksMs.map((ms) => `${ms} ms`).join(", ") || "none";
    console.log(`${person}, at ${CPU_SLOWDOWN}x CPU slowdown`);
    for (const { name, bytes, encoding } of load.scripts) {
      console.log(`  ${String(bytes).padStart(7)} bytes  ${name} (${encoding})`);
    }
    console.log(`  ${String(load.scriptBytes).padStart(7)} bytes of script of ${BUDGET.scriptBytes} allowed`);
    console.log(
      `  long tasks: ${tasks} (${BUDGET.longTasks} allowed); first screen after ${Math.round(load.shownMs)} ms`,
    );
    if (load.scriptBytes > BUDGET.scriptBytes || load.longTasksMs.length > BUDGET.longTasks) isWithin = false;
  }
} finally {
  await browser.close();
  await demo.close();
  await rm(folder, { recursive: true, force: true });
}
if (!isWithin) {
  console.error("The first load is above its budget.");
  process.exitCode = 1;
}
