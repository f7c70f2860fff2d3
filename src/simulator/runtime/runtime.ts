import { VirtualClock } from "./clock";
import { EventLog } from "./events";
import type { ResolvedOptions } from "./options";
import { Outbox } from "./outbox";
import { SeededRandom } from "./random";
import { Webhooks } from "./webhooks";
import type { SignBody } from "./webhooks";

/** What stays when the service starts over, so that whoever watches keeps watching. */
export interface Runtime {
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  outbox: Outbox;
  webhooks: Webhooks;
}

/** @param sign makes the signature of what is delivered to the platform's endpoint. */
export function createRuntime(options: ResolvedOptions, sign: SignBody): Runtime {
  const clock = new VirtualClock(options.startMs);
  const random = new SeededRandom(options.seed);
  const events = new EventLog(clock, random);
  const webhooks = new Webhooks({ clock, events, sign, options });
  return { clock, random, events, outbox: new Outbox(), webhooks };
}

/** Starts clock and identifiers again and empties the logs; handlers stay. */
export function resetRuntime({ clock, random, events, outbox, webhooks }: Runtime): void {
  webhooks.reset();
  clock.reset();
  random.reset();
  events.clear();
  outbox.clear();
}
