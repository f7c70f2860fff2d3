import { deriveIdempotencyKey, isPaymentsError } from "payments-sdk";
import type { FaultKind } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { createClient } from "../support/client";
import { createSimulator } from "../support/simulator";

const OPERATIONS = 10_000;
const WORKERS = 16;
/** Each kind hits 3 % of the calls that reach it: together about 30 %. */
const KINDS: readonly (readonly [FaultKind, { status?: number; retryAfter?: number; after?: boolean }])[] = [
  ["refuse", {}],
  ["reset-before", {}],
  ["reset-after", {}],
  ["reset-body", {}],
  ["stall-headers", {}],
  ["stall-body", {}],
  ["truncate", {}],
  ["html", { status: 502, after: true }],
  ["empty", { status: 500, after: true }],
  ["status", { status: 503, retryAfter: 0 }],
  ["status", { status: 429, retryAfter: 0 }],
];

describe("payments while three calls in ten fail in every way", () => {
  it(
    "are each executed exactly once, and the balances add up [IDM-02] [IDM-06]",
    { timeout: 120_000 },
    async () => {
      const simulator = createSimulator({ seed: "exactly-once" }, { recorded: false });
      const calm = createClient(simulator);
      const account = (await calm.platform.internalAccounts.list({ currency: "USD" })).data[0]!;
      await calm.sandbox.fund(account.id, { amount: OPERATIONS * 1_000_00 });
      const funded = OPERATIONS * 1_000_00;
      const bank = await calm.platform.externalAccounts.create({
        currency: "USD",
        accountInfo: {
          accountType: "USD_ACCOUNT",
          accountNumber: "000123456789",
          routingNumber: "021000021",
          beneficiary: { beneficiaryType: "BUSINESS", legalName: "Receivers Inc." },
        },
      });
      const abroad = await calm.platform.externalAccounts.create({
        currency: "EUR",
        accountInfo: {
          accountType: "EUR_ACCOUNT",
          iban: "DE89370400440532013000",
          beneficiary: { beneficiaryType: "BUSINESS", legalName: "Receivers GmbH" },
        },
      });

      for (const [kind, more] of KINDS) simulator.faults.add({ kind, rate: 0.03, ...more });
      let lost = 0;
      const payments = createClient(simulator, {
        timeout: 60,
        maxRetries: 3,
        retryDelay: () => 0,
        hooks: { onRetry: () => (lost += 1) },
      });

      /** As a careful caller does it: the same key until the outcome is known. */
      async function surely<T>(call: () => Promise<T>): Promise<T> {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await call();
          } catch (error) {
            if (!isPaymentsError(error) || attempt > 20) throw error;
          }
        }
      }

      const jobs = Array.from({ length: OPERATIONS }, (_, index) => index).values();
      let sent = 0;
      await Promise.all(
        Array.from({ length: WORKERS }, async () => {
          for (const job of jobs) {
            const amount = (job % 997) + 500;
            const idempotencyKey = deriveIdempotencyKey("exactly-once", job);
            if (job % 3 === 0) {
              const quote = await surely(() =>
                payments.quotes.create(
                  {
                    source: { sourceType: "ACCOUNT", accountId: account.id },
                    destination: { destinationType: "ACCOUNT", accountId: abroad.id },
                    lockedCurrencySide: "SENDING",
                    lockedCurrencyAmount: amount,
                  },
                  { idempotencyKey },
                ),
              );
              const done = await surely(() => payments.quotes.execute(quote.id, {}, { idempotencyKey }));
              expect(done.status).toBe("COMPLETED");
            } else {
              const done = await surely(() =>
                payments.transfers.out(
                  { source: { accountId: account.id }, destination: { accountId: bank.id }, amount },
                  { idempotencyKey },
                ),
              );
              expect(done.status).toBe("COMPLETED");
            }
            sent += amount;
          }
        }),
      );

      simulator.faults.clear();
      const rows = await calm.transactions.list({ type: "OUTGOING", status: "COMPLETED" }).toArray();
      expect(rows).toHaveLength(OPERATIONS);
      expect(await calm.transactions.list({ type: "OUTGOING" }).toArray()).toHaveLength(OPERATIONS);
      const left = (await calm.platform.internalAccounts.list({ currency: "USD" })).data[0]!;
      expect(left.balance.amount).toBe(funded - sent);
      // The faults were there: about three calls in ten.
      expect(lost).toBeGreaterThan(OPERATIONS / 5);
    },
  );
});
