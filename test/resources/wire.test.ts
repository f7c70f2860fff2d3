import { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "../core/client";
import { expectExchange, expectShapeCheck } from "./wire";
import { accountCases } from "./wire-cases/accounts";
import { authCases } from "./wire-cases/auth";
import { customerCases } from "./wire-cases/customers";
import { moneyCases } from "./wire-cases/money";

const cases = [...customerCases, ...accountCases, ...moneyCases, ...authCases];

/** Every public method of the client's resources, as a caller names it. */
function methodsOf(owner: object, prefix = ""): string[] {
  const own = Object.entries(owner).flatMap(([name, value]) =>
    typeof value === "object" && value !== null ? methodsOf(value, `${prefix}${name}.`) : [],
  );
  const isClient = owner instanceof PaymentsClient;
  const methods = isClient ? [] : Object.getOwnPropertyNames(Object.getPrototypeOf(owner));
  return [...own, ...methods.filter((name) => name !== "constructor").map((name) => `${prefix}${name}`)];
}

describe("on the wire", () => {
  for (const wire of cases) {
    const label = wire.title === undefined ? wire.name : `${wire.name}, ${wire.title},`;
    it(`${label} sends this request and returns the response as it came`, () => expectExchange(wire));
    it(`${label} notices a response of another shape`, () => expectShapeCheck(wire));
  }

  it("is tested for every method", () => {
    const methods = methodsOf(createClient({ fetch: () => Promise.reject(new Error("not called")) }));
    // `waitFor` sends what `retrieve` sends.
    const expected = methods.filter((name) => !name.endsWith(".waitFor"));
    expect(expected.length).toBeGreaterThan(40);
    expect([...new Set(cases.map(({ name }) => name))].sort()).toEqual(expected.sort());
  });
});
