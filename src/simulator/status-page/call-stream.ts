import type { Host } from "../api/host";
import type { EventStream } from "../runtime/wire";
import { summaryOf } from "./calls";

/** The clock is sent, and a reset is noticed, so often. */
const TICK_MS = 1000;

const message = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The kept calls, then each new one. A reset empties the list. */
export function callStream(host: Host, headers: Record<string, string>): EventStream {
  const { recorder } = host.service;
  return {
    headers: { ...headers, "Content-Type": "text/event-stream; charset=utf-8" },
    open(send) {
      let sent = 0;
      let { clearings } = recorder;
      let now = "";
      const update = (): void => {
        if (recorder.clearings !== clearings) {
          sent = 0;
          ({ clearings } = recorder);
          send(message("clear", null));
        }
        const calls = recorder
          .since(sent)
          .map((exchange) => summaryOf(exchange, recorder.durationOf(exchange)));
        sent = recorder.count;
        if (calls.length > 0) send(message("calls", calls));
      };
      const tick = (): void => {
        update();
        const { clock } = host.world;
        const time = clock.iso();
        if (time !== now) send(message("now", time));
        now = time;
      };
      send(message("clear", null));
      tick();
      const stopListening = recorder.on(update);
      const timer = setInterval(tick, TICK_MS);
      return () => {
        stopListening();
        clearInterval(timer);
      };
    },
  };
}
