// Runs one subject of one measurement in a separate process, and prints its figures as JSON.
import process from "node:process";
import { clients, mocked } from "./clients.mjs";

const [measurement, name, scale] = process.argv.slice(2);
const CALLS = Math.round(2_000 * Number(scale));

/** Makes this many calls with this concurrency. Returns microseconds of processor time and of elapsed time for each. */
async function cost(call, calls, inFlight) {
  let left = calls;
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await call();
    }),
  );
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / calls, wall: (wall * 1000) / calls };
}

/**
 * Measures several kinds of calls by turns, after a warm-up of each. Takes the least of three turns, because other work on the
 * machine only adds. The turns matter: the compiler still works during the first calls, and a kind measured first would carry that
 * cost for the others.
 *
 * @param {Record<string, { call: () => Promise<unknown>, inFlight: number }>} kinds
 * @param {number} warmUp the number of calls of each kind before the turns
 */
async function byTurns(kinds, warmUp = 2 * CALLS) {
  const found = {};
  for (const [name, { call, inFlight }] of Object.entries(kinds)) {
    await cost(call, warmUp, inFlight);
    found[name] = { cpu: Infinity, wall: Infinity };
  }
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [name, { call, inFlight }] of Object.entries(kinds)) {
      const { cpu, wall } = await cost(call, CALLS, inFlight);
      found[name] = { cpu: Math.min(found[name].cpu, cpu), wall: Math.min(found[name].wall, wall) };
    }
  }
  return found;
}

async function call() {
  const { GET, POST } = await clients[name]("https://api.example.test", mocked);
  const kinds = { GET: { call: GET, inFlight: 1 }, POST: { call: POST, inFlight: 1 } };
  // A call gets cheaper for about 10,000 calls.
  const found = await byTurns(kinds, 5 * CALLS);
  return { "cpu GET": found.GET.cpu, "cpu POST": found.POST.cpu };
}

async function loopback() {
  const methods = Object.entries(await clients[name](process.env.BENCH_SERVER));
  const kinds = {};
  for (const inFlight of [50, 1]) {
    for (const [method, made] of methods)
      kinds[`${method}, ${inFlight} in flight`] = { call: made, inFlight };
  }
  const figures = {};
  for (const [kind, { cpu, wall }] of Object.entries(await byTurns(kinds))) {
    figures[`cpu ${kind}`] = cpu;
    figures[`wall ${kind}`] = wall;
  }
  return figures;
}

/** From the start of the process to the first response of a mocked `fetch`. */
async function cold() {
  if (name !== "nothing") await (await clients[name]("https://api.example.test", mocked)).GET();
  const { user, system } = process.cpuUsage();
  return { cpu: user + system };
}

const figures = await { call, loopback, cold }[measurement]();
process.stdout.write(JSON.stringify(figures), () => process.exit(0));
