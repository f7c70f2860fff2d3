import { subscribe } from "node:diagnostics_channel";
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import process from "node:process";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** The state at one moment, after garbage collection. */
export interface Sample {
  /** The heap and its external memory: `heapUsed` and `external`, which includes array buffers. */
  readonly heapBytes: number;
  /** The counts that must not grow, by name. */
  readonly counts: Readonly<Record<string, number>>;
}

type Timer = ReturnType<typeof setTimeout>;

/** Timers that have neither fired nor been cleared, including unreferenced ones. */
const timers = new Set<Timer>();
let isWatching = false;

/** Counts the timers that the global functions set from now on. */
export function watchTimers(): void {
  if (isWatching) return;
  isWatching = true;
  const set = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const watched = (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]): Timer => {
    const timer = set(() => {
      timers.delete(timer);
      run(...values);
    }, ms);
    timers.add(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(watched, set) as typeof setTimeout;
  globalThis.clearTimeout = ((timer?: Timer) => {
    if (timer !== undefined) timers.delete(timer);
    clear(timer);
  }) as typeof clearTimeout;
}

/** Runs the work that waits for a later turn, then collects garbage. */
async function collect(): Promise<void> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run with --expose-gc");
  for (let round = 0; round < 3; round += 1) {
    await nextTurn();
    await gc();
  }
}

/** Connections that this process opened and did not close, including unreferenced ones. */
const sockets = new Set<Socket>();

/** The number of active timers. */
export const openTimers = () => timers.size;

/** Counts the connections that open from now on. */
export function watchSockets(): void {
  subscribe("net.client.socket", (message) => {
    const { socket } = message as { socket: Socket };
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
}

/** The time that idle connections and their timers have to close, and the interval of the checks. */
const SETTLE_MS = 2_500;
const LOOK_MS = 25;

/** Waits until idle connections and their timers are closed. */
async function settle(): Promise<void> {
  const endMs = performance.now() + SETTLE_MS;
  while (sockets.size > 0 && performance.now() < endMs) await wait(LOOK_MS);
}

/** The number of open connections. */
export const openSockets = () => sockets.size;

/** The most listeners on one connection. A pool may open another connection, but no connection may collect listeners. */
function listenersPerSocket(): number {
  const counts = [...sockets].map((socket) =>
    socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0),
  );
  return Math.max(0, ...counts);
}

/** Handles by kind, without those that are counted separately. */
function handles(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // Timers and connections are counted separately, with the unreferenced ones.
    if (kind === "Timeout" || kind === "Immediate" || kind === "TCPSocketWrap") continue;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Measures when everything has settled. */
export async function look(signals: readonly AbortSignal[], extra: Record<string, number>): Promise<Sample> {
  await settle();
  await collect();
  const { heapUsed, external } = process.memoryUsage();
  const kinds = handles();
  return {
    heapBytes: heapUsed + external,
    counts: {
      handles: Object.values(kinds).reduce((sum, count) => sum + count, 0),
      sockets: sockets.size,
      listeners: signals.reduce((sum, signal) => sum + getEventListeners(signal, "abort").length, 0),
      "listeners of a socket": listenersPerSocket(),
      timers: timers.size,
      ...extra,
    },
  };
}
