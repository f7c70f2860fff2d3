/** The short form of the soak: exact counts, and objects that must be collected. `npx tsx test/soak/run.ts` is the long form. */
import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { Api } from "../support/api";
import { clientOf, createSimulator } from "../support/simulator";
import { WalletWorld } from "../wallet/support";
import { openSockets, openTimers, watchSockets, watchTimers } from "./gauge";
import { isFlat, runPhase } from "./phase";
import { findPhase } from "./phases";
import { linesOf } from "./table";
import { HEAP_BOUND_BYTES, slopeOf, verdictOf } from "./trend";

beforeAll(() => {
  setFlagsFromString("--expose-gc");
  globalThis.gc = runInNewContext("gc") as typeof gc;
  watchTimers();
  watchSockets();
});

/** The number of objects that survive a few garbage collections. */
async function survivors(references: readonly WeakRef<object>[]): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await nextTurn();
    await globalThis.gc?.();
  }
  return references.filter((reference) => reference.deref() !== undefined).length;
}

describe("calls with every kind of end, over real connections", () => {
  it.each(["calls, node", "aborts, node", "time-outs, node", "failures, node"])(
    "leave no connection, timer or listener: %s",
    async (name) => {
      const before = openTimers();
      const work = await findPhase(name).open();
      await work.run(80);
      for (const signal of work.signals ?? []) expect(getEventListeners(signal, "abort")).toEqual([]);
      expect(await work.close()).toEqual({ "counted after close()": 0, "open after close()": 0 });
      expect(openSockets()).toBe(0);
      // undici has its own clock, and the last tick has not fired yet.
      await expect.poll(openTimers, { timeout: 10_000 }).toBe(before);
    },
  );
});

describe("memory is released", () => {
  it("after calls: their results and errors, although the client and a signal live on", async () => {
    const simulator = createSimulator({ keep: { log: 1, responses: 1 } });
    const { signal } = new AbortController();
    const payments = clientOf(simulator, { logLevel: "off" });
    const references: WeakRef<object>[] = [];
    for (let count = 0; count < 50; count += 1) {
      const page = await payments.customers.list({}, { signal });
      references.push(new WeakRef(page));
      const error: unknown = await payments.customers
        .retrieve(`Customer:${count}`, { signal })
        .catch((e) => e);
      references.push(new WeakRef(error as object));
    }
    // The last objects may still be in a register.
    expect(await survivors(references)).toBeLessThanOrEqual(4);
    expect(clientOf(simulator)).not.toBe(payments);
  });

  it("after a sign-out: the wallet", async () => {
    const world = await WalletWorld.create("sandbox");
    const references: WeakRef<object>[] = [];
    await world.signInByEmail(world.wallet());
    for (let count = 0; count < 10; count += 1) {
      const wallet = world.wallet();
      const end = wallet.subscribe(() => {});
      await wallet.requestCode();
      await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      await wallet.signOut();
      end();
      references.push(new WeakRef(wallet));
    }
    expect(await survivors(references)).toBeLessThanOrEqual(2);
  });
});

describe("a long-lived simulator", () => {
  it("keeps only the log of its deliveries", async () => {
    const references: WeakRef<object>[] = [];
    const webhookFetch = async (_url: string | URL | Request, { signal }: RequestInit = {}) => {
      if (signal) references.push(new WeakRef(signal));
      return new Response("{}");
    };
    const simulator = createSimulator({
      webhooks: { url: "https://platform.example/events", fetch: webhookFetch },
    });
    const api = new Api(simulator);
    for (let count = 0; count < 50; count += 1) await api.must("POST", "/sandbox/webhooks/test");
    await simulator.webhooks.idle();
    expect(references).toHaveLength(50);
    expect(await survivors(references)).toBeLessThanOrEqual(2);
    expect(simulator.webhooks.list).toHaveLength(50);
  });
});

describe("the soak", () => {
  it("notices a leaked result, listener and timer for each operation", async () => {
    const kept: unknown[] = [];
    const { signal } = new AbortController();
    const open = async () => ({
      signals: [signal],
      async run(operations: number) {
        for (let count = 0; count < operations; count += 1) {
          // 40 KB is far more than the garbage of earlier tests that may be collected meanwhile.
          kept.push(new Array(5000).fill(kept.length));
          signal.addEventListener("abort", () => kept.pop());
          setTimeout(() => kept.pop(), 3_600_000).unref();
        }
      },
      close: async () => ({}),
    });
    const report = await runPhase({ name: "planted", operations: 240, open }, { slices: 6 });
    expect(report.heap.grows).toBe(true);
    expect(report.counts["listeners"]).toMatchObject({ grows: true, perOperation: expect.closeTo(1) });
    expect(report.counts["timers"]).toMatchObject({ grows: true, perOperation: expect.closeTo(1) });
    expect(report.counts["sockets"]?.grows).toBe(false);
    expect(isFlat(report)).toBe(false);
    expect(linesOf(report).join("\n")).toContain("GROWS");
  });

  it("distinguishes growth from noise", () => {
    const line = [0, 1, 2, 3, 4, 5, 6, 7].map((x) => [x * 1000, 5e6 + x * 1e5] as const);
    expect(slopeOf(line)).toEqual({ perOperation: 100, standardError: 0 });
    expect(verdictOf(line, HEAP_BOUND_BYTES).grows).toBe(true);
    const noise = line.map(([x], index) => [x, 5e6 + (index % 2) * 4e5] as const);
    expect(verdictOf(noise, HEAP_BOUND_BYTES).grows).toBe(false);
    // One more in the middle only.
    expect(
      verdictOf(
        [0, 0, 1, 0, 0].map((y, x) => [x, y] as const),
        1,
      ).grows,
    ).toBe(false);
    expect(
      verdictOf(
        [0, 1, 2, 3, 4].map((y, x) => [x, y] as const),
        1,
      ).grows,
    ).toBe(true);
  });
});
