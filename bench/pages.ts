/**
 * Reading 20,000 transactions at 10 ms per page over a real socket: elapsed time, processor time and peak memory. Each client runs in
 * a new process, in turn. A minimal process with `fetch` and `JSON.parse` runs twice, and the difference is the noise. Then the same
 * with a consumer as slow as a page. One page ahead halves the time.
 *
 * The last line is JSON: the figures of `payments-sdk/node`, of stripe's.
 *
 *     npm run bench -- pages
 */
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { promisify } from "node:util";
import { PAGE } from "./customer";
import { transactionsPage } from "./transactions";

const ROWS = 20_000;
const PAGE_MS = 10;
const ROUNDS = Number(process.argv[2] ?? 5);

const at = (relative: string) => new URL(relative, import.meta.url).href;
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const spread = (values: readonly number[]) =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

const page = await transactionsPage();

/** A list with this many rows, 10 ms per page. It has the fields for both clients: cursors for ours, `has_more` for stripe. */
const rows = (JSON.parse(page) as { data: { id: string }[] }).data;
const pages = new Map<string, string>();
for (let number = 0; number < ROWS / PAGE; number += 1) {
  const isLast = number + 1 === ROWS / PAGE;
  const next = `Transaction:last-of-${number}`;
  const data = [...rows.slice(0, -1), { ...rows.at(-1), id: next }];
  pages.set(
    number === 0 ? "" : `Transaction:last-of-${number - 1}`,
    JSON.stringify({
      object: "list",
      url: "/v1/transactions",
      data,
      has_more: !isLast,
      hasMore: !isLast,
      ...(isLast ? {} : { nextCursor: next }),
    }),
  );
}
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "", "http://localhost");
  const text = pages.get(searchParams.get("cursor") ?? searchParams.get("starting_after") ?? "");
  setTimeout(() => {
    response.setHeader("content-type", "application/json");
    response.end(text);
  }, PAGE_MS);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

const bare = `
  async function* rows() {
    for (let cursor = ""; cursor !== undefined; ) {
      const response = await fetch("http://127.0.0.1:${port}/transactions?limit=100&cursor=" + cursor);
      const { data, nextCursor } = await response.json();
      yield* data;
      cursor = nextCursor;
    }
  }`;
const ours = (transport = "") => `
  import { PaymentsClient } from ${JSON.stringify(at("../dist/index.js"))};
  import { nodeTransport } from ${JSON.stringify(at("../dist/node.js"))};
  const options = { baseUrl: "http://127.0.0.1:${port}", clientId: "id", clientSecret: "secret", logLevel: "off", ${transport} };
  const rows = () => new PaymentsClient(options).transactions.list();`;
const stripe = (transport: string) => `
  import { Stripe } from ${JSON.stringify(at("node_modules/stripe/esm/stripe.esm.node.js"))};
  const client = new Stripe("sk_test_1", { host: "127.0.0.1", port: ${port}, protocol: "http", ${transport} });
  const rows = () => client.customers.list({ limit: 100 });`;
const programs: Record<string, string> = {
  "bare fetch": bare,
  "bare fetch again": bare,
  "payments-sdk": ours(),
  "payments-sdk/node": ours("transport: nodeTransport()"),
  "stripe, node:http": stripe(""),
  "stripe, fetch": stripe("httpClient: Stripe.createFetchHttpClient()"),
};

interface Walk {
  wall: number;
  cpu: number;
  memory: number;
}

async function walk(program: string, consumerMs: number): Promise<Walk> {
  const measured = `${program}
    const started = performance.now();
    const before = process.cpuUsage();
    let seen = 0;
    for await (const _row of rows()) {
      seen += 1;
      if (${consumerMs} > 0 && seen % ${PAGE} === 0) await new Promise((resolve) => setTimeout(resolve, ${consumerMs}));
    }
    if (seen !== ${ROWS}) throw new Error("saw " + seen + " rows");
    const { user, system } = process.cpuUsage(before);
    const wall = performance.now() - started;
    console.log(JSON.stringify({ wall, cpu: (user + system) / 1000, memory: process.resourceUsage().maxRSS / 1024 }));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", measured]);
  return JSON.parse(stdout) as Walk;
}

async function walking(consumerMs: number): Promise<(name: string) => Walk> {
  const found = new Map<string, Walk[]>(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = Object.keys(programs);
    // The clients take turns to start a round.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      found.get(name)?.push(await walk(programs[name] ?? "", consumerMs));
    }
  }
  const least = (ROWS / PAGE) * (PAGE_MS + consumerMs);
  console.log(
    `${ROWS} rows at ${PAGE_MS} ms a page, ${consumerMs} ms of the consumer's; medians of ${ROUNDS} (spread)`,
  );
  for (const [name, walks] of found) {
    const shown = (["wall", "cpu", "memory"] as const).map((what) => {
      const values = walks.map((one) => one[what]);
      const base = what === "wall" ? least : median(found.get("bare fetch")?.map((one) => one[what]) ?? []);
      const ratios = values.map((value) => value / base);
      return `${what} ${median(ratios).toFixed(2)} x (${spread(ratios)})`;
    });
    const cpu = (1000 * median(walks.map((one) => one.cpu))) / ROWS;
    console.log(`  ${name.padEnd(24)} ${shown.join("  ")}  ${cpu.toFixed(1)} us a row`);
  }
  console.log("  wall: of all pages and waits one after the other; cpu and memory: of bare fetch");
  return (name) => {
    const middle = (what: keyof Walk) => median((found.get(name) ?? []).map((one) => one[what]));
    return { wall: middle("wall"), cpu: middle("cpu"), memory: middle("memory") };
  };
}

const quick = await walking(0);
const slow = await walking(PAGE_MS);
server.close();
const [our, peer] = [quick("payments-sdk/node"), quick("stripe, node:http")];
/** Without the consumer's own waits. */
const waited = (name: string) => slow(name).wall - (ROWS / PAGE) * PAGE_MS;
console.log(
  JSON.stringify({
    "rows: time": our.wall / peer.wall,
    "rows: cpu": our.cpu / peer.cpu,
    "rows: memory": our.memory / peer.memory,
    "rows: slow consumer": waited("payments-sdk/node") / waited("stripe, node:http"),
  }),
);
