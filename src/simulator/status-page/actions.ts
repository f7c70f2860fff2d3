import { invalidField } from "../domain/problem";
import { parseDuration } from "../runtime/clock";
import type { Fault, FaultKind } from "../runtime/fault";
import type { Shown } from "./data";

/** ISO 8601 has four digits for the year. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31);

type Fields = Readonly<Record<string, string | undefined>>;

function advance({ clock }: Shown["simulator"], { by = "" }: Fields): Promise<void> {
  const durationMs = parseDuration(by);
  if (clock.now() + durationMs > LAST_INSTANT_MS)
    throw invalidField("by", "a duration that ends before the year 9999");
  return clock.advance(durationMs);
}

/** `Faults.add` checks names and values. */
const faultOf = ({ kind, operation, after, ...numbers }: Fields): Fault => ({
  kind: kind as FaultKind,
  operation,
  after: after !== undefined,
  ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])),
});

/** Runs the action of a form. `fields` has no empty texts. */
export async function act({ simulator }: Shown, { action, id = "", ...fields }: Fields): Promise<void> {
  if (action === "clock/advance") await advance(simulator, fields);
  else if (action === "faults/add") simulator.faults.add(faultOf(fields));
  else if (action === "faults/remove") simulator.faults.remove(Number(id));
  else if (action === "quotes/pay") simulator.payQuote(id);
  else if (action === "events/redeliver") await simulator.redeliver(id);
  else throw invalidField("action", "an action of this page");
}
