import { refuse } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import type { Transaction } from "../models/transaction";
import { instantOf, isObject } from "../options/kinds";

/** Statuses in the order of a payment. The empty text stands for a status that is newer than this package. */
const PROGRESS = [
  "CREATED",
  "PENDING",
  "PENDING_AUTHORIZATION",
  "PROCESSING",
  "",
  "COMPLETED",
  "EXPIRED",
  "FAILED",
  "REJECTED",
  "REFUNDED",
];

/**
 * Returns the newer of two versions of one transaction. Use it when several events, polls or processes update
 * one record. Events arrive late, twice and in any order, so the arrival time says nothing.
 *
 * - The later `updatedAt` wins. If it is absent, `settledAt` counts, then `createdAt`.
 * - At equal times, the later status of a payment wins. `FAILED` comes after `COMPLETED`, because a payee's
 *   bank can return a payment. A status that is newer than this package comes before `COMPLETED`.
 * - At equal statuses, the refund that is further along wins.
 * - If all of these are equal, `a` wins.
 *
 * The order of the arguments does not matter otherwise, so all your processes pick the same version.
 *
 * @param a the version that you have
 * @param b the version that arrived
 * @throws {InvalidRequestError} when the two are not versions of one transaction
 *
 * @example
 * ```ts
 * import { newerTransaction } from "payments-sdk";
 * import type { Transaction } from "payments-sdk";
 *
 * const books = new Map<string, Transaction>();
 * function record(version: Transaction): void {
 *   const stored = books.get(version.id);
 *   books.set(version.id, stored ? newerTransaction(stored, version) : version);
 * }
 * ```
 */
export function newerTransaction<Version extends Transaction>(a: Version, b: Version): Version {
  if (!isObject(a) || !isObject(b) || a.id !== b.id) {
    refuse("b", "must be a version of the same transaction as `a`", "newerTransaction");
  }
  const later = ageOf(b);
  const difference = ageOf(a)
    .map((part, index) => Math.sign((later[index] ?? 0) - part))
    .find((sign) => sign !== 0);
  return difference === 1 ? b : a;
}

/** Time, then progress of the status, then progress of the refund. The first difference decides. */
function ageOf(version: Transaction): number[] {
  const { updatedAt, settledAt, createdAt, status } = version;
  return [
    // A database may keep it as a date.
    instantOf(updatedAt ?? settledAt ?? createdAt) || 0,
    progressOf(status),
    progressOf(textOf(fieldOf(version, "refund"), "status")),
  ];
}

function progressOf(status: string | undefined): number {
  return status === undefined ? -1 : PROGRESS.indexOf(PROGRESS.includes(status) ? status : "");
}
