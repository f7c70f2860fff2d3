import { AsyncLocalStorage } from "node:async_hooks";
import { onTestFinished, vi } from "vitest";

const owner = new AsyncLocalStorage<ReadonlySet<unknown>>();

/**
 * The open timers of this test, from now on. Test files share a process, so that work which an earlier file left may start timers
 * during this test. Those do not count.
 */
export function ownTimers(): ReadonlySet<unknown> {
  const open = new Set<unknown>();
  owner.enterWith(open);
  // Otherwise it costs every promise of the files that follow.
  onTestFinished(() => owner.disable());
  const { setTimeout, clearTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, milliseconds?: number) => {
    const timer = setTimeout(() => {
      open.delete(timer);
      work();
    }, milliseconds);
    if (owner.getStore() === open) open.add(timer);
    return timer;
  });
  vi.stubGlobal("clearTimeout", (timer?: NodeJS.Timeout) => {
    open.delete(timer);
    clearTimeout(timer);
  });
  return open;
}
