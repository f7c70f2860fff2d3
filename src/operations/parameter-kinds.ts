import { anything, numberFrom, rule } from "../options/kinds";
import type { Kind } from "../options/kinds";
import { kindOfId, problemOfText } from "./ids";
import type { IdKind } from "./ids";

/** What parameters must be, by property path, for example `amount` or `source.accountId`. An absent one is checked, too. */
export type Checks = Readonly<Record<string, Kind>>;

/** Resources with ids that have no known prefix. */
export type Unprefixed = "document" | "job" | "token";

/** In characters. A longer id may contain a secret, and redaction cannot find part of a secret. */
const LONGEST_SHOWN_ID = 80;

const articleOf = (noun = "") => (/^[AEIO]/.test(noun) ? "an" : "a");

/** Accepts ids of the given resources, and ids without a known prefix. Rejects ids of other resources. */
export const idOf =
  (...expected: (IdKind | Unprefixed)[]): Kind =>
  (value, path) => {
    const message = problemOfId(value, expected);
    return message === undefined ? undefined : { path, message };
  };

/** Why a value is not such an id, or `undefined`. */
export function problemOfId(value: unknown, expected: readonly string[]): string | undefined {
  const problem = problemOfText(value);
  if (problem !== undefined || typeof value !== "string") return problem;
  const prefix = kindOfId(value);
  return prefix === undefined || expected.includes(prefix)
    ? undefined
    : `expected ${articleOf(expected[0])} ${expected.join(" or ")} id, got ${value.length > LONGEST_SHOWN_ID ? `${prefix}:…` : JSON.stringify(value)}`;
}

/** An integer from 0 to `Number.MAX_SAFE_INTEGER`, in the smallest unit of its currency. */
export const amount: Kind = /* @__PURE__ */ numberFrom(
  "an integer in the smallest unit,",
  0,
  Number.MAX_SAFE_INTEGER,
  Number.isSafeInteger,
);

/** A SEC1 P-256 public key in hexadecimal: uncompressed, or compressed as newer versions of the service use it. */
export const publicKey: Kind = /* @__PURE__ */ rule(
  "must be a P-256 public key: 130 hexadecimal characters that start with 04, or 66 with 02 or 03",
  (value) => typeof value === "string" && /^(04[\da-f]{128}|0[23][\da-f]{64})$/i.test(value),
);

/** The parameters of every page. The list itself checks them. */
export const PAGING = { limit: anything, cursor: anything } as const;

/** The filters by time. */
export const CREATED_AND_UPDATED = {
  createdAfter: anything,
  createdBefore: anything,
  updatedAfter: anything,
  updatedBefore: anything,
} as const;

/** Accepts `undefined` and `null`. */
export const optional =
  (kind: Kind): Kind =>
  (value, path) =>
    value === undefined || value === null ? undefined : kind(value, path);
