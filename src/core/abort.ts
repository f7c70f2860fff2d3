import { AbortedError } from "./errors";
import type { ErrorFacts } from "./errors";
import { fieldOf } from "./fields";

/** The reactions to one signal. */
interface Watch {
  readonly reactions: Set<() => void>;
  readonly fire: () => void;
}

const watches = /* @__PURE__ */ new WeakMap<AbortSignal, Watch>();

/** Whether a value is a signal. For a signal of another realm or a polyfill, `instanceof` is false. */
export function isSignal(value: unknown): value is AbortSignal {
  return (
    typeof fieldOf(value, "aborted") === "boolean" && typeof fieldOf(value, "addEventListener") === "function"
  );
}

/**
 * Calls `react` when the signal aborts. Returns a function that undoes this. All calls with the same signal share one listener, which
 * is removed after the last call. Node warns about a leak from the eleventh listener on.
 */
export function onAbort(signal: AbortSignal | undefined, react: () => void): () => void {
  if (signal === undefined) return () => {};
  let watch = watches.get(signal);
  if (watch === undefined) {
    const reactions: Watch["reactions"] = new Set();
    const fire = () => {
      for (const reaction of reactions) reaction();
    };
    watch = { reactions, fire };
    watches.set(signal, watch);
  }
  const { reactions, fire } = watch;
  reactions.add(react);
  signal.addEventListener("abort", fire, { once: true });
  return () => {
    reactions.delete(react);
    if (reactions.size === 0) signal.removeEventListener("abort", fire);
  };
}

/** The limit of a wait, and the error after it. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly timeoutError: () => Error;
}

/**
 * Does the work. If the signal aborts or the time is over first, rejects at once, even if the work continues. The work gets a new
 * signal that aborts then, so that nothing stays attached to the caller's. Without a signal and a limit, it gets none.
 *
 * @throws {AbortedError} when the signal aborts
 */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  work: (ended: AbortSignal | undefined) => Promise<T>,
  facts?: ErrorFacts,
  limit?: TimeLimit,
): Promise<T> {
  if (signal === undefined && limit === undefined) return work(undefined);
  if (signal?.aborted) throw new AbortedError(signal, facts, " before it began");
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      reject(error);
      ended.abort(signal?.reason);
      release();
    };
    const timer = limit && setTimeout(() => end(limit.timeoutError()), limit.timeoutMs);
    const ignoreSignal = onAbort(signal, () => end(new AbortedError(signal as AbortSignal, facts)));
    const release = () => {
      clearTimeout(timer);
      ignoreSignal();
    };
    void work(ended.signal).then(resolve, reject).then(release);
  });
}

/**
 * Waits, unless the signal aborts first.
 *
 * @throws {AbortedError} when the signal aborts
 */
export async function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
  facts?: ErrorFacts,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = () => new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await untilAborted(signal, elapsed, facts).finally(() => clearTimeout(timer));
}
