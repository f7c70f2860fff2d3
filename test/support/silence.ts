import type { Simulator } from "payments-sdk/simulator";
import { onTestFinished, vi } from "vitest";

/** A time limit that never passes in real time, also on a busy machine. */
export const LIMIT_MS = 60_000;

/** When the simulator answers with silence, the limit passes at once. No test waits for it. */
export function passLimitOnSilence(simulator: Simulator): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  simulator.onExchange(({ fault }) => {
    if (fault?.startsWith("stall")) setImmediate(() => vi.advanceTimersByTime(LIMIT_MS));
  });
}
