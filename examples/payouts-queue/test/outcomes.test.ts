import assert from "node:assert/strict";
import { it } from "node:test";
import { PaymentsClient } from "payments-sdk";
import type { State } from "../database";
import { stateAfter } from "../pay";

/** The error of a call with this response. */
async function errorOf(status: number | "lost"): Promise<unknown> {
  const client = new PaymentsClient({
    baseUrl: "http://127.0.0.1:1/",
    clientId: "id",
    clientSecret: "secret",
    maxRetries: 0,
    fetch: () =>
      status === "lost"
        ? Promise.reject(new TypeError("terminated"))
        : Promise.resolve(Response.json({ status, code: "CODE", message: "no" }, { status })),
  });
  const params = {
    source: { accountId: "InternalAccount:1" },
    destination: { accountId: "ExternalAccount:1" },
    amount: 1,
  } as const;
  return client.transfers.out(params).then(
    () => assert.fail("the call must fail"),
    (error: unknown) => error,
  );
}

const cases: [status: number | "lost", before: State, after: State][] = [
  [400, "untried", "refused"],
  [422, "postponed", "refused"],
  [429, "untried", "postponed"],
  [401, "untried", "postponed"],
  [503, "untried", "unknown"],
  ["lost", "untried", "unknown"],
  // After a lost response, only the service's word about this payout closes it.
  [429, "unknown", "unknown"],
  [401, "unknown", "unknown"],
  [403, "unknown", "unknown"],
  [400, "unknown", "refused"],
];
for (const [status, before, after] of cases) {
  it(`makes of a payout that was ${before}, after ${status}, one that is ${after}`, async () => {
    assert.equal(stateAfter(await errorOf(status), before, true), after);
  });
}

it("changes nothing when the request of the payout itself was not sent", async () => {
  assert.equal(stateAfter(await errorOf("lost"), "untried", false), "untried");
});
