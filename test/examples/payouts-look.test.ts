import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { expect, it } from "vitest";
import { runExample } from "../support/run-example";

/** The list has an equal payment without a time. */
const TIMELESS = {
  id: "Transaction:9",
  type: "OUTGOING",
  status: "COMPLETED",
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:9" },
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:9" },
  sentAmount: { amount: 125, currency: { code: "USD", name: "US Dollar", symbol: "$", decimals: 2 } },
};
const LIST = { operation: "GET /transactions", kind: "status", status: 200 } as const;
const headers = { "content-type": "application/json" };
/** The service says that a person must see what it has. */
const REUSED = { operation: "POST /transfer-out", kind: "status", status: 409 } as const;
const payee = "Ada,100000000300,021000021";

it.each([
  [
    "finds its payment in the list",
    ["1"],
    [{ ...REUSED, after: true }],
    "1 of 1 payouts paid, $1.25 in all\n",
  ],
  [
    "takes no payment that an equal row has",
    ["1", "2"],
    [{ ...REUSED, skip: 1 }],
    /^1 of 2 payouts paid.*\nask {8}line 3, 2: .*, and the list shows 0 payments that it may be\nAfter .*: --continue <id>\n$/,
  ],
  [
    "tells no two equal rows apart",
    ["1", "2"],
    [{ ...REUSED, after: true, times: 1 }, REUSED],
    /^0 of 2 payouts paid.*\nask {8}line 2, 1: .*, and the list shows 1 payments.*\nask {8}line 3, 2: .* shows 1 payments/,
  ],
  [
    "takes no payment without a time, which may be older",
    ["1"],
    [REUSED, { ...LIST, headers, body: JSON.stringify({ data: [TIMELESS], hasMore: false, totalCount: 1 }) }],
    /^0 of 1 payouts paid.*\nask {8}line 2, 1: .*, and the list shows 1 payments that it may be\nAfter .*: --continue <id>\n$/,
  ],
] as const)("the cron job %s", { timeout: 60_000 }, async (_, ids, faults, report) => {
  const simulator = new Simulator({ seed: "payouts" });
  const payments = new PaymentsClient(simulator.clientOptions());
  const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
  await payments.sandbox.fund(account!.id, { amount: 1_000 });
  const { url, close } = await simulator.listen();
  const { clientId, clientSecret } = simulator.clientOptions();
  const folder = await mkdtemp(join(tmpdir(), "payouts-"));
  const csv = join(folder, "payouts.csv");
  const rows = ids.map((id) => `${id},${payee},1.25\n`);
  await writeFile(csv, ["id,name,account_number,routing_number,amount\n", ...rows].join(""));
  for (const fault of faults) simulator.faults.add(fault);
  const { stdout } = await runExample("payouts-from-csv.ts", [csv, "--batch", "b"], {
    PAYOUTS_CONCURRENCY: "1",
    PAYMENTS_BASE_URL: url,
    PAYMENTS_CLIENT_ID: clientId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
  });
  await close();
  await rm(folder, { recursive: true });
  if (typeof report === "string") expect(stdout).toBe(report);
  else expect(stdout).toMatch(report);
});
