import type { Operation } from "./operations";
import type { CallRecord, World } from "./world";

/** A promise broken during the history. */
export class BrokenPromise extends Error {}

/** Checks every result and error after all copies have arrived. */
export function check(world: World, operation: Operation, isKeyShared: boolean): void {
  world.network.allArrive();
  const made = world.service.effects.filter(({ kind }) => kind === operation.effect);
  // Two processes without a key create two objects.
  const wanted = isKeyShared && !operation.isKeyed ? 2 : 1;
  if (made.length > wanted && operation.effect !== "export" && !operation.mayBeDouble) {
    throw new BrokenPromise(`done ${made.length} times: ${made.map(({ id }) => id).join(", ")}`);
  }
  const given = made.find(({ key }) => key !== undefined && world.givenUp.has(key));
  if (given !== undefined) throw new BrokenPromise(`the caller gives up on ${given.id}, which was made`);
  if (world.choices.disturbances === 0) checkUndisturbed(world, operation);
  for (const call of world.calls) checkWords(call, operation, world);
}

/** Without disturbances, the model behaves as the package expects, and the call succeeds. */
function checkUndisturbed({ calls, hasMismatch }: World, { isRefused, failsFirst }: Operation): void {
  if (hasMismatch) throw new BrokenPromise("a response of the model has another shape than expected");
  const expected = isRefused ? "error" : "result";
  const judged = failsFirst ? calls.slice(-1) : calls;
  if (judged.some(({ ended }) => ended.kind !== expected))
    throw new BrokenPromise("an undisturbed call fails");
}

function checkWords(call: CallRecord, operation: Operation, world: World): void {
  const { number, key, ended } = call;
  const isOwn = (effect: { key: string | undefined; call: number }) =>
    key === undefined ? effect.call === number || operation.mayBeEarlier === true : effect.key === key;
  const soFar = call.effects.filter(isOwn);
  if (ended.kind === "crashed") return;
  if (ended.kind === "result") {
    if (soFar.some((effect) => operation.isResultOf(ended.value, effect))) return;
    throw new BrokenPromise(`call ${number} resolves to something that is not its result`);
  }
  const { outcome, idempotencyKey } = ended.error;
  const atLast = world.service.effects;
  if (operation.isKeyed && (idempotencyKey === undefined || idempotencyKey !== (key ?? idempotencyKey))) {
    throw new BrokenPromise(`call ${number} names the key ${idempotencyKey}, and had ${key}`);
  }
  if (outcome === "executed" && soFar.length === 0) {
    throw new BrokenPromise(`call ${number} says executed, and it was not`);
  }
  if (operation.isJudgedByLoss) return;
  if (outcome === "not-executed" && atLast.some((effect) => effect.call === number)) {
    throw new BrokenPromise(`call ${number} says not-executed, and it was executed`);
  }
}
