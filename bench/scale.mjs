/**
 * What one process carries. Measures the built package.
 *
 * 1. The curve: calls in flight against calls a second and the slowest 1 % (p99), beside stripe and openai. Each point is a new
 *    process, and the server responds at once.
 * 2. The load: 500 transfers in flight with `limits`, at a server that handles half as many as the limits let through. The calls a
 *    second stay at the server's limit, memory stays flat, and no transfer is lost or made twice.
 * 3. The outage: the server responds with 503, and the retry budget keeps its load low.
 *
 *     npm run bench -- scale                           # the load for 20 seconds
 *     npm --prefix bench run scale -- --seconds 300    # after the command above; `--only load` leaves out the curve
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createHistogram } from "node:perf_hooks";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "./suite/measure.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    only: { type: "string" },
    point: { type: "string" },
  },
});
const SECONDS = Number(values.seconds);
const CURVE = [1, 10, 50, 100, 200, 500];
const CURVE_MS = 2_000;
const SUBJECTS = ["payments-sdk/node", "payments-sdk", "stripe, node:http", "openai"];
const IN_FLIGHT = 500;
const PLACES = 50;
const SERVICE_MS = 50;
const SERVER_LIMIT = (PLACES * 1000) / SERVICE_MS;
const OUTAGE_MS = 5_000;
const PAUSE_AFTER_FAILURE_MS = 100;
/** How much of a failing service's load may be retries. */
const MOST_LOAD = 1.2;

const ask = async (child, message) => {
  child.send(message);
  const [answer] = await once(child, "message");
  return answer;
};

async function startServer(places, serviceMs) {
  const file = fileURLToPath(new URL("suite/limited-server.mjs", import.meta.url));
  const server = fork(file, [String(places), String(serviceMs)], { execArgv: [] });
  const [{ url }] = await once(server, "message");
  return { server, url };
}

/** Counts times in constant memory. Zero has no place in a histogram. */
const count = (histogram, ms) => histogram.record(Math.max(1, Math.round(ms * 1000)));
/** The time that 99 % of the counted ones stay below, in milliseconds. */
const p99 = (histogram) => histogram.percentile(99) / 1000;

/** Calls in a loop for a time, so many at once. Counts how long each call took. */
async function calls(call, inFlight, forMs, took = createHistogram()) {
  const ends = performance.now() + forMs;
  const worker = async () => {
    while (performance.now() < ends) {
      const started = performance.now();
      await call();
      count(took, performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return took;
}

/** One point of the curve, in a process of its own. */
async function point([name, url, inFlight]) {
  const { clients } = await import("./suite/clients.mjs");
  const { GET } = await clients[name](url);
  await calls(GET, Number(inFlight), CURVE_MS / 2);
  const started = performance.now();
  const took = await calls(GET, Number(inFlight), CURVE_MS);
  const rate = (took.count * 1000) / (performance.now() - started);
  process.send({ rate, p99: p99(took) }, () => process.exit());
}

async function curve() {
  const { server, url } = await startServer(Infinity, 0);
  console.log("GETs a second, and the slowest 1 % of them");
  console.log(
    `  ${"in flight".padEnd(22)}${CURVE.map((inFlight) => String(inFlight).padStart(17)).join("")}`,
  );
  for (const name of SUBJECTS) {
    const cells = [];
    for (const inFlight of CURVE) {
      const options = { env: { ...process.env, NODE_NO_WARNINGS: "1" }, execArgv: [] };
      const flags = ["--point", JSON.stringify([name, url, inFlight])];
      const [found] = await once(fork(fileURLToPath(import.meta.url), flags, options), "message");
      cells.push(`${found.rate.toFixed(0).padStart(7)}${`${found.p99.toFixed(1)} ms`.padStart(10)}`);
    }
    console.log(`  ${name.padEnd(22)}${cells.join("")}`);
  }
  server.kill();
}

const transfer = {
  source: { accountId: "ExternalAccount:1" },
  destination: { accountId: "InternalAccount:1" },
  amount: 100,
};

/** A number and its unit, beside what it must be. Notes a miss. */
function report(what, shown, isMet) {
  console.log(`  ${what.padEnd(44)} ${shown}${isMet === false ? "   MISSED" : ""}`);
  if (isMet === false) process.exitCode = 1;
}

async function load() {
  const { PaymentsClient } = await import("payments-sdk");
  const { nodeFetch } = await import("payments-sdk/node");
  const { server, url } = await startServer(PLACES, SERVICE_MS);
  const waits = createHistogram();
  const took = createHistogram();
  const fetch = nodeFetch();
  const payments = new PaymentsClient({
    baseUrl: url,
    clientId: "id",
    clientSecret: "secret",
    fetch,
    limits: { concurrent: 2 * PLACES },
    logLevel: "off",
    hooks: { onRequest: ({ waitedMs }) => count(waits, waitedMs) },
  });
  const counts = { started: 0, executed: 0, "not-executed": 0, unknown: 0 };
  const call = async () => {
    counts.started += 1;
    try {
      await payments.transfers.in(transfer);
      counts.executed += 1;
    } catch (error) {
      counts[error.outcome] += 1;
      await sleep(PAUSE_AFTER_FAILURE_MS);
    }
  };

  await calls(call, IN_FLIGHT, 3_000);
  const heaps = [];
  const rates = [];
  waits.reset();
  const parts = 10;
  const loadStarted = performance.now();
  const { busyMs } = await ask(server, {});
  const running = calls(call, IN_FLIGHT, SECONDS * 1000, took);
  for (let part = 0; part < parts; part += 1) {
    const started = performance.now();
    const before = counts.executed;
    await sleep((SECONDS * 1000) / parts);
    rates.push(((counts.executed - before) * 1000) / (performance.now() - started));
    globalThis.gc?.();
    heaps.push(process.memoryUsage().heapUsed);
  }
  const placeMs = (await ask(server, {})).busyMs - busyMs;
  const inUse = placeMs / (PLACES * (performance.now() - loadStarted));
  await running;
  console.log(`${IN_FLIGHT} transfers in flight for ${SECONDS} s, at most ${2 * PLACES} sent at once`);
  console.log(
    `The server handles ${PLACES} at once, each for ${SERVICE_MS} ms: ${SERVER_LIMIT} a second at best`,
  );
  report("transfers a second", median(rates).toFixed(0));
  report("places of the server in use", `${(100 * inUse).toFixed(0)} %`, inUse > 0.9);
  report("p99 of a transfer", `${p99(took).toFixed(0)} ms`);
  report("p99 of the wait for a place", `${p99(waits).toFixed(0)} ms`);
  const growth = heaps.at(-1) / heaps[0];
  report("heap at the end, of the heap after a tenth", `${growth.toFixed(2)} x`, growth < 1.2);

  const failures = () => counts["not-executed"] + counts.unknown;
  report("calls that failed", String(failures()), failures() === 0);

  const before = await ask(server, { isDown: true });
  const startedBefore = counts.started;
  await calls(call, IN_FLIGHT, OUTAGE_MS);
  const after = await ask(server, { isDown: false });
  const load = (after.requests - before.requests) / (counts.started - startedBefore);
  report("requests of a call during an outage", `${load.toFixed(2)} x`, load < MOST_LOAD);
  report("calls that failed during the outage", String(failures()));
  await calls(call, IN_FLIGHT, 2_000);

  const { executed } = await ask(server, {});
  const lost = counts.started - counts.executed - failures();
  report("transfers without an end", String(lost), lost === 0);
  const isExact = executed === counts.executed;
  report("transfers made, and made by the server", `${counts.executed}, ${executed}`, isExact);
  await fetch.close();
  server.kill();
}

if (values.point !== undefined) await point(JSON.parse(values.point));
else {
  console.log(`Node ${process.versions.node}`);
  if (values.only !== "load") await curve();
  if (values.only !== "curve") await load();
}
