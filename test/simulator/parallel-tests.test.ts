import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { expect, it } from "vitest";

it("a thousand parallel tests share no state", async () => {
  const one = async (amount: number) => {
    const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
    const payments = new PaymentsClient(simulator.clientOptions());
    const { id } = await payments.customers.create({ customerType: "INDIVIDUAL", currencies: ["USD"] });
    const { data } = await payments.internalAccounts.list({ customerId: id, currency: "USD" });
    await payments.sandbox.fund(data[0]?.id ?? "", { amount });
    const { totalCount } = await payments.customers.list();
    const [usd] = simulator.totals().filter(({ currency }) => currency === "USD");
    return { id, totalCount, requests: simulator.requests.length, internal: usd?.internal };
  };
  const tests = await Promise.all(Array.from({ length: 1000 }, (_, index) => one(index + 1)));
  // Equal seeds give equal ids, whatever the neighbours do.
  const [{ id } = { id: "" }] = tests;
  expect(tests).toEqual(
    tests.map((_, index) => ({ id, totalCount: 1, requests: 4, internal: BigInt(index + 1) })),
  );
}, 60_000);
