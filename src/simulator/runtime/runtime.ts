import { VirtualClock } from "./clock";
import { EventLog } from "./events";
import type { ResolvedOptions } from "./options";
import { Outbox } from "./outbox";
import { SeededRandom } from "./random";
import { WorldState } from "./state";
import { Tasks } from "./tasks";

/** What stays when the service starts over, so that whoever watches keeps watching. */
export interface Runtime {
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  outbox: Outbox;
  /** What the service will do later on. */
  tasks: Tasks;
  /** What a snapshot saves. */
  state: WorldState;
}

/** The clock comes before the tasks: what is loaded is scheduled on it. */
function enterParts({ state, clock, random, events, outbox, tasks }: Runtime): void {
  state.clear();
  for (const [name, part] of Object.entries({ clock, random, events, outbox, tasks })) state.add(name, part);
}

export function createRuntime({ startMs, seed }: Pick<ResolvedOptions, "startMs" | "seed">): Runtime {
  const clock = new VirtualClock(startMs);
  const random = new SeededRandom(seed);
  const events = new EventLog(clock, random);
  const runtime = {
    clock,
    random,
    events,
    outbox: new Outbox(),
    tasks: new Tasks(clock),
    state: new WorldState(),
  };
  enterParts(runtime);
  return runtime;
}

/** Starts clock and identifiers again, empties the logs, and forgets the parts of the old world; handlers stay. */
export function resetRuntime(runtime: Runtime): void {
  const { clock, random, events, outbox, tasks } = runtime;
  tasks.reset();
  clock.reset();
  random.reset();
  events.clear();
  outbox.clear();
  enterParts(runtime);
}
