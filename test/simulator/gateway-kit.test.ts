import { isPaymentsError, PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { Fault } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { usdAccount } from "../support/parts";

/** What a payment under each bad ending does: how it ends, and how often the money moved. */
const endings: readonly [name: string, fault: Fault, ending: string, paid: number][] = [
  ["Kong", { kind: "kong" }, "unknown", 1],
  ["Envoy", { kind: "envoy" }, "unknown", 1],
  ["nginx", { kind: "nginx" }, "unknown", 1],
  ["Apigee", { kind: "apigee" }, "unknown", 1],
  ["Azure", { kind: "azure" }, "unknown", 1],
  ["a captive portal", { kind: "captive-portal" }, "unknown", 0],
  ["a proxy that delivers twice", { kind: "duplicate" }, "paid", 1],
];

/** A client, and a transfer of 7 dollars. */
async function setUp() {
  const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
  const payments = new PaymentsClient({ ...simulator.clientOptions(), maxRetries: 0 });
  const account = async () =>
    (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0] ?? expect.fail("no account");
  const bank = await payments.platform.externalAccounts.create(usdAccount() as never);
  const destination = { accountId: (await account()).id };
  const pay = () =>
    payments.transfers.in({ source: { accountId: bank.id }, destination, amount: 700 }).then(
      () => "paid",
      (error: unknown) => (isPaymentsError(error) ? error.outcome : String(error)),
    );
  return { simulator, pay, balance: async () => (await account()).balance.amount };
}

describe("one line of a user's test", () => {
  it.each(endings)("puts %s in front of a payment", async (_, fault, ending, paid) => {
    const { simulator, pay, balance } = await setUp();
    simulator.faults.add({ operation: "transfers.in", times: 1, ...fault });
    expect([await pay(), await balance()]).toEqual([ending, 700 * paid]);
  });

  it("puts a cache in front of a list", async () => {
    const { simulator, pay, balance } = await setUp();
    simulator.faults.add({ kind: "cached", operation: "platform.internalAccounts.list" });
    expect([await balance(), await pay(), await balance()]).toEqual([0, "paid", 0]);
    simulator.faults.clear();
    expect(await balance()).toBe(700);
  });
});
