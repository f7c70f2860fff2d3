import { externalAccountStatuses } from "../domain/external-accounts";
import { invalidField, invalidInput } from "../domain/problem";
import { verificationStatuses } from "../domain/verifications";
import { parseDuration } from "../runtime/clock";
import { faultKinds } from "../runtime/fault";
import type { Fault } from "../runtime/fault";
import type { World } from "./world";

/** The clock stays within what four digits of a year can say. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31);

/** What was sent to a control. */
type Input = Readonly<Record<string, unknown>>;

type Control = (world: World, input: Input) => string | Promise<string>;

function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== "string" || value === "") throw invalidField(name, "a text");
  return value;
}

function oneOf<T extends string>(input: Input, name: string, allowed: readonly T[]): T {
  const match = allowed.find((candidate) => candidate === input[name]);
  if (match === undefined) throw invalidField(name, `one of ${allowed.join(", ")}`);
  return match;
}

/** The number of a field, if it is there: whole, and within the limits. */
function whole(input: Input, name: string, least: number, most: number): number | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalidField(name, `a whole number from ${String(least)} to ${String(most)}`);
}

function requireKnown(input: Input, ...names: string[]): void {
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalidInput(`there is no field ${unknown} here`, { field: unknown });
}

/** The fault that was described. `Faults.add` checks the rest. */
function faultOf(input: Input): Fault {
  const names = ["kind", "operation", "times", "skip", "rate", "status", "delayMs", "retryAfter", "after"];
  requireKnown(input, ...names);
  const { rate, after } = input;
  if (rate !== undefined && typeof rate !== "number") throw invalidField("rate", "a number from 0 to 1");
  if (after !== undefined && typeof after !== "boolean") throw invalidField("after", "true or false");
  const day = 86_400_000;
  return {
    kind: oneOf(input, "kind", faultKinds),
    operation: input["operation"] === undefined ? undefined : text(input, "operation"),
    times: whole(input, "times", 1, 1_000_000),
    skip: whole(input, "skip", 0, 1_000_000),
    rate,
    status: whole(input, "status", 200, 599),
    delayMs: whole(input, "delayMs", 0, day),
    retryAfter: whole(input, "retryAfter", 0, day),
    after,
  };
}

async function advance({ simulator: { clock } }: World, input: Input): Promise<string> {
  requireKnown(input, "by");
  const durationMs = parseDuration(text(input, "by"));
  if (clock.now() + durationMs > LAST_INSTANT_MS)
    throw invalidField("by", "a duration that does not lead beyond the year 9999");
  await clock.advance(durationMs);
  return `The clock is at ${clock.iso()}.`;
}

/** By their paths below `controls/`. Each says what it did. */
const controls: Readonly<Record<string, Control>> = {
  "clock/advance": advance,
  "faults/add": ({ simulator }, input) => {
    const fault = faultOf(input);
    simulator.faults.add(fault);
    return `The fault ${fault.kind} waits for ${fault.operation === undefined ? "every call" : String(fault.operation)}.`;
  },
  "faults/remove": ({ simulator }, input) => {
    requireKnown(input, "id");
    simulator.faults.remove(Number(text(input, "id")));
    return "The fault is removed.";
  },
  "events/redeliver": async ({ simulator }, input) => {
    requireKnown(input, "id");
    const { status, error } = await simulator.redeliver(text(input, "id"));
    return status === undefined
      ? `The delivery got no response: ${String(error)}.`
      : `Your endpoint responded with ${String(status)}.`;
  },
  "quotes/pay": ({ simulator }, input) => {
    requireKnown(input, "id");
    simulator.payQuote(text(input, "id"));
    return `${text(input, "id")} is paid.`;
  },
  "transactions/status": ({ simulator }, input) => {
    requireKnown(input, "id", "value", "failureReason");
    const reason = input["failureReason"] === undefined ? undefined : text(input, "failureReason");
    simulator.setTransactionStatus(text(input, "id"), text(input, "value"), reason);
    return `${text(input, "id")} is ${text(input, "value")}.`;
  },
  "external-accounts/status": ({ simulator }, input) => {
    requireKnown(input, "id", "value");
    const status = oneOf(input, "value", externalAccountStatuses);
    simulator.setExternalAccountStatus(text(input, "id"), status);
    return `${text(input, "id")} is ${status}.`;
  },
  "verifications/status": ({ simulator }, input) => {
    requireKnown(input, "id", "value");
    const status = oneOf(input, "value", verificationStatuses);
    simulator.setVerificationStatus(text(input, "id"), status);
    return `${text(input, "id")} is ${status}.`;
  },
  "world/reset": ({ simulator }, input) => {
    requireKnown(input);
    simulator.reset();
    return "The simulator has started again.";
  },
  "world/restore": ({ simulator, restore }, input) => {
    restore(input);
    return `The snapshot is restored. The clock is at ${simulator.clock.iso()}.`;
  },
};

/** The control of a path below `controls/`. */
export function findControl(name: string): Control | undefined {
  return Object.hasOwn(controls, name) ? controls[name] : undefined;
}
