import type { IncomingTransaction } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorSnapshot } from "payments-sdk/simulator";
import { describe, expect, it, vi } from "vitest";
import { quoteTo, World } from "../support/world";
import { delivering, startEndpoint } from "../support/endpoint";
import { empty, inOrder, stallHeaders } from "../support/local-server";

const now = "2026-04-27T09:00:00Z";

/** A snapshot after a round trip through a file. */
const reread = (simulator: Simulator): SimulatorSnapshot =>
  JSON.parse(JSON.stringify(simulator.snapshot())) as SimulatorSnapshot;

describe("a snapshot", () => {
  it("keeps deliveries that are due later, for the endpoint of the options", async () => {
    const { simulator, fund } = await delivering(() => empty(500));
    await fund();
    await simulator.webhooks.idle();
    const snapshot = reread(simulator);
    simulator.webhooks.stop();
    const next = await startEndpoint(() => empty(200));
    const restored = Simulator.restore(snapshot, { now, webhooks: { url: next.url } });
    await restored.clock.advance("5s");
    await restored.webhooks.idle();
    const [event] = simulator.events.list;
    expect(next.events()).toEqual([{ ...event, timestamp: "2026-04-27T09:00:05.000Z" }]);
    expect(restored.webhooks.list).toMatchObject([{ attempt: 2, status: 200 }]);
    expect(reread(restored).world["tasks"]).toEqual([]);
  });

  it("keeps the pauses between attempts after a long stop [OP-64]", async () => {
    const fetch = () => Promise.resolve(new Response(null, { status: 503 }));
    const webhooks = { url: "https://shop.example/webhooks", fetch };
    const { service, quote } = await quoteTo("003", { now: undefined, webhooks });
    await service.execute(quote);
    await service.simulator.webhooks.idle();
    const snapshot = reread(service.simulator);
    service.simulator.webhooks.stop();
    const startMs = Date.now() + 12 * 3_600_000;
    vi.useFakeTimers({ now: startMs, toFake: ["Date"] });
    try {
      const restored = Simulator.restore(snapshot, { webhooks });
      await restored.clock.runDue();
      await restored.webhooks.idle();
      const attempts = restored.webhooks.list;
      expect(attempts.map(({ type }) => type)).toContain("OUTGOING_PAYMENT.COMPLETED");
      // One attempt for each event, however many were due meanwhile.
      expect(attempts.map(({ eventId }) => eventId).sort()).toEqual(
        restored.events.list.map(({ id }) => id).sort(),
      );
      for (const { attempt, nextAttemptAt = "" } of attempts)
        expect(Date.parse(nextAttemptAt)).toBe(startMs + (attempt === 1 ? 5_000 : 30_000));
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps an endpoint that was set or removed later", async () => {
    const simulator = new Simulator({ now, webhooks: { url: "https://shop.example/a" } });
    simulator.webhooks.url = "https://shop.example/b";
    const options = { now, webhooks: { url: "https://shop.example/c" } };
    expect(Simulator.restore(reread(simulator), options).webhooks.url).toBe("https://shop.example/b");
    simulator.webhooks.url = undefined;
    expect(Simulator.restore(reread(simulator), options).webhooks.url).toBeUndefined();
  });

  it("repeats running deliveries, and their approval decides", async () => {
    const endpoint = await startEndpoint(inOrder(stallHeaders, empty(200)));
    const service = new World({ now });
    const payer = await service.fundedCustomer({ USD: 100 });
    service.simulator.webhooks.url = endpoint.url;
    const { id } = await service.must<IncomingTransaction>("POST", "/sandbox/uma/receive", {
      senderUmaAddress: "$payer@elsewhere.test",
      receiverUmaAddress: payer.umaAddress,
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: 50,
    });
    await vi.waitFor(() => {
      expect(endpoint.requests).toHaveLength(1);
    });
    const snapshot = reread(service.simulator);
    service.simulator.webhooks.stop();
    const restored = Simulator.restore(snapshot, { now });
    await restored.webhooks.idle();
    expect(await new World(restored).read(`/transactions/${id}`)).toMatchObject({ status: "COMPLETED" });
    expect(endpoint.requests[1]?.body).toBe(endpoint.requests[0]?.body);
  });

  it("keeps running bulk imports and invitations", async () => {
    const api = new World({ now });
    const body = new FormData();
    body.append("file", new File(["platformCustomerId,customerType\na,INDIVIDUAL\nb,NOBODY\n"], "c.csv"));
    const { body: job } = await api.send<{ jobId: string }>("POST", "/customers/bulk/csv", { body });
    await api.simulator.clock.advance(10);
    const [customer] = (await api.read("/customers"))["data"] as { umaAddress: string }[];
    const invitation = await api.created("/invitations", { inviterUma: customer?.umaAddress ?? "" });
    const restored = new World(Simulator.restore(reread(api.simulator), { now }));
    await restored.simulator.clock.advance("1s");
    expect(await restored.read(`/customers/bulk/jobs/${job.jobId}`)).toMatchObject({
      status: "COMPLETED",
      progress: { processed: 2, successful: 1, failed: 1 },
      errors: [{ correlationId: "b" }],
    });
    expect(await restored.read(`/invitations/${String(invitation["code"])}`)).toEqual(invitation);
  });
});
