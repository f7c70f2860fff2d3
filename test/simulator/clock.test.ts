import { describe, expect, it } from "vitest";
import { parseDuration, VirtualClock } from "../../src/simulator/runtime/clock";
import { id, items, Api } from "../support/api";

describe("the clock", () => {
  it("stands still with a start, and runs due transitions in order at their own time [GEN-15]", async () => {
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    const note = (name: string) => () => {
      seen.push(`${name} at ${String(clock.now())}`);
    };
    clock.schedule(2000, note("second"));
    clock.schedule(1000, note("first"));
    clock.schedule(2000, note("third"));
    clock.schedule(2001, note("later"));
    clock.schedule(1500, () => {
      clock.schedule(clock.now(), note("at once"));
      clock.schedule(1900, note("in between"));
    });
    const cancel = clock.schedule(1800, note("cancelled"));
    cancel();
    cancel();
    await clock.advance("2s");
    expect(seen).toEqual([
      "first at 1000",
      "at once at 1500",
      "in between at 1900",
      "second at 2000",
      "third at 2000",
    ]);
    expect(clock.now()).toBe(2000);
    expect(clock.iso()).toBe("1970-01-01T00:00:02.000Z");
    await clock.advance(1);
    expect(seen.at(-1)).toBe("later at 2001");
  });

  it("waits for asynchronous transitions, and lets one advance follow another [GEN-15]", async () => {
    const clock = new VirtualClock(0);
    const seen: number[] = [];
    for (const at of [10, 20, 30]) {
      clock.schedule(at, async () => {
        await Promise.resolve();
        await Promise.resolve();
        seen.push(clock.now());
      });
    }
    await Promise.all([clock.advance(15), clock.advance(15)]);
    expect(seen).toEqual([10, 20, 30]);
    expect(clock.now()).toBe(30);
  });

  it("goes on after a transition that failed", async () => {
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    clock.schedule(1, () => {
      throw new Error("a defect");
    });
    clock.schedule(2, () => {
      seen.push("next");
    });
    await expect(clock.advance(5)).rejects.toThrow("a defect");
    await clock.advance(0);
    expect(seen).toEqual(["next"]);
    expect(clock.now()).toBe(5);
  });

  it("follows the real time without a start, plus what it was advanced", async () => {
    const clock = new VirtualClock();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
    await clock.advance("1d");
    expect(Math.abs(clock.now() - Date.now() - 86_400_000)).toBeLessThan(1000);
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

  it.each(["", "5", "5 weeks", "-5s", -5, NaN, Infinity])("refuses %j as a duration", (text) => {
    expect(() => parseDuration(text)).toThrow(RangeError);
  });

  it("runs what fell due before it carries out a request [GEN-15]", async () => {
    const api = new Api({ now: undefined, quotes: { lifetime: 0 } });
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
