import { fieldOf, isSameText, textOf, valueAt } from "./fields";
import { mayBeIdOf } from "../operations/ids";
import { isObject } from "../options/kinds";
import type { Carries, Repeated } from "../operations/operation";
import type { Issue } from "./errors";

/** The check of a response's shape, without the types of zod: published declarations contain it. `model` ties it to its model. */
export interface ResponseSchema<T> {
  readonly model?: T;
  safeParse(
    value: unknown,
  ):
    | { success: true }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
}

/** Values by path. */
type Values = Readonly<Record<string, unknown>>;

/** What the genuine response of a call contains. */
export interface Genuine<T> extends Carries<string>, Repeated<unknown> {
  /** `nothing`: a 204 without a body. `anything`: an operation that this package does not know. */
  readonly form: "object" | "list" | "nothing" | "anything";
  /** Checks the whole shape. The client reports differences and does not reject them. */
  readonly schema?: ResponseSchema<T> | undefined;
}

/** The response of an operation that this package does not know. */
export const anyResponse: Genuine<never> = { form: "anything" };

/** Compares a body with the operation's declaration. `foreign`: it is not from the service. `unrelated`: it belongs to another request. */
export function differencesOf(
  body: unknown,
  genuine: Genuine<unknown>,
): Record<"foreign" | "unrelated", readonly Issue[]> {
  const { form, kind, fields = [], someOf = [], known, same = {} } = genuine;
  if (form === "anything") return { foreign: [], unrelated: [] };
  if (form === "list") {
    const isList = Array.isArray(body) || Array.isArray(fieldOf(body, "data"));
    return { foreign: isList ? [] : [{ path: "data", message: "must be an array" }], unrelated: [] };
  }
  const foreign: Issue[] = [];
  for (const path of fields) if (valueAt(body, path) == null) foreign.push({ path, message: "is missing" });
  const [first] = someOf;
  if (first !== undefined && someOf.every((path) => valueAt(body, path) == null))
    foreign.push({ path: first, message: "is missing" });
  if (foreign.length === 0) {
    if (!isObject(body)) foreign.push({ path: "body", message: "must be an object" });
    else if (kind !== undefined && valueAt(body, "id") != null && !mayBeIdOf(kind, textOf(body, "id"))) {
      foreign.push({ path: "id", message: `is not the id of a ${kind}` });
    } else if (known !== undefined && !hasKnown(body, known, same)) {
      const [path = ""] = Object.keys(known);
      foreign.push({ path, message: "is unknown, and nothing else connects the response with the request" });
    }
  }
  return { foreign, unrelated: unequal(body, same, isSameText) };
}

/** Whether a body carries a value of the contracts, or a value of the request other than its id. */
function hasKnown(body: unknown, known: NonNullable<Genuine<unknown>["known"]>, same: Values): boolean {
  for (const [path, values = []] of Object.entries(known))
    if (values.includes(valueAt(body, path) as string)) return true;
  for (const [path, asked] of Object.entries(same))
    if (path !== "id" && asked != null && isSameText(valueAt(body, path), asked)) return true;
  return false;
}

/** Whether a body matches the operation's declaration. */
export function isRecognised(body: unknown, genuine: Genuine<unknown>): boolean {
  const { foreign, unrelated } = differencesOf(body, genuine);
  return foreign.length === 0 && unrelated.length === 0;
}

/**
 * Amounts and currencies that differ from the request. The specification does not say whether a total includes its fees, so both
 * are accepted.
 */
export function amountDifferences(body: unknown, { amounts, currencies }: Genuine<unknown>): Issue[] {
  if (amounts === undefined && currencies === undefined) return [];
  const fees = Number(valueAt(body, "feesIncluded") ?? 0);
  return [
    ...unequal(body, amounts, (got, asked) => got === asked || Number(got) - fees === asked),
    ...unequal(body, currencies, isSameText),
  ];
}

/** The fields that may hold a fee. */
const FEES = ["fees", "feesIncluded"];
const PARTS_OF_FEE = ["counterpartyFixedFee", "serviceApiFixedFee", "serviceApiVariableFeeAmount"];

/** The largest fee that a response need not name, as a part of the amount. Beyond it, a smaller payment is another one. */
const LARGEST_HIDDEN_FEE = 0.1;

/**
 * What belongs to another payment: another currency, or an exact amount that neither a fee in the response nor a rounding by one
 * unit explains.
 */
export function amountsOfAnother(
  body: unknown,
  { amounts, currencies, explainedBy }: Genuine<unknown>,
): Issue[] {
  if (explainedBy === undefined) return [];
  const feeAt = (path: string) => Number(valueAt(body, path) ?? 0);
  const parts = PARTS_OF_FEE.map((name) => feeAt(`rateDetails.${name}`));
  const fees = [0, ...FEES.map(feeAt), ...parts, parts.reduce((sum, part) => sum + part)];
  const isExplained = (got: unknown, asked: unknown) => {
    const difference = Number(got) - Number(asked);
    const mayBeHidden =
      explainedBy === "hidden-fees" && difference < 0 && -difference <= Number(asked) * LARGEST_HIDDEN_FEE;
    return mayBeHidden || fees.some((fee) => Math.abs(Math.abs(difference) - fee) <= 1);
  };
  return [...unequal(body, amounts, isExplained), ...unequal(body, currencies, isSameText)];
}

/**
 * Whether a truncated text begins like the genuine response. It is a JSON object with an id of its kind, or
 * else with all its fields.
 */
export function beginsGenuine(text: string, { kind, fields = [] }: Genuine<unknown>): boolean {
  if (!/^\s*\{/.test(text)) return false;
  if (kind !== undefined) return new RegExp(`"id"\\s*:\\s*"${kind}:`).test(text);
  return fields.length > 0 && fields.every((name) => text.includes(`"${name}"`));
}

function unequal(
  body: unknown,
  asked: Values = {},
  isSame: (got: unknown, asked: unknown) => boolean,
): Issue[] {
  const issues: Issue[] = [];
  for (const [path, expected] of Object.entries(asked)) {
    const got = valueAt(body, path);
    if (got == null || expected == null || isSame(got, expected)) continue;
    issues.push({ path, message: `${ASKED} ${shown(expected)}, the response says ${shown(got)}` });
  }
  return issues;
}

const ASKED = "asked for";

/** An issue without values of the response. */
export function withoutValues({ path, message, ...rest }: Issue): Issue {
  return { path, message: message.startsWith(ASKED) ? "differs from the request" : message, ...rest };
}

/** In characters. Part of a longer text could be part of a secret. */
const LONGEST_SHOWN = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > LONGEST_SHOWN ? `${text.length} characters` : text;
}
