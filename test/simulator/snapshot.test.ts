import fc from "fast-check";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorOptions, SimulatorSnapshot } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { individual, usdAccount } from "../support/parts";
import { walletOfTwo, World } from "../support/world";
import { RandomWalk, take } from "./snapshot-walk";
import { stamp } from "../support/node-wallet";
import { runs } from "../support/runs";

const now = "2026-04-27T09:00:00Z";

/** A snapshot after a round trip through a file. */
const reread = (simulator: Simulator): SimulatorSnapshot => JSON.parse(JSON.stringify(simulator.snapshot()));

/** Steps of a walk before the snapshot. Half as many come after it. */
const STEPS = runs(150);

describe("a snapshot", () => {
  it.each(["a", "b", "c"])(
    "continues exactly like the original, response by response (walk %s)",
    async (seed) => {
      const options: SimulatorOptions = {
        now,
        seed,
        approval: { mode: seed === "b" ? "manual" : "automatic" },
        delays: { payout: seed === "c" ? "45s" : 0 },
      };
      const original = new Simulator(options);
      original.faults.add({ kind: "status", rate: 0.05, operation: /^POST/ });
      original.faults.add({ kind: "status", after: true, times: 3, skip: 20, operation: "POST /quotes" });
      const walk = new RandomWalk(seed);
      walk.learn(JSON.stringify(await new World(original).read("/platform/internal-accounts")));
      let accepted = 0;
      for (let step = 0; step < STEPS; step += 1) {
        const seen = await take(original, walk.next());
        if (/^\[20\d/.test(seen)) accepted += 1;
        walk.learn(seen.replaceAll('\\"', '"'));
      }
      // The comparison is useful only after many steps, with more to come.
      expect(accepted).toBeGreaterThan(STEPS / 3);
      const snapshot = reread(original);
      expect(JSON.stringify(snapshot.world["tasks"])).toContain("quote.expire");

      const restored = Simulator.restore(snapshot, options);
      expect(reread(restored)).toEqual(snapshot);
      for (let step = 0; step < STEPS / 2; step += 1) {
        const next = walk.next();
        const seen = await take(original, next);
        expect([next, await take(restored, next)]).toEqual([next, seen]);
        walk.learn(seen.replaceAll('\\"', '"'));
      }
      expect(reread(restored)).toEqual(reread(original));
      expect(restored.events.list).toEqual(original.events.list);
      expect(restored.totals()).toEqual(original.totals());
    },
    60_000,
  );

  it("does not change afterwards, and does not affect the simulator", async () => {
    const api = new World({ now });
    const customer = await api.created("/customers", individual);
    const snapshot = api.simulator.snapshot();
    const text = JSON.stringify(snapshot);
    await api.patch(`/customers/${String(customer["id"])}`, {
      customerType: "INDIVIDUAL",
      fullName: "Another Name",
    });
    expect(JSON.stringify(snapshot)).toBe(text);
    const [first, second] = [Simulator.restore(snapshot, { now }), Simulator.restore(snapshot, { now })];
    await new World(first).patch(`/customers/${String(customer["id"])}`, { fullName: "A Third Name" });
    const { data } = await new World(second).read("/customers");
    expect(data).toMatchObject([{ fullName: "Ada Lovelace" }]);
  });

  it("keeps sessions and open signed requests in production", async () => {
    const options: SimulatorOptions = { now, environment: "production" };
    const service = new World(options);
    const { session, oauth } = await walletOfTwo(service);
    const path = `/auth/credentials/${oauth.id}`;
    const challenge = await service.begin("DELETE", path);
    const restored = new World({ ...options });
    const again = new World(Simulator.restore(reread(service.simulator), options));
    const headers = {
      "Service-Wallet-Signature": stamp(session.privateKey, challenge.payloadToSign),
      "Request-Id": challenge.requestId,
    };
    // Only the restored world has the challenge.
    expect((await restored.call("DELETE", path, undefined, headers)).status).toBe(401);
    expect((await again.call("DELETE", path, undefined, headers)).status).toBe(204);
    expect((await again.call("DELETE", path, undefined, headers)).status).toBe(401);
  });

  it("repeats a key's first response after a restart", async () => {
    const api = new World({ now });
    const account = await api.created("/platform/external-accounts", usdAccount());
    const body = {
      source: { sourceType: "REALTIME_FUNDING", currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: account["id"] },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 5000,
    };
    const headers = { "idempotency-key": "once" };
    const first = await api.call("POST", "/quotes", body, headers);
    const restored = new World(Simulator.restore(reread(api.simulator), { now }));
    const second = await restored.call("POST", "/quotes", body, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  it.each([
    ["another seed", { now, seed: "other" }, /does not fit.*seed is "payments-simulator".*"other".*options/],
    ["another environment", { now, environment: "production" }, /does not fit.*environment is "sandbox"/],
    ["another platform", { now, platform: { id: "Platform:1" } }, /does not fit.*platformId/],
  ] as const)("of %s is rejected", (_, options, message) => {
    const { snapshot } = { snapshot: reread(new Simulator({ now })) };
    expect(() => Simulator.restore(snapshot, options)).toThrow(message);
  });

  const damages: Record<string, (snapshot: SimulatorSnapshot) => unknown> = {
    "nothing at all": () => null,
    "something else": () => ({ hello: "world" }),
    "a list": () => [],
    "a version without a text form": (snapshot) => ({ ...snapshot, version: { toString: null } }),
    "the version before": (snapshot) => ({ ...snapshot, version: 3 }),
    "a later version": (snapshot) => ({ ...snapshot, version: 1000 }),
    "no world": ({ world: _, ...snapshot }) => snapshot,
    "a part less": ({ world: { customers: _, ...world }, ...snapshot }) => ({ ...snapshot, world }),
    "a part more": (snapshot) => ({ ...snapshot, world: { ...snapshot.world, horses: [] } }),
    "a table that is no list": (snapshot) => ({ ...snapshot, world: { ...snapshot.world, customers: {} } }),
    "a record that is no object": (snapshot) => ({
      ...snapshot,
      world: { ...snapshot.world, customers: [7] },
    }),
    "a task that nobody knows": (snapshot) => ({
      ...snapshot,
      world: { ...snapshot.world, tasks: [{ id: "task-1", dueMs: 1, task: "nap", data: {} }] },
    }),
    "a broken random state": (snapshot) => ({ ...snapshot, world: { ...snapshot.world, random: [1, 2] } }),
    "a record without an id": (snapshot) => ({ ...snapshot, world: { ...snapshot.world, customers: [{}] } }),
  };
  it.each(Object.entries(damages))("with %s is rejected with a clear error", (_, damage) => {
    const damaged = damage(reread(new Simulator({ now }))) as SimulatorSnapshot;
    expect(() => Simulator.restore(damaged, { now })).toThrow(
      /^(the snapshot is damaged: .+|`snapshot` must be an object, got .+|the snapshot has the version (?:3|1000|\{"toString":null\})\. .+|this is not a snapshot .+)$/,
    );
  });
});

describe("the clock of a snapshot", () => {
  it("keeps its time, and runs due work like the original", async () => {
    const original = new Simulator({ now });
    await original.clock.advance("90s");
    const restored = Simulator.restore(reread(original), { now: "2020-01-01T00:00:00Z" });
    expect(restored.clock.iso()).toBe("2026-04-27T09:01:30.000Z");
  });

  it("that follows the real time runs work that became due meanwhile, in order at its own times", async () => {
    const original = new Simulator();
    const api = new World(original);
    const account = await api.created("/platform/external-accounts", usdAccount());
    const quote = () =>
      api.created("/quotes", {
        source: { sourceType: "REALTIME_FUNDING", currency: "USD" },
        destination: { destinationType: "ACCOUNT", accountId: account["id"] },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 5000,
      });
    const first = await quote();
    await original.clock.advance("1m");
    const second = await quote();
    // The clock of the snapshot is ahead. The restored clock has caught up and passed it.
    const saved = reread(original);
    const clock = saved.world["clock"] as { nowMs: number; aheadMs: number };
    saved.world["clock"] = { ...clock, aheadMs: clock.aheadMs + 3_600_000 };
    const restored = Simulator.restore(saved);
    await restored.clock.runDue();
    const expired = restored.events.ofType("OUTGOING_PAYMENT.EXPIRED");
    expect(expired.map(({ data, timestamp }) => [(data as { quoteId: string }).quoteId, timestamp])).toEqual(
      [first, second].map(({ id, expiresAt }) => [id, expiresAt]),
    );
  });

  it("that was stopped still stands, and one that was resumed goes on", () => {
    const stopped = new Simulator();
    stopped.clock.stop();
    const snapshot = reread(stopped);
    const restored = Simulator.restore(snapshot);
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(restored.clock.iso()).toBe(snapshot.at);
    const resumed = new Simulator({ now });
    resumed.clock.resume();
    const running = Simulator.restore(reread(resumed), { now });
    vi.advanceTimersByTime(60_000);
    expect(running.clock.iso()).toBe("2026-04-27T09:01:00.000Z");
  });

  it("that follows the real time never goes back", async () => {
    const original = new Simulator();
    await original.clock.advance("400d");
    const restored = Simulator.restore(reread(original));
    expect(restored.clock.now()).toBeGreaterThanOrEqual(original.clock.now() - 1000);
  });
});

it("any damage of a snapshot is a TypeError that names the snapshot, or is harmless", async () => {
  const api = new World(new Simulator({ now }));
  await api.created("/customers", individual);
  const snapshot = JSON.stringify(api.simulator.snapshot());
  const names = Object.keys((JSON.parse(snapshot) as SimulatorSnapshot).world);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 2 }), (name, value) => {
      const damaged = JSON.parse(snapshot) as SimulatorSnapshot;
      Object.assign(damaged.world, { [name]: value });
      try {
        expect(Simulator.restore(damaged).requests).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        expect(String(error)).toMatch(/snapshot/);
      }
    }),
    { numRuns: runs(50) },
  );
});
