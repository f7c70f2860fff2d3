import type { Phase } from "./phase";
import { aborts } from "./phases/aborts";
import { calls } from "./phases/calls";
import { failures } from "./phases/failures";
import { relay } from "./phases/relay";
import { rows } from "./phases/rows";
import { simulator } from "./phases/simulator";
import { timeOuts } from "./phases/time-outs";
import { wallet } from "./phases/wallet";
import { webhooks } from "./phases/webhooks";

/** Only these phases load the browser driver, which would add a hundred megabytes to the heap of all others. */
const page = (name: string, operations: number, reloads: boolean): Phase => ({
  name,
  operations,
  open: async () => (await import("./phases/page")).openPage(reloads),
});

/** The wallet page in Chromium, with a reload after each round, and without. */
const pages = [page("page, reloads", 60, true), page("page, one document", 100, false)];

export const phases: readonly Phase[] = [
  ...calls,
  ...rows,
  ...aborts,
  ...timeOuts,
  ...failures,
  ...relay,
  ...webhooks,
  ...wallet,
  ...simulator,
  ...pages,
];

export function findPhase(name: string): Phase {
  const found = phases.find((phase) => phase.name === name);
  if (found === undefined) throw new Error(`there is no phase ${name}`);
  return found;
}
