import { listFaults } from "../api/faults";
import type { Host } from "../api/host";
import type { EventStream } from "../runtime/wire";
import { summaryOf } from "./calls";

/** The clock is sent, and a reset or a change is noticed, so often. */
const TICK_MS = 1000;

/**
 * Sends the kept calls, then each new one, the time, and that faults or deliveries have changed. A reset empties the list. Returns the
 * function that ends it.
 */
export function followCalls(
  host: Host,
  send: (event: "calls" | "changed" | "clear" | "now", data: unknown) => void,
): () => void {
  const { recorder } = host.service;
  let sent = 0;
  let { log } = recorder;
  let now = "";
  let seen = "";
  const update = (): void => {
    if (recorder.log !== log) {
      sent = 0;
      ({ log } = recorder);
      send("clear", null);
    }
    const calls = log
      .since(sent)
      .map((exchange) => summaryOf(host.world, exchange, recorder.durationOf(exchange)));
    sent = log.count;
    if (calls.length > 0) send("calls", calls);
  };
  const tick = (): void => {
    update();
    const { world, deliveries } = host;
    const time = world.clock.iso();
    if (time !== now) send("now", time);
    now = time;
    // Not at each call, because a page reads again what it shows.
    const state = JSON.stringify([listFaults(world), deliveries.list.at(-1)]);
    if (state !== seen) send("changed", null);
    seen = state;
  };
  send("clear", null);
  tick();
  const stopListening = recorder.on(update);
  const timer = setInterval(tick, TICK_MS);
  return () => {
    stopListening();
    clearInterval(timer);
  };
}

/** The calls as server-sent events. */
export const callStream = (host: Host, headers: Record<string, string>): EventStream => ({
  headers: { ...headers, "Content-Type": "text/event-stream; charset=utf-8" },
  open: (send) =>
    followCalls(host, (event, data) => {
      send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }),
});
