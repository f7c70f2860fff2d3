import { inspect } from "node:util";
import { PaymentsClient } from "payments-sdk";
import { expect, it } from "vitest";

it("copies of the package share only a client's secrets to redact and its total timeout", () => {
  const client = new PaymentsClient({
    baseUrl: "https://service.test",
    clientId: "an-id",
    clientSecret: "a-secret",
    totalTimeout: 5_000,
  });
  const shared = Reflect.get(globalThis, Symbol.for("payments-sdk.clients")) as WeakMap<object, object>;
  const known = shared.get(client);
  expect(known).toEqual({ secrets: expect.any(Function), totalTimeout: 5_000 });
  expect(inspect(known, { depth: null, showHidden: true })).not.toContain("a-secret");
});
