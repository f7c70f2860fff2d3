import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { SeededRandom } from "../../src/simulator/runtime/random";

/** The work of one test: a simulator, a customer and a list. */
async function addOneCustomer(platformCustomerId: string) {
  const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
  const payments = new PaymentsClient(simulator.clientOptions());
  await payments.customers.create({ customerType: "INDIVIDUAL", platformCustomerId });
  const { data } = await payments.customers.list();
  const customers = data.map((customer) => [customer.id, customer.platformCustomerId]);
  return { simulator, seen: { customers, requests: simulator.requests.length } };
}

describe("a simulator for each test", () => {
  it("shares no state with a thousand concurrent simulators", async () => {
    const tests = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => addOneCustomer(String(index))),
    );
    // Equal seeds return equal ids, independent of other simulators.
    const id = tests[0]?.seen.customers[0]?.[0];
    expect(id).toMatch(/^Customer:/);
    expect(tests.map(({ seen }) => seen)).toEqual(
      tests.map((_, index) => ({ customers: [[id, String(index)]], requests: 2 })),
    );
  }, 60_000);

  it("creates a key pair only for a signature", async () => {
    const drawn = vi.spyOn(SeededRandom.prototype, "bytes");
    onTestFinished(() => {
      drawn.mockRestore();
    });
    // A key pair uses 48 bytes from the seed.
    const keyPairs = () => drawn.mock.calls.filter(([length]) => length === 48).length;
    const { simulator } = await addOneCustomer("one");
    expect(drawn).toHaveBeenCalled();
    expect(keyPairs()).toBe(0);
    expect(simulator.webhookPublicKey).toContain("PUBLIC KEY");
    expect(keyPairs()).toBe(1);
  });
});
