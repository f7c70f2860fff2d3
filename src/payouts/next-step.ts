import { anything } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { nearest } from "../options/nearest";
import { hasField, ownField, ownOptions } from "../options/read";
import type { FailureRecord } from "./failure-record";
import type { Looked, PaymentHistory, PaymentTry, TryEnding } from "./history";
import { problemOf, timeOf } from "./read-history";

/** The next step of a job. */
export type PaymentStep =
  /** The service has accepted the payment. `id` is that of its transaction or quote. */
  | { readonly step: "done"; readonly id?: string }
  /** Record a try with this number in the key, and send it, after a time in milliseconds. */
  | { readonly step: "again"; readonly key: number; readonly after: number }
  /** The payment was not made, and its keys cannot make it any more. */
  | { readonly step: "refused"; readonly error: FailureRecord }
  /** Read what the service has, record it as `looked` with this time, then ask for the next step. */
  | { readonly step: "look"; readonly reason: string; readonly at: string }
  /** A person must decide. */
  | { readonly step: "ask"; readonly reason: string };

/** The options of {@link nextStep}. */
export interface NextStepOptions {
  /** The present time. */
  readonly now: Date;
  /**
   * The longest time between the record of a try and the arrival of its last copy at the service, in milliseconds.
   * Count a stopped process, `totalTimeout` and the network. Without it, a person decides about every payment
   * that was refused after an unknown try.
   */
  readonly maxDelay?: number | undefined;
  /** The number of tries, since a person last decided, after which a person decides. Default 20. */
  readonly maxTries?: number | undefined;
  /**
   * How long a payment waits for money on its account, in milliseconds, since the first try that found too little. Such tries do
   * not count towards `maxTries`. Then the step is `refused`. Default 86,400,000, a day.
   */
  readonly maxMoneyWait?: number | undefined;
  /** The first wait, in milliseconds. It doubles with each try. Default 2,000. */
  readonly firstWait?: number | undefined;
  /** The longest wait, in milliseconds, unless the service asks for more (`retryAfter`), up to a day. Default 600,000. */
  readonly longestWait?: number | undefined;
}

/** Statuses that speak of the caller or of the moment, whatever the request was. */
const ABOUT_THE_CALLER: ReadonlySet<number> = new Set([401, 403, 407, 408, 423, 429]);
const MADE: ReadonlySet<string> = new Set(["PROCESSING", "COMPLETED", "FAILED"]);
/** The clocks of the job and of the service may differ by so much. The service may also name whole seconds only. */
const CLOCKS_MS = 60_000;

/**
 * Says what a job does next with one payment. A pure function of what the table kept.
 *
 * Three rules make it safe, and your job must keep them:
 * 1. Record each try before you send it.
 * 2. Decide and record in one transaction that locks the payment, so that two workers never decide from the same history.
 * 3. Record each ending. A try without one counts as unknown.
 *
 * @example
 * ```ts
 * import { nextStep } from "payments-sdk/payouts";
 *
 * const step = nextStep({ tries: [] }, { now: new Date() }); // { step: "again", key: 1, after: 0 }
 * ```
 */
export function nextStep(history: PaymentHistory, options: NextStepOptions): PaymentStep {
  const problem = problemOf(history) ?? problemOfOptions(options);
  if (problem !== undefined) return { step: "ask", reason: problem };
  const read = ownOptions<NextStepOptions>(options, OPTIONS);
  const { tries } = history;
  // The id of a payee's account is not that of the payment.
  const ids = new Set(
    tries.filter(isOfPayment).flatMap(({ ended }) => ended?.result?.id ?? ended?.error?.id ?? []),
  );
  if (ids.size > 1) return { step: "ask", reason: `the payment has several ids: ${[...ids].join(", ")}` };
  const [id] = ids;
  if (id !== undefined) return { step: "done", id };
  const wrong = problemOfClock(history, read.now);
  if (wrong !== undefined) return { step: "ask", reason: wrong };
  const last = tries.at(-1);
  if (last === undefined) return { step: "again", key: 1, after: 0 };
  return afterTries(history, last, read);
}

/** Known options. The compiler keeps this list complete. */
const OPTIONS: Kinds<NextStepOptions> = {
  now: anything,
  maxDelay: anything,
  maxTries: anything,
  firstWait: anything,
  longestWait: anything,
  maxMoneyWait: anything,
};

function afterTries(history: PaymentHistory, last: PaymentTry, options: NextStepOptions): PaymentStep {
  const { now, maxDelay = Infinity, maxTries = 20, maxMoneyWait = 86_400_000 } = options;
  const { tries, continuedAt } = history;
  const { key } = last;
  const error = last.ended?.error ?? undefined;
  const looked = freshLook(history);
  const quoteStatus = looked?.quoteStatus ?? error?.quoteStatus;
  if (quoteStatus !== undefined && MADE.has(quoteStatus)) return { step: "done" };
  // A quote executes once, and an expired one never.
  if (quoteStatus === "EXPIRED") {
    return triesSince(history) >= maxTries
      ? { step: "ask", reason: "each quote expired before it was paid" }
      : again(history, key + 1, options);
  }

  if (hasUnknownBefore(history, key))
    return undecided(history, now, "a try with an earlier key may have paid");
  const isContinued = timeOf(continuedAt) >= endOf(last);
  const unknownAt = lastUnknown(tries, key);
  const refusal = error !== undefined && isRefusal(last, error) ? error : undefined;
  // Before `maxDelay` is over, a delayed copy may still arrive, so a refusal proves nothing.
  const isSettled = unknownAt === undefined || (isOfPayment(last) && timeOf(last.at) > unknownAt + maxDelay);
  const isRefused = refusal !== undefined && isSettled;
  if (isContinued) return { step: "again", key: isRefused ? key + 1 : key, after: 0 };
  if (isRefused) {
    const mayPass = refusal.temporary === true && unknownAt === undefined;
    const isLast = lacksMoney(refusal)
      ? !(now.getTime() < shortSince(history) + maxMoneyWait)
      : triesSince(history) >= maxTries;
    return mayPass && !isLast ? again(history, key + 1, options) : { step: "refused", error: refusal };
  }
  if (refusal !== undefined && unknownAt !== undefined) {
    if (maxDelay === Infinity)
      return undecided(history, now, "it was refused after a try with an unknown outcome");
    return triesSince(history) >= maxTries
      ? undecided(history, now, TOO_MANY)
      : {
          step: "again",
          key,
          after: Math.max(unknownAt + maxDelay + 1 - now.getTime(), waitOf(history, options)),
        };
  }
  if (error?.advice === "reconcile" && isOfPayment(last)) {
    return quoteStatus === "PENDING"
      ? again(history, key, options)
      : undecided(history, now, `the service says ${error.code}: ${error.message}`);
  }
  if (triesSince(history) < maxTries) return again(history, key, options);
  // No try can have paid, so a listed payment is another one.
  return unknownAt === undefined && error !== undefined
    ? { step: "ask", reason: `nothing was paid in the most tries: ${error.code}: ${error.message}` }
    : undecided(history, now, TOO_MANY);
}

const TOO_MANY = "the outcome is not known after the most tries";

/** Looks at what the service has. If that does not decide, a person does. */
function undecided(history: PaymentHistory, now: Date, reason: string): PaymentStep {
  const looked = freshLook(history);
  if (looked === undefined) {
    // The clock may have been set back since the last ending. The look is newer all the same.
    const at = new Date(Math.max(now.getTime(), latestOf(history))).toISOString();
    return { step: "look", reason, at };
  }
  const firstAt = timeOf(history.tries[0]?.at);
  const found = (looked.listed ?? []).filter(
    ({ createdAt, isClaimed }) => !isClaimed && !(timeOf(createdAt) < firstAt - CLOCKS_MS),
  );
  const [only] = found;
  const isNewer = only !== undefined && timeOf(only.createdAt) >= firstAt;
  // A list cannot tell two equal payments apart.
  if (isNewer && found.length === 1 && (looked.equalOpen ?? 0) === 0) return { step: "done", id: only.id };
  return { step: "ask", reason: `${reason}, and the list shows ${found.length} payments that it may be` };
}

/** The last look, if it is newer than every try and every ending. */
function freshLook(history: PaymentHistory): Looked | undefined {
  const { looked } = history;
  return timeOf(looked?.at) >= latestOf(history) ? looked : undefined;
}

/** When a try ended. A try without an ending: when it was recorded. */
const endOf = ({ at, ended }: PaymentTry) => timeOf(ended?.at ?? at);

/** When the last try was recorded or ended. */
const latestOf = ({ tries }: PaymentHistory) => Math.max(...tries.map(endOf));

/** When the last unknown try of a key was sent at the latest. */
function lastUnknown(tries: readonly PaymentTry[], key: number): number | undefined {
  const times = tries
    .filter((each) => each.key === key && isOfPayment(each) && isUnknown(each.ended))
    .map(endOf);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Whether an earlier key has an unknown try, since a person last decided. A job that follows the steps has that only with quotes: a
 * new key follows an expired one.
 */
function hasUnknownBefore({ tries, looked, continuedAt }: PaymentHistory, key: number): boolean {
  const statuses = [looked?.quoteStatus, ...tries.map(({ ended }) => ended?.error?.quoteStatus)];
  if (statuses.some((status) => status != null)) return false;
  const unknown = tries.filter((each) => each.key < key && isOfPayment(each) && isUnknown(each.ended));
  return unknown.some((each) => !(endOf(each) <= timeOf(continuedAt)));
}

/** A table may keep an absent value as `null`. */
const isOfPayment = ({ request }: PaymentTry) => (request ?? "payment") === "payment";

function isUnknown(ended: TryEnding | undefined): boolean {
  return ended?.result?.id == null && ended?.error?.outcome !== "not-executed";
}

/** Whether the service refused this payment itself, or its payee. */
function isRefusal({ request }: PaymentTry, { advice, outcome, code, status }: FailureRecord): boolean {
  if (request === "look-up" || advice !== "fix" || outcome !== "not-executed") return false;
  return status === undefined
    ? code === "INVALID_REQUEST"
    : // A conflict over a payee says that it exists.
      !ABOUT_THE_CALLER.has(status) && !(request === "payee" && status === 409);
}

function again(history: PaymentHistory, key: number, options: NextStepOptions): PaymentStep {
  return { step: "again", key, after: waitOf(history, options) };
}

/** The rest of the wait since the last try. */
function waitOf(
  history: PaymentHistory,
  { now, firstWait = 2_000, longestWait = 600_000 }: NextStepOptions,
): number {
  const last = history.tries.at(-1);
  const growing = Math.min(firstWait * 2 ** Math.max(recent(history).length - 1, 0), longestWait);
  // A wrong header must not end the tries for good.
  const asked = Math.min(last?.ended?.error?.retryAfter ?? 0, 86_400) * 1000;
  return Math.max(timeOf(last?.ended?.at ?? last?.at) + Math.max(growing, asked) - now.getTime(), 0);
}

/** The tries since a person last decided. */
const recent = ({ tries, continuedAt }: PaymentHistory) =>
  tries.filter(({ at }) => !(timeOf(at) < timeOf(continuedAt)));

/** The number of those that count. Waiting for money has a limit of its own. */
const triesSince = (history: PaymentHistory) =>
  recent(history).filter(({ ended }) => !lacksMoney(ended?.error)).length;

/** Since when money is missing. */
const shortSince = (history: PaymentHistory) =>
  timeOf(recent(history).find(({ ended }) => lacksMoney(ended?.error))?.at);

/** Whether the account had too little money. The second code can have other reasons, and none of them is temporary. */
const lacksMoney = (error: FailureRecord | null | undefined): boolean =>
  error?.temporary === true && ["INSUFFICIENT_BALANCE", "AMOUNT_OUT_OF_RANGE"].includes(error.code);

/** Why the options cannot be used. A text would be joined to a number, and no wait would end. */
function problemOfOptions(given: NextStepOptions): string | undefined {
  const now = ownField(given, "now");
  const numbers = Object.entries(given).filter(([name]) => name !== "now");
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) return "`now` must be a date";
  // A job may pass all its settings, so only a name that resembles a missing option is misspelt.
  const missing = Object.keys(OPTIONS).filter((name) => !hasField(given, name));
  for (const [name] of numbers) {
    const meant = Object.hasOwn(OPTIONS, name) ? undefined : nearest(name, missing);
    if (meant !== undefined) return `\`${name}\` is not an option: did you mean \`${meant}\`?`;
  }
  const wrong = numbers.find(
    ([, value]) => value !== undefined && !(typeof value === "number" && value >= 0),
  );
  return wrong && `\`${wrong[0]}\` must be a number of at least 0`;
}

/** A wait from a wrong time would not end, and a person's "go on" would come before it. */
function problemOfClock({ tries, looked, continuedAt }: PaymentHistory, now: Date): string | undefined {
  const times = [...tries.flatMap(({ at, ended }) => [at, ended?.at]), looked?.at, continuedAt];
  const wrong = times.find((text) => timeOf(text) > now.getTime() + CLOCKS_MS);
  return wrong && `the history has a time in the future, ${wrong}: check the clock`;
}
