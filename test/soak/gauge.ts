import { subscribe } from "node:diagnostics_channel";
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import process from "node:process";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** What there is at one moment, after everything that nobody holds was collected. */
export interface Sample {
  /** The heap with what it holds outside: `heapUsed` and `external`, of which array buffers are a part. */
  readonly heapBytes: number;
  /** What must not become more, by name. */
  readonly counts: Readonly<Record<string, number>>;
}

type Timer = ReturnType<typeof setTimeout>;

/** Timers that have neither fired nor been cleared, those that keep no process alive included. */
const timers = new Set<Timer>();
let isWatching = false;

/** Counts the timers that are set from now on through the global functions. */
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

/** Lets go of what only waits for a later turn, and collects the rest. */
async function collect(): Promise<void> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run with --expose-gc");
  for (let round = 0; round < 3; round += 1) {
    await nextTurn();
    await gc();
  }
}

/** Connections that this process opened and that are not closed, those that keep no process alive included. */
const sockets = new Set<Socket>();

/** How many timers are set. */
export const openTimers = () => timers.size;

/** Counts the connections that are opened from now on. */
export function watchSockets(): void {
  subscribe("net.client.socket", (message) => {
    const { socket } = message as { socket: Socket };
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
}

/** How long idle connections and their timers get to close, and how often to look. */
const SETTLE_MS = 2_500;
const LOOK_MS = 25;

/** Waits until idle connections are closed, and what closes with them. */
async function settle(): Promise<void> {
  const endMs = performance.now() + SETTLE_MS;
  while (sockets.size > 0 && performance.now() < endMs) await wait(LOOK_MS);
}

/** How many connections are open. */
export const openSockets = () => sockets.size;

/** The most listeners on one connection: a pool may open another one, but none of them gathers listeners. */
function listenersPerSocket(): number {
  const counts = [...sockets].map((socket) =>
    socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0),
  );
  return Math.max(0, ...counts);
}

/** Handles by kind, without those that are counted on their own. */
function handles(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // Timers and connections are counted with those that keep no process alive.
    if (kind === "Timeout" || kind === "Immediate" || kind === "TCPSocketWrap") continue;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Looks, once nothing moves any more. */
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
