import { describe, expect, it, vi } from "vitest";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id } from "../support/world";
import { delivering } from "../support/endpoint";
import { empty, inOrder } from "../support/local-server";
import type { Script } from "../support/local-server";

describe("an event of the simulator", () => {
  it("is delivered in order for its resource, and does not wait for other resources", async () => {
    const held: (() => void)[] = [];
    const { endpoint, api, simulator, account, fund } = await delivering((request, index) => (response) => {
      const respond = () => response.writeHead(200).end();
      if (index === 0) held.push(respond);
      else respond();
    });
    await fund(1);
    await fund(2);
    const customer = await api.created("/customers", individual);
    await api.created("/verifications", { customerId: id(customer) });
    await vi.waitFor(() => {
      expect(endpoint.events().map(({ type }) => type)).toEqual([
        "INTERNAL_ACCOUNT.BALANCE_UPDATED",
        "CUSTOMER.KYC_APPROVED",
        "VERIFICATION.APPROVED",
      ]);
    });
    for (const respond of held) respond();
    await simulator.webhooks.idle();
    const balances = endpoint
      .events()
      .flatMap(({ data }) => ((data as Json)["id"] === account ? [(data as Json)["balance"]] : []));
    expect(balances).toMatchObject([{ amount: 1 }, { amount: 3 }]);
  });

  it("waits while 32 deliveries are running", async () => {
    const held: (() => void)[] = [];
    const { endpoint, api, simulator } = await delivering(() => (response) => {
      held.push(() => response.writeHead(200).end());
    });
    for (let count = 0; count < 20; count += 1) {
      const customer = await api.created("/customers", individual);
      await api.created("/verifications", { customerId: id(customer) });
    }
    await vi.waitFor(() => {
      expect(endpoint.requests).toHaveLength(32);
    });
    // There are 40 events. The next delivery starts when one has ended.
    held.shift()?.();
    await vi.waitFor(() => {
      expect(endpoint.requests).toHaveLength(33);
    });
    simulator.webhooks.stop();
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(33);
  });

  it("that waited for its turn is tried again after the whole pause [OP-64]", async () => {
    const held: (() => void)[] = [];
    const script: Script = (_, index) =>
      index === 0 ? (response) => held.push(() => response.writeHead(200).end()) : empty(500);
    const { endpoint, simulator, fund } = await delivering(script, { webhooks: { retries: ["10s", "1m"] } });
    await fund(1);
    await fund(2);
    await vi.waitFor(() => {
      expect(held).toHaveLength(1);
    });
    await simulator.clock.advance("1h");
    held[0]?.();
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(2);
    const waited = { at: "2026-04-27T09:00:00.000Z", nextAttemptAt: "2026-04-27T10:00:10.000Z" };
    expect(simulator.webhooks.list[1]).toMatchObject({ attempt: 1, ...waited });
    await simulator.clock.advance("10s");
    await simulator.webhooks.idle();
    const retried = { at: waited.nextAttemptAt, nextAttemptAt: "2026-04-27T10:01:10.000Z" };
    expect(simulator.webhooks.list.slice(2)).toMatchObject([{ attempt: 2, ...retried }]);
  });

  it("does not delay newer events while it waits for its next attempt", async () => {
    const { simulator, fund } = await delivering(inOrder(empty(500), empty(200)));
    await fund(1);
    await fund(2);
    await simulator.webhooks.idle();
    await simulator.clock.advance("1m");
    await simulator.webhooks.idle();
    const [first, second] = simulator.events.list.map((event) => event.id);
    expect(simulator.webhooks.list.map(({ eventId }) => eventId)).toEqual([first, second, first]);
  });
});
