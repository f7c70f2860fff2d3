import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../src/simulator/runtime/random";
import { individual, usdAccount } from "../support/parts";
import { id, items, World } from "../support/world";

describe("repeatable runs", () => {
  const run = async (options = {}) => {
    const api = new World(options);
    const customer = await api.created("/customers", individual);
    await api.created("/customers/external-accounts", { ...usdAccount(), customerId: id(customer) });
    return { api, text: JSON.stringify([api.simulator.requests, api.simulator.platformId]) };
  };

  it("have identifiers that depend on the seed [GEN-15]", async () => {
    const { text } = await run({ seed: "a" });
    expect((await run({ seed: "a" })).text).toBe(text);
    expect((await run({ seed: "b" })).text).not.toBe(text);
  });

  it("start over with reset: state, log, clock, faults, identifiers", async () => {
    const { api, text } = await run();
    const heard: string[] = [];
    api.simulator.on("*", ({ type }) => heard.push(type));
    api.simulator.faults.add({ kind: "status", status: 500 });
    await api.simulator.clock.advance("1h");
    api.simulator.reset();
    expect(api.simulator.requests).toEqual([]);
    expect(await api.read("/customers")).toMatchObject({ totalCount: 0 });
    api.simulator.reset();
    const again = await run(api.simulator);
    expect(again.text).toBe(text);
    const account = items(await api.read("/platform/internal-accounts?currency=USD"))[0] ?? {};
    await api.created(`/sandbox/internal-accounts/${id(account)}/fund`, { amount: 1 });
    expect(heard).toEqual(["INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
  });

  it("have evenly spread digits and fractions, and well-formed UUIDs [GEN-04]", () => {
    const random = new SeededRandom("spread");
    const counts = new Map<string, number>();
    for (const digit of random.digits(20_000)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect([...counts.keys()].toSorted()).toEqual([..."0123456789"]);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
    const ids = Array.from({ length: 5000 }, () => random.id("Customer"));
    expect(new Set(ids).size).toBe(5000);
    for (const made of ids)
      expect(made).toMatch(/^Customer:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const fractions = Array.from({ length: 5000 }, () => random.fraction());
    expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    expect(fractions.reduce((sum, fraction) => sum + fraction, 0) / 5000).toBeCloseTo(0.5, 1);
    expect(random.bytes(5)).toHaveLength(5);
  });
});
