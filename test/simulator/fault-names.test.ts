import { isApiError, PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { operations } from "../../scripts/readme.mjs";
import { argumentsOf, METHODS } from "../resources/methods";
import { OPERATIONS } from "../resources/witness";
import { createSimulator } from "../support/world";

/** The methods with their own operation. The others call one of these. */
const named = METHODS.filter(({ name }) => !/\.(waitFor|findWallet)$/.test(name));
const httpNameOf = new Map(operations().map(({ method, http }) => [method, http]));

/** Each operation gets a fault with a unique status. The status of a call identifies its fault. */
const statusOf = (index: number) => 400 + index;

function armed(names: readonly string[]) {
  const simulator = createSimulator({}, { recorded: false });
  for (const [index, operation] of [...names.entries()])
    simulator.faults.add({ kind: "status", status: statusOf(index), operation });
  return simulator;
}

async function statusOfCall(payments: PaymentsClient, { name, ...rest }: (typeof METHODS)[number]) {
  const [method = "", ...owners] = name.split(".").reverse();
  const owner = owners.reverse().reduce<object>((at, key) => Reflect.get(at, key) as object, payments);
  try {
    await Reflect.apply(Reflect.get(owner, method) as () => unknown, owner, argumentsOf({ name, ...rest }));
  } catch (error) {
    if (isApiError(error)) return { status: error.status, operation: error.operation };
    throw error;
  }
  throw new Error(`${name} did not fail`);
}

describe("the name of a fault's operation", () => {
  const spellings: Record<string, (name: string) => string> = {
    "of the client's method": (name) => name,
    "of the HTTP operation": (name) => httpNameOf.get(name) ?? "",
  };

  it.each(Object.keys(spellings))("%s hits exactly this operation", async (spelling) => {
    const names = named.map(({ name }) => spellings[spelling]?.(name) ?? "");
    expect(new Set(names).size).toBe(OPERATIONS.length);
    for (const order of [names, names.toReversed()]) {
      const payments = new PaymentsClient({
        ...armed(order).clientOptions(),
        maxRetries: 0,
        logLevel: "off",
      });
      for (const method of named) {
        const expected = statusOf(order.indexOf(spellings[spelling]?.(method.name) ?? ""));
        expect(await statusOfCall(payments, method)).toEqual({ status: expected, operation: method.name });
      }
    }
  });

  it.each([
    ["quote.create", "quotes.create"],
    ["quotes.creat", "quotes.create"],
    ["auth.credentials.verfy", "auth.credentials.verify"],
    ["sandbox.webhook.test", "sandbox.webhooks.test"],
    ["Quotes.Create", "quotes.create"],
  ])("cannot be %j, and the error suggests %j", (operation, nearest) => {
    expect(() => createSimulator().faults.add({ kind: "refuse", operation })).toThrow(
      `The nearest operation is "${nearest}"`,
    );
  });
});
