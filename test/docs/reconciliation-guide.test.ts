import { transform } from "esbuild";
import * as sdk from "payments-sdk";
import type { InternalAccount, PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { expect, it } from "vitest";
import { readProjectFile } from "./source-files";

interface Program {
  monthOf: (year: number, month: number, timeZone: string) => { startDate: Date; endDate: Date };
  movements: (
    payments: PaymentsClient,
    account: InternalAccount,
    period?: { startDate?: Date; endDate?: Date },
  ) => Promise<{ received: number; sent: number }>;
}

/** The program of the guide that exports a name. */
async function programOf(name: string): Promise<Program> {
  const blocks = readProjectFile("docs/guides/reconciliation.md").matchAll(/```ts\n([^]*?)```/g);
  const [, code = ""] = [...blocks].find(([, block]) => block?.includes(`function ${name}`)) ?? [];
  const { code: program } = await transform(code, { loader: "ts", format: "cjs" });
  const module = { exports: {} };
  new Function("require", "module", program)(() => sdk, module);
  return module.exports as Program;
}

it("the report of the guide agrees with the balances after euros went to a customer's dollars", async () => {
  const simulator = new Simulator({ now: "2026-10-15T00:00:00Z" });
  const payments = new sdk.PaymentsClient(simulator.clientOptions());
  const euros = async () =>
    (await payments.platform.internalAccounts.list({ currency: "EUR" }).toArray())[0]!;
  await payments.sandbox.fund((await euros()).id, { amount: 1000_00 });
  const { id: customerId, umaAddress } = await payments.customers.create({
    customerType: "INDIVIDUAL",
    region: "US",
  });
  const pay = async (lockedCurrencyAmount: number) => {
    const quote = await payments.quotes.create({
      source: { sourceType: "ACCOUNT", accountId: (await euros()).id },
      destination: { destinationType: "UMA_ADDRESS", umaAddress: umaAddress ?? "" },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount,
    });
    await payments.quotes.execute(quote.id);
    return quote.totalReceivingAmount;
  };
  const october = await pay(20_00);
  await simulator.clock.advance("30d");
  const november = await pay(50_00);
  const month = {
    startDate: new Date("2026-11-01T00:00:00Z"),
    endDate: new Date("2026-11-30T23:59:59.999Z"),
  };
  const { movements } = await programOf("movements");

  const platform = await euros();
  expect(await movements(payments, platform)).toEqual({ received: 0, sent: 70_00 });
  expect(await movements(payments, platform, month)).toEqual({ received: 0, sent: 50_00 });
  expect(platform.balance.amount).toBe(1000_00 - 70_00);
  const [dollars] = await payments.internalAccounts.list({ customerId, currency: "USD" }).toArray();
  expect(dollars!.balance.amount).toBe(october + november);
  expect(await movements(payments, dollars!, month)).toEqual({ received: november, sent: 0 });
});

it.each([
  ["Europe/Berlin", 11, "2026-10-31T23:00:00.000Z", "2026-11-30T22:59:59.999Z"],
  // The clocks change within these months.
  ["Europe/Berlin", 3, "2026-02-28T23:00:00.000Z", "2026-03-31T21:59:59.999Z"],
  ["America/New_York", 11, "2026-11-01T04:00:00.000Z", "2026-12-01T04:59:59.999Z"],
  ["Asia/Kolkata", 12, "2026-11-30T18:30:00.000Z", "2026-12-31T18:29:59.999Z"],
])("a month of the guide begins and ends by the clocks of %s", async (timeZone, month, start, end) => {
  const { monthOf } = await programOf("monthOf");
  const { startDate, endDate } = monthOf(2026, month, timeZone);
  expect([startDate.toISOString(), endDate.toISOString()]).toEqual([start, end]);
});
