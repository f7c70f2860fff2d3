import { serviceKeys } from "../crypto/service-keys";
import type { ResolvedOptions } from "../runtime/options";
import { SeededRandom } from "../runtime/random";
import { requireCurrencies } from "./currencies";
import { createPlatform, addConfiguredTokens } from "./platform";
import { ratesOf } from "./pricing";
import { tasks } from "./scheduler";
import { createState } from "./world";
import type { Outside, SavedState, State, World } from "./world";

/** @throws {TypeError} when a part is missing or unknown, or a task is */
function requireSameParts(state: State, saved: SavedState): void {
  const unknown = Object.keys(saved).find((name) => !Object.hasOwn(state, name));
  if (unknown !== undefined) throw new TypeError(`the simulator has no part ${unknown}`);
  const missing = Object.keys(state).find((name) => !Object.hasOwn(saved, name));
  if (missing !== undefined) throw new TypeError(`the part ${missing} is missing`);
  const task = state.tasks.all().find((due) => !Object.hasOwn(tasks, due.task));
  if (task) throw new TypeError(`the simulator has no task ${task.task}`);
}

/** @throws {TypeError} when an option names an unknown currency, or a saved part has the wrong form */
export function createWorld(options: ResolvedOptions, outside: Outside, saved?: SavedState): World {
  requireCurrencies(options);
  const state = createState(options, saved);
  // The platform's id is the first that the seed gives.
  const ids = saved ? new SeededRandom(options.seed) : state.random;
  const world: World = {
    ...state,
    options,
    platformId: options.platformId ?? ids.id("Platform"),
    keys: serviceKeys(options, state.clock),
    rates: ratesOf(state.setRates),
    outside,
  };
  if (saved) {
    requireSameParts(state, saved);
    return world;
  }
  world.platform = createPlatform(world);
  addConfiguredTokens(world);
  return world;
}

export function stateOf({
  options: _,
  platformId: __,
  keys: ___,
  rates: ____,
  outside: _____,
  ...state
}: World): State {
  return state;
}
