import { assuming } from "./assumptions";
import type { AssumptionName } from "./assumptions";
import { beforeTheKey, refusing } from "./codes";
import {
  countsAttempts,
  explore,
  keepsTheKey,
  followAdvice,
  once,
  twoProcesses,
  withMadeKeys,
} from "./callers";
import type { Caller } from "./callers";
import { search } from "./choices";
import type { Found } from "./choices";
import * as operations from "./operations";
import type { Operation } from "./operations";
import { rawCreation, rawDeletion, rawExport, rawPayment } from "./raw-operations";
import type { Habits } from "./habits";
import {
  finishMeanwhile,
  onePage,
  payTwice,
  signOutMeanwhile,
  signsOut,
  twoTabs,
  walletPay,
  walletSignOut,
} from "./wallet";
import { mounted } from "./mounted";
import { refreshes, refreshSession, registerPasskey, registers, signInByCode, signsIn } from "./passkeys";
import type { Settings, Sources } from "./world";

type Flag =
  | "mayAbort"
  | "mayCrash"
  | "isRelayed"
  | "mayFailStore"
  | "mayUpgradeStore"
  | "mayDelayStore"
  | "hasOwnLocks"
  | "sessionKeys";

/** One search: an operation, its caller and the possible disturbances. */
export interface Scenario extends Pick<Settings, "width" | Flag> {
  readonly name: string;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly habits?: Habits;
  /** The most disturbances in the short and in the long search. */
  readonly bounds: readonly [short: number, long: number];
}

const { transferOut, transferIn, quoteCreate, quoteExecute, customerCreate } = operations;
const { credentialCreate, emailCreate, firstCredential, sessionRevoke, tokenDelete, ownTokenDelete } =
  operations;
const { walletExport, reusedKey, reusedKeyOfAnother, expiredQuote, refusedThenFunded, refusedWith } =
  operations;

const callers = {
  keepsTheKey,
  countsAttempts,
  once,
  followAdvice,
  withMadeKeys,
  twoProcesses,
  onePage,
  twoTabs,
  payTwice,
  finishMeanwhile,
  signOutMeanwhile,
  signsOut,
  registers,
  signsIn,
  refreshes,
  mounted,
};

const scenario = (
  operation: Operation,
  caller: keyof typeof callers,
  bounds: Scenario["bounds"],
  more: Partial<Pick<Scenario, "width" | "habits" | Flag>> = {},
): Scenario => {
  const {
    width = "reduced",
    mayAbort,
    mayCrash,
    isRelayed,
    mayFailStore,
    mayUpgradeStore,
    mayDelayStore,
    hasOwnLocks,
    sessionKeys,
    habits,
  } = more;
  const words = [
    operation.name,
    caller,
    ...(width === "reduced" ? [] : [width]),
    ...(mayAbort ? ["aborts"] : []),
    ...(mayCrash ? ["crashes"] : []),
    ...(isRelayed ? ["relayed"] : []),
    ...(mayFailStore ? ["failing store"] : []),
    ...(mayUpgradeStore ? ["newer database"] : []),
    ...(mayDelayStore ? ["late store"] : []),
    ...(hasOwnLocks ? ["own locks"] : []),
    ...(sessionKeys === undefined ? [] : [`${sessionKeys} keys`]),
    ...Object.entries(habits ?? {}).map(([name, value]) => (value === true ? name : `${name} ${value}`)),
  ];
  return { ...more, name: words.join(", "), operation, caller: callers[caller], width, bounds };
};

const full = { width: "full" } as const;
const everyCode = { width: "codes" } as const;
const narrow = { width: "narrow" } as const;
const leaving = { mayAbort: true, mayCrash: true } as const;
const stores = { habits: { storesRefusals: true } } as const;

export const scenarios: readonly Scenario[] = [
  scenario(transferOut, "once", [1, 2], full),
  scenario(transferOut, "followAdvice", [1, 2], { ...full, ...leaving }),
  scenario(transferOut, "followAdvice", [2, 3], leaving),
  scenario(transferOut, "followAdvice", [1, 3], { ...leaving, ...stores }),
  scenario(transferOut, "followAdvice", [3, 4], { ...narrow, ...leaving }),
  scenario(transferOut, "withMadeKeys", [1, 3], { mayAbort: true }),
  scenario(transferOut, "twoProcesses", [1, 2], leaving),
  scenario(transferOut, "twoProcesses", [2, 3], narrow),
  scenario(transferOut, "twoProcesses", [1, 2], stores),
  ...[transferIn, quoteCreate, quoteExecute].flatMap((operation) => [
    scenario(operation, "once", [1, 2], full),
    scenario(operation, "followAdvice", [1, 2], leaving),
    scenario(operation, "twoProcesses", [1, 2]),
  ]),
  scenario(transferOut, "followAdvice", [1, 2], { ...everyCode, mayCrash: true }),
  scenario(transferOut, "followAdvice", [1, 2], { ...everyCode, ...stores }),
  scenario(quoteExecute, "followAdvice", [1, 2], { ...everyCode, mayCrash: true }),
  ...(["CONFLICT", "QUOTE_EXPIRED"] as const).map((executedAlready) =>
    scenario(quoteExecute, "withMadeKeys", [2, 3], { mayCrash: true, habits: { executedAlready } }),
  ),
  ...[reusedKey, reusedKeyOfAnother, expiredQuote].map((operation) =>
    scenario(operation, "followAdvice", [1, 2], leaving),
  ),
  scenario(refusedThenFunded, "followAdvice", [1, 2], leaving),
  scenario(refusedThenFunded, "followAdvice", [1, 3], { ...leaving, habits: { storesRefusals: true } }),
  ...[
    ...refusing.map((code) => refusedWith(code, false)),
    ...beforeTheKey.map((code) => refusedWith(code, true)),
  ].map((operation) => scenario(operation, "followAdvice", [0, 2], { ...narrow, mayCrash: true })),
  scenario(customerCreate, "followAdvice", [1, 2], { ...full, ...leaving }),
  scenario(customerCreate, "followAdvice", [2, 3]),
  scenario(customerCreate, "followAdvice", [1, 3], { ...leaving, habits: { hasUniqueCustomers: true } }),
  scenario(credentialCreate, "once", [1, 2], full),
  scenario(credentialCreate, "followAdvice", [1, 2], leaving),
  scenario(emailCreate, "followAdvice", [1, 2], { habits: { usedChallenge: 400 } }),
  scenario(firstCredential, "followAdvice", [1, 2], { ...full, ...leaving }),
  scenario(sessionRevoke, "once", [1, 2], full),
  ...([400, 404] as const).map((usedChallenge) =>
    scenario(sessionRevoke, "once", [1, 2], { habits: { usedChallenge } }),
  ),
  scenario(sessionRevoke, "followAdvice", [1, 2], leaving),
  scenario(sessionRevoke, "once", [3, 4], narrow),
  ...([400, 404, 409, 410, 422] as const).map((goneAlready) =>
    scenario(tokenDelete, "once", [1, 2], { habits: { goneAlready } }),
  ),
  scenario(tokenDelete, "followAdvice", [1, 2], leaving),
  scenario(ownTokenDelete, "once", [1, 2]),
  scenario(walletExport, "followAdvice", [1, 2], leaving),
  scenario(rawPayment, "followAdvice", [1, 2], { ...full, ...leaving }),
  scenario(rawPayment, "twoProcesses", [1, 2]),
  scenario(rawCreation, "followAdvice", [1, 2], { ...full, ...leaving }),
  scenario(rawDeletion, "once", [1, 2], full),
  scenario(rawDeletion, "followAdvice", [1, 2], leaving),
  scenario(rawDeletion, "once", [1, 2], { habits: { needsNoSignature: true } }),
  scenario(rawExport, "followAdvice", [1, 2], leaving),
  scenario(walletPay, "onePage", [1, 2], { ...full, ...leaving }),
  scenario(walletPay, "onePage", [2, 3], { ...narrow, ...leaving }),
  scenario(walletPay, "onePage", [0, 1], { ...everyCode, ...leaving, isRelayed: true }),
  scenario(walletPay, "onePage", [1, 2], { ...narrow, ...leaving, isRelayed: true, mayFailStore: true }),
  scenario(walletPay, "onePage", [1, 2], { ...narrow, ...leaving, isRelayed: true, mayUpgradeStore: true }),
  scenario(walletPay, "twoTabs", [1, 2], { ...narrow, ...leaving, isRelayed: true }),
  scenario(walletPay, "twoTabs", [1, 2], { ...narrow, ...leaving }),
  scenario(walletPay, "payTwice", [1, 2], { ...narrow, mayCrash: true, isRelayed: true }),
  ...(["finishMeanwhile", "payTwice"] as const).map((caller) =>
    scenario(walletPay, caller, [1, 2], { ...narrow, isRelayed: true, mayDelayStore: true }),
  ),
  // One quote is paid once, whatever two tabs do at the same time.
  scenario(walletPay, "finishMeanwhile", [1, 2], {
    ...narrow,
    isRelayed: true,
    mayDelayStore: true,
    hasOwnLocks: true,
  }),
  scenario(walletPay, "signOutMeanwhile", [1, 2], { ...narrow, isRelayed: true }),
  scenario(walletPay, "mounted", [1, 2], { ...narrow, isRelayed: true, mayFailStore: true }),
  ...[false, true].map((namesPasskeys) =>
    scenario(registerPasskey, "registers", [1, 2], {
      ...leaving,
      isRelayed: true,
      sessionKeys: namesPasskeys ? "held" : "sealed",
      habits: { namesPasskeys },
    }),
  ),
  ...(["held", "sealed"] as const).map((sessionKeys) =>
    scenario(refreshSession, "refreshes", [1, 2], { ...narrow, ...leaving, isRelayed: true, sessionKeys }),
  ),
  scenario(signInByCode, "signsIn", [1, 2], {
    ...leaving,
    isRelayed: true,
  }),
  scenario(walletSignOut, "signsOut", [1, 2], { ...narrow, isRelayed: true, mayUpgradeStore: true }),
  scenario(walletSignOut, "signsOut", [1, 2], { ...leaving, isRelayed: true, mayFailStore: true }),
];

/** Readers of another rule for keys. The search must find what each of them loses. */
export const wrongReaders: readonly Scenario[] = [
  scenario(refusedThenFunded, "keepsTheKey", [1, 1], stores),
  scenario(transferOut, "countsAttempts", [3, 3], narrow),
];

/** The scenario that needs each assumption. */
export const withoutAssumption: Readonly<Record<AssumptionName, Scenario>> = {
  "late copies": scenario(refusedThenFunded, "followAdvice", [3, 3], leaving),
  "own words": scenario(customerCreate, "followAdvice", [3, 3], narrow),
  "kept keys": scenario(transferOut, "followAdvice", [3, 3], narrow),
  "no repeats": scenario(customerCreate, "followAdvice", [3, 3]),
  "own token": scenario(ownTokenDelete, "once", [3, 3]),
  "old twins": scenario(transferOut, "once", [3, 3], narrow),
  "fresh lists": scenario(credentialCreate, "once", [3, 3], narrow),
  alone: scenario(credentialCreate, "twoProcesses", [3, 3], narrow),
  "kept payments": scenario(walletPay, "onePage", [3, 3], { ...narrow, mayCrash: true }),
  "key first": scenario(transferOut, "followAdvice", [3, 3]),
};

/** Searches one scenario. */
export function searchScenario(
  { operation, caller, bounds, ...given }: Scenario,
  sources: Sources,
  length: "short" | "long",
  without?: AssumptionName,
): Promise<Found> {
  const settings = { ...given, sources, assumptions: assuming(without) };
  const disturbances = bounds[length === "short" ? 0 : 1];
  return search((choices) => explore(choices, settings, operation, caller), { disturbances });
}
