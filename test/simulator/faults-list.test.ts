import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { createSimulator } from "../support/world";

const call = async (simulator: Simulator) =>
  (await simulator.fetch(`${simulator.clientOptions().baseUrl}/customers`)).status;

describe("the list of faults", () => {
  it("shows each fault with its remaining times, in the order of use", async () => {
    const simulator = createSimulator({}, { recorded: false });
    const { faults } = simulator;
    const first = { kind: "status", operation: "GET /customers", times: 1, skip: 1 } as const;
    faults.add(first);
    faults.add({ kind: "empty", operation: /^GET/ });
    expect(faults.list).toEqual([
      { id: "fault-1", fault: first, left: 1, toSkip: 1 },
      { id: "fault-2", fault: { kind: "empty", operation: /^GET/ }, left: Infinity, toSkip: 0 },
    ]);
    expect([await call(simulator), await call(simulator), await call(simulator)]).toEqual([500, 503, 500]);
    expect(faults.list[0]).toMatchObject({ left: 0, toSkip: 0 });
    // It is a copy, so changes in it do not affect a fault.
    Object.assign(faults.list[1]?.fault ?? {}, { status: 418 });
    expect(await call(simulator)).toBe(500);
  });

  it("loses removed faults, and a removal never affects another fault", () => {
    const simulator = createSimulator();
    const { faults } = simulator;
    const removeFirst = faults.add({ kind: "reset-before" });
    const removeSecond = faults.add({ kind: "reset-before" });
    removeFirst();
    expect(faults.list).toHaveLength(1);
    removeFirst();
    expect(faults.list).toHaveLength(1);
    removeSecond();
    expect(faults.list).toEqual([]);
    simulator.reset();
    faults.add({ kind: "reset-before" });
    removeFirst();
    expect(faults.list).toHaveLength(1);
  });

  it("continues after a snapshot", () => {
    const simulator = createSimulator();
    simulator.faults.add({ kind: "html", times: 2 });
    simulator.faults.add({ kind: "empty" })();
    const snapshot = JSON.parse(JSON.stringify(simulator.snapshot()));
    const restored = Simulator.restore(snapshot, { now: "2026-04-27T09:00:00Z" });
    expect(restored.faults.list).toEqual(simulator.faults.list);
  });
});
