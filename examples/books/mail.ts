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
function numbers(): () => number {
  let seed = 1;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The events in another order, without some, with some of them twice. */
function shuffled(events: readonly SimulatorEvent[], { lost, doubled }: Losses): SimulatorEvent[] {
  const random = numbers();
  const posted = events.flatMap((event) => {
    const share = random();
    const copies = share < lost ? 0 : share < lost + doubled ? 2 : 1;
    return Array.from({ length: copies }, () => ({ event, place: random() }));
  });
  return posted.sort((a, b) => a.place - b.place).map(({ event }) => event);
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
  const lane = async (url: string): Promise<void> => {
    for (let event = posted.pop(); event !== undefined; event = posted.pop()) {
      const { body, headers } = simulator.signEvent(event);
      for (let isStored = false; !isStored;) {
        const response = await fetch(url, { method: "POST", body, headers }).catch(() => undefined);
        await response?.text().catch(() => "");
        isStored = response?.ok === true;
        if (!isStored) await sleep(250);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, index) => lane(urls[index % urls.length] ?? "")));
  return events.filter(({ id }) => !arrived.has(id));
}
