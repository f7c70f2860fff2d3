import { search } from "../explore/choices";
import type { Found } from "../explore/choices";
import { assuming } from "./assumptions";
import type { AssumptionName } from "./assumptions";
import { runHistory } from "./job";
import type { Cast } from "./job";
import { LONGEST_DELAY } from "./world";
import type { Settings } from "./world";

/** One search. */
export interface PayoutScenario extends Omit<Settings, "nextStep" | "assumptions"> {
  readonly cast: Cast;
  /** The most disturbances in the short and in the long search. */
  readonly bounds: readonly [short: number, long: number];
}

const maxDelay = LONGEST_DELAY;

/** A planted defect is searched in this order, so the ones that reveal most stand first. */
export const scenarios: readonly PayoutScenario[] = [
  { cast: "one worker", bounds: [2, 3], isRefused: true, continues: 2 },
  { cast: "one worker", bounds: [3, 4], maxDelay },
  { cast: "two equal payments", bounds: [3, 4], isRefused: true },
  { cast: "one worker", bounds: [3, 4] },
  { cast: "one worker", bounds: [3, 4], storesRefusals: true },
  { cast: "one worker", bounds: [3, 4], maxDelay, storesRefusals: true },
  { cast: "one worker", bounds: [2, 4], maxDelay, isRefused: true },
  { cast: "one worker", bounds: [2, 4], maxDelay, isRefused: true, storesRefusals: true, continues: 1 },
  { cast: "two workers", bounds: [2, 3] },
  { cast: "two workers", bounds: [2, 3], maxDelay },
  { cast: "two workers", bounds: [2, 3], maxDelay, storesRefusals: true, continues: 1 },
  { cast: "two equal payments", bounds: [2, 3] },
  { cast: "two equal payments", bounds: [2, 3], maxDelay },
];

/** The scenario that needs each assumption. */
export const withoutAssumption: Readonly<Record<AssumptionName, PayoutScenario>> = {
  "recorded first": { cast: "one worker", bounds: [3, 3] },
  "one transaction": { cast: "two workers", bounds: [3, 4] },
  "longest delay": { cast: "one worker", bounds: [3, 3], maxDelay },
  "even clock": { cast: "one worker", bounds: [4, 4], maxDelay },
  "kept keys": { cast: "one worker", bounds: [3, 3] },
  "key first": { cast: "one worker", bounds: [3, 3], maxDelay },
  "open equals": { cast: "two equal payments", bounds: [3, 3], isRefused: true },
};

/** What a scenario has. */
export function nameOf({ cast, bounds: _, ...more }: PayoutScenario): string {
  return [cast, ...Object.entries(more).map(([name, value]) => `${name} ${String(value)}`)].join(", ");
}

/** Searches one scenario. */
export function searchPayouts(
  { bounds, cast, ...settings }: PayoutScenario,
  nextStep: Settings["nextStep"],
  length: "short" | "long",
  without?: AssumptionName,
): Promise<Found> {
  const disturbances = bounds[length === "short" ? 0 : 1];
  const all = { ...settings, nextStep, assumptions: assuming(without) };
  return search((choices) => runHistory(choices, all, cast), { disturbances });
}
