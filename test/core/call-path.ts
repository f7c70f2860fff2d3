/**
 * Prints the functions of `src` that a successful `quotes.execute` runs, counted with V8's precise coverage. Without the initializers of
 * fields, and without what tsx adds.
 *
 *     npx tsx test/core/call-path.ts
 */
import { Session } from "node:inspector/promises";
import { createClient, json } from "./client";

const quote = {
  id: "Quote:1",
  status: "PROCESSING",
  createdAt: "2026-04-27T09:00:00Z",
  expiresAt: "2026-04-27T10:00:00Z",
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
  sendingCurrency: { code: "USD", name: "US Dollar", symbol: "$", decimals: 2 },
  receivingCurrency: { code: "EUR", name: "Euro", symbol: "€", decimals: 2 },
  totalSendingAmount: 10_000,
  totalReceivingAmount: 9_000,
  exchangeRate: 0.9,
  feesIncluded: 10,
  transactionId: "Transaction:1",
};

const headers = { date: new Date().toUTCString(), "x-request-id": "1" };
const payments = createClient({ fetch: async () => json(quote, 200, headers) });
// The first calls also load and compile.
for (let call = 0; call < 3; call += 1) await payments.quotes.execute("Quote:1");

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
await session.post("Profiler.takePreciseCoverage");
await payments.quotes.execute("Quote:1");
const { result } = await session.post("Profiler.takePreciseCoverage");

for (const { url, functions } of result) {
  const [, file] = /\/src\/([^?]*\.ts)/.exec(url) ?? [];
  if (file === undefined || url.includes("/node_modules/")) continue;
  for (const { functionName, ranges } of functions) {
    const [{ startOffset, count } = { startOffset: 0, count: 0 }] = ranges;
    const isOwn = startOffset > 0 && !/^<|^__name$/.test(functionName);
    if (isOwn && count > 0) console.log(`${file} ${functionName || `at ${startOffset}`}`);
  }
}
