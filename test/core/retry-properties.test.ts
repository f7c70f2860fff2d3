import fc from "fast-check";
import type { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, customerParams, fakeFetch, json, networkError, refusal, transfer } from "./client";
import { genuine } from "./genuine";
import { runs } from "../support/runs";

const keyedPost = (payments: PaymentsClient) => payments.transfers.in(transfer);
const plainPost = (payments: PaymentsClient) => payments.customers.create(customerParams);

describe("for any order of failures", () => {
  /** Failures after which the service may have acted. */
  const ambiguous = ["ECONNRESET", "UND_ERR_SOCKET", 500, 502, 503, 504, 408, "html", "cut"] as const;
  /** Failures after which it did not act. */
  const harmless = ["ECONNREFUSED", "ENOTFOUND", 429, 400, 404] as const;
  const failures = fc.array(fc.constantFrom(...ambiguous, ...harmless), { minLength: 1, maxLength: 6 });
  type Failure = (typeof ambiguous)[number] | (typeof harmless)[number];

  function fail(failure: Failure): Response | Promise<Response> {
    if (failure === "html") return new Response("<html>", { status: 200 });
    if (failure === "cut") return json('{"id":', 201);
    return typeof failure === "number" ? refusal(failure) : Promise.reject(networkError(failure));
  }

  const isAmbiguous = (failure: Failure | undefined) => ambiguous.some((one) => one === failure);

  it("no call exceeds maxRetries, and no POST without a key repeats after an ambiguous failure", async () => {
    await fc.assert(
      fc.asyncProperty(
        failures,
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        async (script, maxRetries, isKeyed) => {
          const { fetch, calls } = fakeFetch((call, index) => {
            const failure = script[index];
            return failure === undefined ? genuine(call) : fail(failure);
          });
          const payments = createClient({ fetch, maxRetries, retryDelay: () => 0 });
          const settled = await (isKeyed ? keyedPost(payments) : plainPost(payments)).then(
            () => "resolved",
            (error: { outcome?: string }) => error.outcome,
          );
          expect(calls.length).toBeLessThanOrEqual(maxRetries + 1);
          const sent = script.slice(0, calls.length);
          if (!isKeyed) expect(sent.slice(0, -1).some(isAmbiguous)).toBe(false);
          expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
          // A later refusal does not settle the outcome of an earlier attempt.
          if (sent.some(isAmbiguous) && settled !== "resolved") expect(settled).not.toBe("not-executed");
          if (!sent.some(isAmbiguous) && settled !== "resolved") expect(settled).toBe("not-executed");
        },
      ),
      { numRuns: runs(30) },
    );
  });
});
