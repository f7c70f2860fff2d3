import { describe, expect, it } from "vitest";
import { refusals } from "../../src/simulator/domain/eligibility";
import type { Operation, Refusal, State } from "../../src/simulator/domain/eligibility";
import { walks } from "./eligibility-walks";
import { EligibilityWorld, states } from "./eligibility-world";

const operations = Object.keys(refusals) as Operation[];

/** What the table says of an operation. */
const rowOf = (operation: Operation): Partial<Record<State, Refusal>> => refusals[operation];

describe.each(operations)("%s", (operation) => {
  it.each(walks[operation].map((walk, index) => [index + 1, walk] as const))(
    "refuses the states that the table names and serves all others (way %i) [OP-69]",
    async (_, { parties, currency = "USD", prepare }) => {
      for (const state of parties.flatMap((party) => states[party])) {
        const world = new EligibilityWorld();
        await world.open(currency);
        const call = await prepare(world);
        await world.put(state);
        const before = await world.service.footprint();
        const { status, body } = await call();
        const refusal = rowOf(operation)[state];
        if (refusal) {
          expect([state, { status, body }]).toMatchObject([state, { status: refusal.status, body: refusal }]);
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
  it("has no row that the walk leaves out", () => {
    for (const operation of operations) {
      const walked = walks[operation].flatMap(({ parties }) => parties.flatMap((party) => states[party]));
      expect([
        operation,
        Object.keys(rowOf(operation)).filter((state) => !walked.includes(state as State)),
      ]).toEqual([operation, []]);
    }
  });
});
