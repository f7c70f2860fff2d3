import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Simulator } from "payments-sdk/simulator";
import { parseDuration } from "../../src/simulator/runtime/clock";
import { id, items, World } from "../support/world";

/** A quote to one of the platform's own accounts, which expires after five minutes. */
async function quote(api: World): Promise<string> {
  const destination = items(await api.read("/platform/internal-accounts?currency=EUR"))[0] ?? {};
  const body = {
    source: { sourceType: "REALTIME_FUNDING", currency: "USD" },
    destination: { destinationType: "ACCOUNT", accountId: id(destination) },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1000,
  };
  return id(await api.created("/quotes", body));
}

describe("the clock", () => {
  it("stands still with a start time, and runs due work in order at its own times [GEN-15]", async () => {
    const api = new World({ now: "2026-04-27T09:00:00Z" });
    const { clock, events } = api.simulator;
    expect([clock.now(), clock.iso()]).toEqual([
      Date.parse("2026-04-27T09:00:00Z"),
      "2026-04-27T09:00:00.000Z",
    ]);
    const first = await quote(api);
    await clock.advance("1m");
    const [second, third] = [await quote(api), await quote(api)];
    // Two concurrent advances run one after the other.
    await Promise.all([clock.advance("3m"), clock.advance("3m")]);
    expect(clock.iso()).toBe("2026-04-27T09:07:00.000Z");
    const expired = events.ofType("OUTGOING_PAYMENT.EXPIRED");
    expect(expired.map(({ data, timestamp }) => [(data as { quoteId: string }).quoteId, timestamp])).toEqual([
      [first, "2026-04-27T09:05:00.000Z"],
      [second, "2026-04-27T09:06:00.000Z"],
      [third, "2026-04-27T09:06:00.000Z"],
    ]);
  });

  it("follows the real time without a start time, plus all advances", async () => {
    const { clock } = new World({ now: undefined }).simulator;
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
    await clock.advance("1d");
    expect(Math.abs(clock.now() - Date.now() - 86_400_000)).toBeLessThan(1000);
  });

  it("runs work in real time, sooner after an advance", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const api = new World({ now: undefined });
    const { clock, events } = api.simulator;
    await quote(api);
    await clock.advance("3m");
    await quote(api);
    await clock.advance("4m");
    expect(events.ofType("OUTGOING_PAYMENT.EXPIRED")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(events.ofType("OUTGOING_PAYMENT.EXPIRED")).toHaveLength(2);
  });

  it("rejects an invalid duration, and continues", async () => {
    const { clock } = new World().simulator;
    await expect(clock.advance("soon")).rejects.toThrow(RangeError);
    await clock.advance(1);
  });

  it.each([
    [5, 5],
    ["250ms", 250],
    ["30s", 30_000],
    ["1.5s", 1500],
    ["6m", 360_000],
    ["24h", 86_400_000],
    ["1d", 86_400_000],
    [" 2 h ", 7_200_000],
  ])("reads %j as %i ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(["", "5", "5 weeks", "-5s", -5, NaN, Infinity])("rejects %j as a duration", (text) => {
    expect(() => parseDuration(text)).toThrow(RangeError);
  });

  it.each(["3000000d", 1e300])(
    "rejects an advance by %j, which no timestamp can show, and continues",
    async (by) => {
      const { clock } = new World({ now: "2026-04-27T09:00:00Z" }).simulator;
      await expect(clock.advance(by)).rejects.toThrow("the clock must stay between the years 0 and 9898");
      await clock.advance(1);
      expect(clock.iso()).toBe("2026-04-27T09:00:00.001Z");
    },
  );

  it("rejects a start and a saved instant that no timestamp can show", () => {
    expect(() => new World({ now: "+012026-04-27T09:00:00Z" })).toThrow(RangeError);
    // What falls due 100 years later has a timestamp, too.
    expect(() => new World({ now: "9899-01-01T00:00:00Z" })).toThrow(RangeError);
    expect(() => new World({ now: "9898-12-31T23:59:59Z" })).not.toThrow();
    const { simulator } = new World({ now: "2026-04-27T09:00:00Z" });
    const snapshot = simulator.snapshot();
    snapshot.world["clock"] = { nowMs: 1e300, aheadMs: 0, stands: true };
    expect(() => Simulator.restore(snapshot)).toThrow("the snapshot is damaged: the clock must stay");
  });

  it("shows no date behind the year 9999, whatever durations add up to", () => {
    const { clock } = new World().simulator;
    const last = Date.parse("9999-12-31T23:59:59.999Z");
    for (const ms of [last, last + 1, 8.64e15 + 1]) expect(clock.iso(ms)).toBe("9999-12-31T23:59:59.999Z");
  });

  it("runs due work before a request [GEN-15]", async () => {
    const api = new World({ now: undefined, quotes: { lifetime: 0 } });
    const account = items(await api.read("/platform/internal-accounts?currency=USD"))[0] ?? {};
    await api.created(`/sandbox/internal-accounts/${id(account)}/fund`, { amount: 10_000 });
    const destination = items(await api.read("/platform/internal-accounts?currency=EUR"))[0] ?? {};
    const quote = await api.created("/quotes", {
      source: { sourceType: "ACCOUNT", accountId: id(account) },
      destination: { destinationType: "ACCOUNT", accountId: id(destination) },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1000,
    });
    expect(await api.read(`/quotes/${id(quote)}`)).toMatchObject({ status: "EXPIRED" });
  });
});
