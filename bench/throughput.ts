/**
 * Calls a second over loopback with the platform's `fetch`, 32 at a time, as a multiple of a bare `fetch` with its JSON. The
 * server is another process.
 *
 *     npm --prefix bench run throughput         # `npm --prefix bench install` adds the openai client to the comparison
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import ky from "ky";
import { PaymentsClient } from "payments-sdk";
import { customer } from "./service";

const CALLS = 2_000;
const AT_ONCE = 32;
const ROUNDS = 9;

const server = spawn(process.execPath, [
  "--eval",
  `const body = ${JSON.stringify(JSON.stringify(customer(1)))};
   const server = require("node:http").createServer((_request, response) => {
     response.writeHead(200, { "content-type": "application/json" }).end(body);
   });
   server.listen(0, "127.0.0.1", () => console.log(server.address().port));`,
]);
const [port] = await once(server.stdout, "data");
const baseUrl = `http://127.0.0.1:${String(port).trim()}`;
const headers = { accept: "application/json", authorization: "Basic aWQ6c2VjcmV0" };

const payments = new PaymentsClient({ baseUrl, clientId: "id", clientSecret: "secret" });
const bareKy = ky.create({ headers, retry: 0, timeout: false });
const contenders: Record<string, () => Promise<unknown>> = {
  "fetch and JSON": async () => (await fetch(`${baseUrl}/customers/1`, { headers })).json(),
  ky: () => bareKy.get(`${baseUrl}/customers/1`).json(),
  "payments-sdk": () => payments.customers.retrieve("Customer:1"),
};

// Measured where it is installed; nothing else needs it.
const peer: string = "openai";
const openai = await import(peer).catch(() => undefined);
if (openai !== undefined) {
  const client = new openai.OpenAI({ apiKey: "secret", baseURL: baseUrl });
  contenders["openai"] = () => client.get("/customers/1");
}

async function callsPerSecond(call: () => Promise<unknown>): Promise<number> {
  let left = CALLS;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await call();
    }),
  );
  return (CALLS / (performance.now() - started)) * 1000;
}

// Rounds in turn, and the best of each: what else the machine does only ever slows it.
const best = new Map<string, number>();
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(contenders)) {
      best.set(name, Math.max(best.get(name) ?? 0, await callsPerSecond(call)));
    }
  }
} finally {
  server.kill();
}
const bare = best.get("fetch and JSON") ?? 1;
for (const [name, rate] of best) console.log(`${name.padEnd(16)} ${(rate / bare).toFixed(2)} x a bare fetch`);
