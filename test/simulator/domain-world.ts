import type { SimulatorOptions } from "payments-sdk/simulator";
import { createWorld } from "../../src/simulator/domain/create-world";
import { openAccount } from "../../src/simulator/domain/accounts";
import type { World } from "../../src/simulator/domain/world";
import { resolveOptions } from "../../src/simulator/runtime/options";

/** A world without observers, with two accounts in US dollars. */
export function createTestWorld(options: SimulatorOptions = {}): {
  world: World;
  alice: string;
  bob: string;
} {
  const world = createWorld(resolveOptions({ now: "2026-04-27T09:00:00Z", seed: "world", ...options }), {
    announce: () => undefined,
    deliver: () => undefined,
    test: () => Promise.resolve({ kind: "failed", error: "nobody listens" }),
    scheduled: () => undefined,
  });
  const [alice, bob] = ["INTERNAL_FIAT", "INTERNAL_FIAT"].map(
    () => openAccount(world, null, "INTERNAL_FIAT", "USD").id,
  );
  return { world, alice: alice ?? "", bob: bob ?? "" };
}
