import { describe, expect, it } from "vitest";
import { refusals, statusOf } from "./eligibility-table";
import type { Operation, State } from "./eligibility-table";
import { walks } from "./eligibility-walks";
import { EligibilityWorld, states } from "./eligibility-world";
import type { PartyState } from "./eligibility-world";

const operations = Object.keys(refusals) as Operation[];

/** The table's codes for the refusals of an operation. */
const rowOf = (operation: Operation): Partial<Record<State, string>> => refusals[operation];

/** The table has one column for the states of a quote that was executed. */
const columnOf = (state: PartyState): string =>
  state.startsWith("quote ") && state !== "quote PENDING" && state !== "quote EXPIRED"
    ? "quote executed"
    : state;

const codeOf = (operation: Operation, state: PartyState): string | undefined =>
  Object.entries(rowOf(operation)).find(([column]) => column === columnOf(state))?.[1];

describe.each(operations)("%s", (operation) => {
  it.each(walks[operation].map((walk, index) => [index + 1, walk] as const))(
    "refuses exactly the states in the table (way %i) [OP-69]",
    async (_, { parties, currency = "USD", prepare }) => {
      for (const state of parties.flatMap((party): readonly PartyState[] => states[party])) {
        const world = new EligibilityWorld();
        await world.open(currency);
        const call = await prepare(world);
        await world.put(state);
        const before = await world.service.footprint();
        const { status, body } = await call();
        const code = codeOf(operation, state);
        if (code !== undefined) {
          const expected = statusOf(code);
          expect([state, status, body]).toMatchObject([state, expected, { status: expected, code }]);
          expect(await world.service.footprint()).toEqual(before);
        } else {
          expect([state, status, status < 300 ? "" : body]).toEqual([state, expect.toSatisfy(isSuccess), ""]);
        }
      }
    },
  );
});

const isSuccess = (status: number) => status >= 200 && status < 300;

describe("the table of eligibility", () => {
  it("has only rows that these tests check", () => {
    for (const operation of operations) {
      const walked = walks[operation]
        .flatMap(({ parties }) => parties.flatMap((party): readonly PartyState[] => states[party]))
        .map(columnOf);
      expect([operation, Object.keys(rowOf(operation)).filter((column) => !walked.includes(column))]).toEqual(
        [operation, []],
      );
    }
  });
});
