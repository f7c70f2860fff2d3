// Measures one way to read a page in a separate process, and prints its processor time in microseconds. Reads the page from stdin,
// or the address of its server.
import { readFileSync } from "node:fs";
import process from "node:process";
import { PaymentsClient } from "../../dist/index.js";
import { nodeFetch } from "../../dist/node.js";
import { median } from "./measure.mjs";

const given = readFileSync(0, "utf8");

const reader = (options) => {
  const payments = new PaymentsClient({
    baseUrl: "https://api.example.test",
    clientId: "id",
    clientSecret: "secret",
    logLevel: "off",
    ...options,
  });
  return () => payments.transactions.list().then(() => undefined);
};
/** Responds at once, so only reading takes time. */
const headers = { "content-type": "application/json" };
const mocked = async () => Object.assign(new Response(null, { headers }), { text: async () => given });
const ways = {
  parse: () => async () => JSON.parse(given),
  checked: () => reader({ fetch: mocked }),
  unchecked: () => reader({ fetch: mocked, validation: "off" }),
  nodeFetch: () => reader({ baseUrl: given, fetch: nodeFetch() }),
  fetch: () => reader({ baseUrl: given, fetch }),
};

const read = ways[process.argv[2]]();
/** Microseconds of processor time for one page. */
async function cost(pages) {
  const before = process.cpuUsage();
  for (let count = 0; count < pages; count += 1) await read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / pages;
}
await cost(1_500);
const times = [];
for (let turn = 0; turn < 15; turn += 1) times.push(await cost(100));
console.log(median(times));
process.exit();
