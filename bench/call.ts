/**
 * The processor time of one call with a mocked `fetch`, as a multiple of a bare `fetch` with its headers and JSON, and of
 * ky doing the same. A POST should cost this package no more than a GET, beside making its JSON and its idempotency key.
 *
 * Measures the built package: the sources, as they are run in development, carry helpers of the loader.
 *
 *     npm run bench:call                        # `npm --prefix bench install` adds the openai client to the comparison
 */
import process from "node:process";
import ky from "ky";
import type * as Sdk from "payments-sdk";
import { responseOf, customer } from "./service";

const CALLS = 2_000;
const ROUNDS = 7;

const url = "https://api.example.test/2025-10-13/customers";
const row = customer(1);
const mocked = async () => responseOf(row);
const body = { customerType: "INDIVIDUAL", fullName: "Ada Lovelace", region: "US" } as const;
const headers = { accept: "application/json", authorization: "Basic aWQ6c2VjcmV0" };

// The name is not resolved by the compiler: what is measured is the build.
const built = new URL("../dist/index.js", import.meta.url).href;
const { PaymentsClient }: typeof Sdk = await import(built);
const payments = new PaymentsClient({
  baseUrl: "https://api.example.test",
  clientId: "id",
  clientSecret: "secret",
  fetch: mocked,
});
const bareKy = ky.create({ fetch: mocked, headers, retry: 0, timeout: false });

const contenders: Record<string, () => Promise<unknown>> = {
  "fetch and JSON, GET": async () => (await mocked()).json(),
  "ky, GET": () => bareKy.get(`${url}/Customer:1`).json(),
  "ky, POST": () => bareKy.post(url, { json: body }).json(),
  "payments-sdk, GET": () => payments.customers.retrieve("Customer:1"),
  "payments-sdk, POST": () => payments.customers.create(body),
};

// Measured where it is installed; nothing else needs it.
const peer: string = "openai";
const openai = await import(peer).catch(() => undefined);
if (openai !== undefined) {
  const client = new openai.OpenAI({ apiKey: "secret", baseURL: url, fetch: mocked });
  contenders["openai, GET"] = () => client.get("/Customer:1");
  contenders["openai, POST"] = () => client.post("/", { body });
}

async function cpuMicroseconds(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < CALLS; index += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

// Rounds in turn, and the least of each: what else the machine does only ever adds.
const least = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, call] of Object.entries(contenders)) {
    least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, await cpuMicroseconds(call)));
  }
}

const base = least.get("ky, GET") ?? 1;
console.log(`Node ${process.versions.node}, processor time:`);
for (const [name, time] of least) console.log(`${name.padEnd(24)} ${(time / base).toFixed(2)} x a GET of ky`);
console.log(
  `a POST costs ${((least.get("payments-sdk, POST") ?? 0) / (least.get("payments-sdk, GET") ?? 1)).toFixed(2)} times a GET`,
);
for (const method of openai === undefined ? [] : ["GET", "POST"]) {
  const ratio = (least.get(`payments-sdk, ${method}`) ?? 0) / (least.get(`openai, ${method}`) ?? 1);
  console.log(`a ${method} costs ${ratio.toFixed(2)} times a ${method} of openai`);
}
