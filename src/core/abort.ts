/** The reactions to one signal. */
interface Watch {
  readonly reactions: Set<() => void>;
  readonly fire: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

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
      const due = [...reactions];
      reactions.clear();
      for (const reaction of due) reaction();
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
