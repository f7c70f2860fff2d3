import { VirtualClock } from "./clock";
import { EventLog } from "./events";
import type { ResolvedOptions } from "./options";
import { Outbox } from "./outbox";
import { SeededRandom } from "./random";
import { WorldState } from "./state";
import { Tasks } from "./tasks";
import { Webhooks } from "./webhooks";
import type { SignBody } from "./webhooks";

/** What stays when the service starts over, so that whoever watches keeps watching. */
export interface Runtime {
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  outbox: Outbox;
  /** What the service will do later on. */
  tasks: Tasks;
  /** The deliveries of the events to the platform's endpoint. */
  webhooks: Webhooks;
  /** What a snapshot saves. */
  state: WorldState;
}

/** The clock comes before the tasks: what is loaded is scheduled on it. */
function enterParts({ state, clock, random, events, outbox, tasks, webhooks }: Runtime): void {
  state.clear();
  const parts = { clock, random, events, outbox, tasks, webhooks };
  for (const [name, part] of Object.entries(parts)) state.add(name, part);
}

/** @param sign makes the signature of what is delivered to the platform's endpoint. */
export function createRuntime(options: ResolvedOptions, sign: SignBody): Runtime {
  const { keep } = options;
  const clock = new VirtualClock(options.startMs);
  const random = new SeededRandom(options.seed);
  const events = new EventLog(clock, random, keep.events);
  const tasks = new Tasks(clock);
  const runtime = {
    clock,
    random,
    events,
    outbox: new Outbox(keep.messages),
    tasks,
    webhooks: new Webhooks({ clock, events, tasks, sign, options, limit: keep.deliveries }),
    state: new WorldState(),
  };
  enterParts(runtime);
  return runtime;
}

/** Starts clock and identifiers again, empties the logs, and forgets the parts of the old world; handlers stay. */
export function resetRuntime(runtime: Runtime): void {
  const { clock, random, events, outbox, tasks, webhooks } = runtime;
  webhooks.stop();
  tasks.reset();
  webhooks.reset();
  clock.reset();
  random.reset();
  events.clear();
  outbox.clear();
  enterParts(runtime);
}
