import { setTimeout as sleep } from "node:timers/promises";
import type { Simulator, SimulatorEvent } from "payments-sdk/simulator";

/** How badly the mail works, as shares of the events. */
export interface Losses {
  lost: number;
  doubled: number;
}

/** Deliveries under way at once. */
const LANES = 32;

/** Numbers between 0 and 1, the same ones in each run. */
function* numbers(): Generator<number, never> {
  for (let seed = 1; ;) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed / 2_147_483_647;
  }
}

/** The events in another order, without some, with some of them twice. */
function shuffled(events: readonly SimulatorEvent[], { lost, doubled }: Losses): SimulatorEvent[] {
  const random = numbers();
  const posted = events.flatMap((event) => {
    const share = random.next().value;
    if (share < lost) return [];
    return share < lost + doubled ? [event, event] : [event];
  });
  for (let last = posted.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.next().value * (last + 1));
    [posted[last], posted[other]] = [posted[other]!, posted[last]!];
  }
  return posted;
}

/**
 * Posts events to the endpoints by turns, signed by the simulator. A delivery is repeated until the endpoint has stored it.
 *
 * @returns the events that were lost
 */
export async function deliver(
  simulator: Simulator,
  events: readonly SimulatorEvent[],
  urls: readonly string[],
  losses: Losses,
): Promise<SimulatorEvent[]> {
  const posted = shuffled(events, losses);
  const arrived = new Set(posted.map(({ id }) => id));
  const post = async (event: SimulatorEvent, url: string): Promise<void> => {
    for (;;) {
      const { body, headers } = simulator.signEvent(event);
      const response = await fetch(url, { method: "POST", body, headers }).catch(() => undefined);
      await response?.text().catch(() => "");
      if (response?.ok) return;
      await sleep(250);
    }
  };
  const lane = async (url: string): Promise<void> => {
    for (let event = posted.pop(); event !== undefined; event = posted.pop()) await post(event, url);
  };
  await Promise.all(Array.from({ length: LANES }, (_, index) => lane(urls[index % urls.length] ?? "")));
  return events.filter(({ id }) => !arrived.has(id));
}
