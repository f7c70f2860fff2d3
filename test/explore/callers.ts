import { beforeTheKey } from "./codes";
import { BrokenPromise, check } from "./properties";
import type { Operation } from "./operations";
import { Turns } from "./turns";
import type { Turn } from "./turns";
import { World } from "./world";
import type { Process, Settings } from "./world";
import type { Choices } from "./choices";

/** A caller: one way to use an operation. */
export type Caller = (world: World, operation: Operation) => Promise<void>;

/** Runs one history: the caller, then the check of every result and error. */
export async function explore(
  choices: Choices,
  settings: Settings,
  operation: Operation,
  caller: Caller,
): Promise<string | undefined> {
  const world = new World(choices, { ...settings, habits: { ...operation.habits, ...settings.habits } });
  operation.prepare?.(world.service);
  try {
    await caller(world, operation);
    check(world, operation, caller === twoProcesses);
    return undefined;
  } catch (error) {
    if (error instanceof BrokenPromise) return error.message;
    throw error;
  }
}

/** A single call. */
export const once: Caller = async (world, operation) => {
  const { ended } = await world.call(
    world.process("caller"),
    operation,
    operation.isKeyed ? "key-1" : undefined,
    1,
  );
  if (ended.kind === "error" && ended.error.advice === "fix") giveUp(world, ended.error.idempotencyKey);
};

/** Follows the advice until the end. After "fix" it makes a new call with a new key, and with a new quote unless the cause is its own access. That is the riskiest allowed step. */
export const followAdvice: Caller = (world, operation) =>
  follow(world, operation, () => world.process("caller"));

/** The same with generated keys. It repeats a call with the key of its error. */
export const withMadeKeys: Caller = (world, operation) =>
  follow(world, operation, () => world.process("caller"), { hasOwnKeys: false });

/** Two processes make the same payment with one key at once. A refusal ends a process, because the other one may still pay. */
export const twoProcesses: Caller = async (world, operation) => {
  const one = (name: string) => (turn: Turn) =>
    follow(world, operation, () => world.process(name, turn), { isKeyShared: true });
  await new Turns(world.choices).run({ "process A": one("process A"), "process B": one("process B") });
};

/** C14: the reader of a page that says "never a key by attempt" keeps the key after a refusal, too. */
export const keepsTheKey: Caller = (world, operation) =>
  follow(world, operation, () => world.process("caller"), { keyRule: "never new" });

/** C14: the reader of a page that says "count attempts" takes a new key for each call. */
export const countsAttempts: Caller = (world, operation) =>
  follow(world, operation, () => world.process("caller"), { keyRule: "always new" });

interface Manner {
  /** When the number in the key rises. Default `"new after a refusal"`. */
  readonly keyRule?: "new after a refusal" | "never new" | "always new";
  readonly hasOwnKeys?: boolean;
  readonly isKeyShared?: boolean;
}

async function follow(
  world: World,
  operation: Operation,
  start: () => Process,
  manner: Manner = {},
): Promise<void> {
  const { choices, network, service } = world;
  const { hasOwnKeys = operation.isKeyed, isKeyShared = false, keyRule } = manner;
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return hasOwnKeys ? `key-${keys}` : undefined;
  };
  let process = start();
  let round = 1;
  let key = newKey();
  let wasRefused = false;
  for (let calls = 0; ; calls += 1) {
    if (calls > 0) network.beforeNextCall(process.sender.caller);
    const before = choices.disturbances;
    const { ended } = await world.call(process, operation, key, round);
    const isDisturbed = choices.disturbances > before;
    if (ended.kind === "result") return;
    if (ended.kind === "crashed") {
      process = start();
      // A key that only the process knew is lost.
      if (!hasOwnKeys) key = newKey();
      // Without a key, the new process reads the existing objects before it calls again.
      if (!operation.isKeyed && exists(world, operation, process)) return;
      continue;
    }
    const { advice, outcome, idempotencyKey } = ended.error;
    if (advice === "reconcile" && exists(world, operation, process)) return;
    // The look shows nothing. After a refusal a new key is right. What repeats unchanged goes to a person.
    const isLookedUp = advice === "reconcile" && (outcome === "not-executed" || service.isOfAnother(key));
    if (advice === "reconcile" && !isLookedUp && !isDisturbed) return;
    if (advice === "fix" || isLookedUp) {
      if (isKeyShared) return;
      giveUp(world, idempotencyKey);
      if (wasRefused && !isDisturbed) return;
      wasRefused = !isDisturbed;
      service.fund();
      // What the service says of the caller, it does not say of the quote.
      if (!isAboutCaller(ended.error)) round += 1;
      if (keyRule !== "never new") key = newKey();
      continue;
    }
    // What repeats unchanged goes to a person, who knows that nothing was done.
    if (!isDisturbed && outcome === "not-executed") return;
    if (!isDisturbed) throw new BrokenPromise(`the advice "${advice}" leads to no end`);
    if (keyRule === "always new") key = newKey();
    else key = operation.isKeyed ? idempotencyKey : undefined;
  }
}

/** The cause is the caller's access, and not the request. */
function isAboutCaller(error: object): boolean {
  const { status, code } = error as { status?: number; code?: string };
  return beforeTheKey.some((each) => each.status === status && (status !== 409 || each.code === code));
}

function giveUp(world: World, key: string | undefined): void {
  if (key !== undefined) world.givenUp.add(key);
}

/** Reads the existing objects of the service. */
function exists(world: World, { effect }: Operation, { sender }: Process): boolean {
  world.network.beforeNextCall(sender.caller);
  const isThere = world.service.effects.some(({ kind }) => kind === effect);
  world.choices.log.push(`the caller reads what exists: ${isThere ? "it is there" : "nothing"}`);
  return isThere;
}
