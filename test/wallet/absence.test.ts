import { describe, expect, it } from "vitest";
import { BETWEEN_LISTS_MS, isGone } from "../../src/wallet/absence";
import type { AbsenceEvidence } from "../../src/wallet/absence";

const apart = [0, BETWEEN_LISTS_MS];

/** Evidence, and whether a passkey, a payment, a session and a sign-out count as gone. */
const table: [string, Omit<AbsenceEvidence, "thing">, [boolean, boolean, boolean, boolean]][] = [
  ["nothing", { isOwner: true }, [false, false, false, false]],
  ["one list", { isOwner: true, missingAtMs: [5] }, [false, false, false, false]],
  [
    "lists of one minute less a moment",
    { isOwner: true, missingAtMs: [0, 59_999] },
    [false, false, false, false],
  ],
  ["two lists, a minute apart", { isOwner: true, missingAtMs: apart }, [true, false, false, false]],
  [
    "two lists, between which the clock went back",
    { isOwner: true, missingAtMs: [...apart].reverse() },
    [false, false, false, false],
  ],
  ["two lists for another person", { isOwner: false, missingAtMs: apart }, [false, false, false, false]],
  [
    "two lists, and a copy of our request",
    { isOwner: true, missingAtMs: apart, isOwnCopyPossible: true },
    [false, false, false, false],
  ],
  ["a refusal", { isOwner: true, isRefused: true }, [false, false, false, false]],
  [
    "a refusal and one list",
    { isOwner: true, isRefused: true, missingAtMs: [5] },
    [false, false, true, false],
  ],
  [
    "a refusal, and a list a minute after the sign-in",
    { isOwner: true, isRefused: true, missingAtMs: apart },
    [true, false, true, true],
  ],
  [
    "a refusal and one list for another person",
    { isOwner: false, isRefused: true, missingAtMs: [5] },
    [false, false, false, false],
  ],
  ["named as gone", { isOwner: true, isNamed: true }, [false, true, true, true]],
  [
    "named as gone, and one list without it",
    { isOwner: true, isNamed: true, missingAtMs: [5] },
    [true, true, true, true],
  ],
  ["named as gone for another person", { isOwner: false, isNamed: true }, [false, false, false, false]],
  [
    "named as gone, and a copy of our request",
    { isOwner: true, isNamed: true, isOwnCopyPossible: true },
    [false, false, false, false],
  ],
];

describe("the judge of absence", () => {
  it.each(table)("%s", (_, evidence, expected) => {
    const things = ["passkey", "payment", "session", "sign-out"] as const;
    expect(things.map((thing) => isGone({ thing, ...evidence }))).toEqual(expected);
  });
});
