/** One rule over all doors: what another package sets on `Object.prototype` is no option. */
import { PaymentsClient } from "payments-sdk";
import { accountFields, accountKindsFor, checkAccount } from "payments-sdk/forms";
import { instrument } from "payments-sdk/otel";
import { nextStep } from "payments-sdk/payouts";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json } from "../core/client";
import { calls } from "./calls";
import { constructors } from "./constructors";
import type { Door } from "./doors";
import type { Rule } from "./kinds";
import { elsewhere } from "./kinds";
import { simulatorDoors } from "./simulator-doors";

type Named = Pick<Door, "owner" | "rules" | "call" | "needs">;

const rulesOf = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, elsewhere]));

const history = { tries: [{ key: 1, at: "2026-11-29T10:00:00Z", request: "payment" as const }] };

/** Functions that refuse no unknown option. */
const others: readonly Named[] = [
  {
    owner: "nextStep",
    rules: rulesOf("now", "maxDelay", "maxTries", "maxMoneyWait", "firstWait", "longestWait"),
    needs: { now: new Date("2026-11-29T10:00:01Z") },
    call: (options) => nextStep(history, options),
  },
  {
    owner: "accountFields",
    rules: rulesOf("beneficiaryType", "words"),
    call: (options) => accountFields("MXN_ACCOUNT", options),
  },
  {
    owner: "checkAccount",
    rules: rulesOf("words"),
    call: (options) => checkAccount("MXN_ACCOUNT", {}, options),
  },
  {
    owner: "accountKindsFor",
    rules: rulesOf("country", "currency"),
    call: (options) => accountKindsFor(options),
  },
  {
    owner: "instrument",
    rules: constructors.find(({ owner }) => owner === "PaymentsClient")?.rules ?? {},
    call: (options) => instrument(options),
  },
];

/** Runs with a name that every object inherits. */
async function polluted(name: string, get: (this: unknown) => unknown, run: () => unknown): Promise<void> {
  Object.defineProperty(Object.prototype, name, {
    configurable: true,
    get,
    // Assigning goes on as usual.
    set(value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
    },
  });
  try {
    await run();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

/** Where this package reads a name that an object only inherits. */
async function readsOf(name: string, run: () => unknown): Promise<string[]> {
  const reads = new Set<string>();
  const read = () => {
    const [, reader = ""] = new Error("a read").stack?.split("\n    at ").slice(1) ?? [];
    if (reader.includes("/src/")) reads.add(`${name}: ${reader}`);
    return undefined;
  };
  await polluted(name, read, async () => {
    try {
      await run();
    } catch {
      // The refusal of an option that is missing.
    }
  });
  return [...reads];
}

/** Each option that is left out, also inside of others, with options that the door takes. */
function leftOut(rules: Readonly<Record<string, Rule>>, given: object): [string, object][] {
  return Object.entries(rules).flatMap(([name, { members }]) => {
    const { [name]: own, ...rest } = given as Record<string, unknown>;
    const inner = members === undefined ? [] : leftOut(members, (own as object | undefined) ?? {});
    return [
      [name, rest],
      ...inner.map(([path, part]): [string, object] => [path, { ...rest, [name]: part }]),
    ];
  });
}

describe.each<Named>([...constructors, ...calls, ...simulatorDoors, ...others])(
  "the options of $owner",
  ({ rules, needs = {}, call }) => {
    it("are never read from the prototype of all objects", async () => {
      const reads: string[] = [];
      for (const [name, options] of leftOut(rules, needs)) {
        reads.push(...(await readsOf(name, () => call(options as never))));
      }
      expect(reads).toEqual([]);
    });
  },
);

describe("a name on the prototype of all objects", () => {
  it("sends no secret to another address, and gives no payment its key", async () => {
    const { fetch, calls: requests } = fakeFetch(() => json({ id: "Quote:1" }));
    const stranger = () => expect.fail("a request to a stranger");
    const names = {
      baseUrl: "https://stranger.test",
      fetch: stranger,
      idempotencyKey: "of all",
      maxRetries: 9,
    };
    for (const [name, value] of Object.entries(names)) {
      await polluted(
        name,
        () => value,
        async () => {
          await createClient({ fetch }).request("POST", "/quotes/{id}/execute", { path: { id: "Quote:1" } });
        },
      );
    }
    expect(requests).toHaveLength(4);
    expect(requests.every(({ url }) => url.startsWith("https://payments.test/"))).toBe(true);
    expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key")))).toHaveProperty("size", 4);
    await polluted(
      "baseUrl",
      () => "https://stranger.test",
      () => {
        expect(() => new PaymentsClient({ clientId: "id", clientSecret: "secret" })).toThrow(
          "`baseUrl` is missing",
        );
      },
    );
  });
});
