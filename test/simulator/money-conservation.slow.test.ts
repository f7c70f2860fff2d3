import type { Page } from "../support/world";
import fc from "fast-check";
import type { Transaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { operation } from "../simulator/money-operations";
import { MoneyWorld } from "../simulator/money-world";

describe("money", () => {
  it("is never created or lost in any sequence of operations [ACC-03, EVT-02, QUO-02, QUO-29, TRF-07, LIM-04, TRX-07]", async () => {
    let steps = 0;
    let accepted = 0;
    let refused = 0;
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 52, maxLength: 70, size: "max" }),
        async (operations) => {
          const money = new MoneyWorld();
          await money.open();
          for (const step of operations) {
            await money.perform(step);
            money.requireBooks();
            steps += 1;
          }
          await money.requireStatements();
          await money.service.simulator.clock.advance("2d");
          money.requireBooks();
          await money.requireStatements();
          money.requireBalanceEvents();
          money.requireQuoteEdges();
          accepted += money.accepted;
          refused += money.refused;
          const { data } = await money.service.must<Page<Transaction>>("GET", "/transactions?limit=100");
          for (const { type, status } of data) statuses.add(`${type} ${status}`);
        },
      ),
      { numRuns: 20 },
    );
    // The run was useful: it had many accepted and refused steps, and reached every status.
    expect(steps).toBeGreaterThan(1000);
    expect(accepted).toBeGreaterThan(800);
    expect(refused).toBeGreaterThan(200);
    expect([...statuses].sort()).toEqual([
      "INCOMING COMPLETED",
      "INCOMING EXPIRED",
      "INCOMING FAILED",
      "INCOMING REFUNDED",
      "INCOMING REJECTED",
      "OUTGOING COMPLETED",
      "OUTGOING EXPIRED",
      "OUTGOING FAILED",
    ]);
  }, 120_000);
});
