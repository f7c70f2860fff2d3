import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { customer } from "./clients.mjs";

const subject = fileURLToPath(new URL("subject.mjs", import.meta.url));
const run = promisify(execFile);

export const median = (values) => quantile(values, 0.5);

export function quantile(values, at) {
  const sorted = values.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * at;
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** A server in a process of its own that responds with one JSON text. */
export async function startServer(body) {
  const server = spawn(process.execPath, [
    "--eval",
    `const body = require("node:fs").readFileSync(0);
     require("node:http").createServer((request, response) => {
       request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(body));
     }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`,
  ]);
  server.stdin.end(body);
  const [port] = await once(server.stdout, "data");
  return { url: `http://127.0.0.1:${String(port).trim()}`, stop: () => server.kill() };
}

/**
 * Measures subjects, with each sample in a new process. Each round runs every subject once and starts with the next subject. The others are
 * compared with the first subject in the same round.
 */
export async function measure(measurement, subjects, { rounds, scale }) {
  const samples = Object.fromEntries(subjects.map((name) => [name, []]));
  const server = measurement === "loopback" ? await startServer(JSON.stringify(customer)) : undefined;
  const env = { ...process.env, ...(server && { BENCH_SERVER: server.url }), NODE_NO_WARNINGS: "1" };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (let turn = 0; turn < subjects.length; turn += 1) {
        const name = subjects[(round + turn) % subjects.length];
        const { stdout } = await run(process.execPath, [subject, measurement, name, String(scale)], { env });
        samples[name].push(JSON.parse(stdout));
      }
      process.stderr.write(`${measurement}: round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    server?.stop();
  }
  return samples;
}

/** For each figure, a row per subject: its ratio to the first subject in the same round, and its median. Subtracts `less` from each. */
export function compare(samples, less) {
  const names = Object.keys(samples).filter((name) => name !== less);
  const [base] = names;
  const value = (name, round, figure) =>
    samples[name][round][figure] - (less === undefined ? 0 : samples[less][round][figure]);
  const figures = Object.keys(samples[base][0]);
  return figures.map((figure) => ({
    figure,
    rows: names.map((name) => {
      const values = samples[name].map((_, round) => value(name, round, figure));
      const ratios = values.map((found, round) => found / value(base, round, figure));
      return {
        name,
        ratio: median(ratios),
        low: quantile(ratios, 0.25),
        high: quantile(ratios, 0.75),
        microseconds: median(values),
      };
    }),
  }));
}
