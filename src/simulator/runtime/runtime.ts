import { VirtualClock } from "./clock";
import { EventLog } from "./events";
import type { ResolvedOptions } from "./options";
import { Outbox } from "./outbox";
import { SeededRandom } from "./random";

/** What stays when the service starts over, so that whoever watches keeps watching. */
export interface Runtime {
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  outbox: Outbox;
}

export function createRuntime({ startMs, seed }: Pick<ResolvedOptions, "startMs" | "seed">): Runtime {
  const clock = new VirtualClock(startMs);
  const random = new SeededRandom(seed);
  return { clock, random, events: new EventLog(clock, random), outbox: new Outbox() };
}

/** Starts clock and identifiers again and empties the logs; handlers stay. */
export function resetRuntime({ clock, random, events, outbox }: Runtime): void {
  clock.reset();
  random.reset();
  events.clear();
  outbox.clear();
}
