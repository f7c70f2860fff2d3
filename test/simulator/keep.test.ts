import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { individual, usdAccount } from "../support/parts";
import { id, items, World } from "../support/world";

const keep = { log: 20, responses: 8, challenges: 8 };

async function platformAccount(api: World): Promise<string> {
  return id(items(await api.read("/platform/internal-accounts?currency=USD"))[0] ?? {});
}

describe("a long-running simulator", () => {
  it("forgets the oldest requests, events and ledger entries, but keeps all money", async () => {
    const api = new World({ keep });
    const account = await platformAccount(api);
    for (let amount = 1; amount <= 200; amount += 1)
      await api.created(`/sandbox/internal-accounts/${account}/fund`, { amount });
    const { simulator } = api;
    for (const list of [simulator.requests, simulator.events.list, simulator.ledgerEntries()]) {
      expect(list.length).toBeGreaterThanOrEqual(20);
      expect(list.length).toBeLessThanOrEqual(25);
    }
    expect(simulator.requests.at(-1)).toMatchObject({ body: { amount: 200 } });
    expect(simulator.ledgerEntries().at(-1)?.postings).toMatchObject([{ amount: -200 }, { amount: 200 }]);
    expect(simulator.totals()).toMatchObject([{ currency: "USD", internal: 20_100n, other: -20_100n }]);
  });

  // Two hundred and eighty reads of ten thousand numbers, so that a log reaches its limit.
  it("forgets requests with long lists earlier, unless it keeps everything", async () => {
    const READS = 140;
    // Numbers take less time to copy than the fields of customers, and weigh the same.
    const data = Array.from({ length: 100 }, () => Array<number>(100).fill(0));
    const keptBy = async (log: number) => {
      const api = new World({ keep: { log } });
      api.simulator.route("GET", "/rows", () => ({ status: 200, body: { data } }));
      for (let read = 0; read < READS; read += 1) await api.read("/rows");
      expect(items(api.simulator.requests.at(-1)?.responseBody as never)).toHaveLength(100);
      return api.simulator.requests.length;
    };
    expect(await keptBy(Infinity)).toBe(READS);
    const kept = await keptBy(10_000);
    expect(kept).toBeGreaterThan(READS / 4);
    expect(kept).toBeLessThan(READS);
  });

  it("forgets the oldest messages and challenges", async () => {
    const api = new World({ keep });
    const customer = id(await api.created("/customers", individual));
    const query = `customerId=${customer}&type=EMBEDDED_WALLET`;
    const accountId = id(items(await api.read(`/customers/internal-accounts?${query}`))[0] ?? {});
    const credential = id(await api.created("/auth/credentials", { type: "EMAIL_OTP", accountId }));
    const bank = id(
      await api.created("/customers/external-accounts", { ...usdAccount(), customerId: customer }),
    );
    for (let count = 0; count < 30; count += 1) {
      await api.must("POST", `/auth/credentials/${credential}/challenge`);
      await api.read(`/receiver/external-account/${bank}`);
    }
    expect(api.simulator.outbox.list.length).toBeLessThanOrEqual(25);
    expect(api.simulator.snapshot().world["lookups"]).toHaveLength(8);
  });

  it("forgets the oldest deliveries of events", async () => {
    const api = new World({
      keep: { log: 20 },
      webhooks: { url: "https://platform.example/events", fetch: async () => new Response() },
    });
    const { simulator } = api;
    for (let count = 0; count < 100; count += 1) await api.must("POST", "/sandbox/webhooks/test");
    await simulator.webhooks.idle();
    expect(simulator.webhooks.list.length).toBeGreaterThanOrEqual(20);
    expect(simulator.webhooks.list.length).toBeLessThanOrEqual(25);
    expect(simulator.webhooks.list.at(-1)?.eventId).toBe(simulator.events.list.at(-1)?.id);
  });

  it("forgets the oldest responses of idempotency keys, and repeats the newest", async () => {
    const api = new World({ keep });
    const account = id(await api.created("/platform/external-accounts", usdAccount()));
    const internal = await platformAccount(api);
    const transfer = (key: number) =>
      api.call<{ id: string }>(
        "POST",
        "/transfer-in",
        { source: { accountId: account }, destination: { accountId: internal }, amount: 5 },
        { "idempotency-key": String(key) },
      );
    const first: string[] = [];
    for (let key = 0; key < 10; key += 1) first.push((await transfer(key)).body.id);
    expect((await transfer(9)).body.id).toBe(first[9]);
    expect((await transfer(2)).body.id).toBe(first[2]);
    expect((await transfer(0)).body.id).not.toBe(first[0]);
  });

  it.each([
    [Infinity, 50],
    [0, 0],
  ])("keeps everything or nothing with an option, even after a restart: %d", async (log, kept) => {
    const options = { keep: { log }, now: "2026-04-27T09:00:00Z" };
    const api = new World(options);
    const account = await platformAccount(api);
    for (let count = 0; count < 50; count += 1)
      await api.created(`/sandbox/internal-accounts/${account}/fund`, { amount: 1 });
    const restored = Simulator.restore(api.simulator.snapshot(), options);
    for (const simulator of [api.simulator, restored]) {
      expect(simulator.events.list).toHaveLength(kept);
      expect(simulator.ledgerEntries()).toHaveLength(kept);
      expect(simulator.totals()).toMatchObject([{ internal: 50n }]);
    }
  });

  it.each([-1, 1.5, NaN, "10"])("rejects the number %j", (log) => {
    const wrong = { keep: { log: log as number } };
    expect(() => new Simulator(wrong)).toThrow(/`keep.log` must be an integer of at least 0, or Infinity/);
  });
});
