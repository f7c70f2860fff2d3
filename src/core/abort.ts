import { AbortedError } from "./errors";
import { fieldOf } from "./fields";

/** The reactions to one signal. */
interface Watch {
  readonly reactions: Set<() => void>;
  readonly fire: () => void;
}

const watches = /* @__PURE__ */ new WeakMap<AbortSignal, Watch>();

/** Whether a value is a signal. A signal may come from another realm or a polyfill, where `instanceof` says no. */
export function isSignal(value: unknown): value is AbortSignal {
  return (
    typeof fieldOf(value, "aborted") === "boolean" && typeof fieldOf(value, "addEventListener") === "function"
  );
}

/**
 * Calls `react` when the signal aborts, and returns what undoes that. However many calls share a signal, one listener is on
 * it while any of them runs, and none after: Node warns of a leak from the eleventh listener on.
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

/**
 * Does the work, unless the signal aborts first: then it rejects at once, whatever the work does. The work gets a signal of its own,
 * so that nothing stays attached to the caller's.
 *
 * @throws {AbortedError} when the signal aborts
 */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
  operation?: string,
): Promise<T> {
  if (signal === undefined) return work(undefined);
  if (signal.aborted) throw new AbortedError(signal, { operation });
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const ignoreSignal = onAbort(signal, () => {
      reject(new AbortedError(signal, { operation }));
      controller.abort(signal.reason);
    });
    void work(controller.signal).then(resolve, reject).then(ignoreSignal);
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
  operation?: string,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await untilAborted(
      signal,
      () =>
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, milliseconds);
        }),
      operation,
    );
  } finally {
    clearTimeout(timer);
  }
}
