import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../src/simulator/domain/ledger";
import type { Posting } from "../../src/simulator/domain/ledger";

const at = "2026-04-27T09:00:00.000Z";
const posting = (account: string, amount: number, currency = "USD"): Posting => ({
  account,
  currency,
  amount,
});
const alice = "InternalAccount:alice";
const bob = "InternalAccount:bob";

function fundedLedger(onBalanceChange?: (accountId: string) => void): Ledger {
  const ledger = new Ledger(onBalanceChange);
  ledger.post({ at, memo: "funding", postings: [posting("funding:USD", -100), posting(alice, 100)] });
  return ledger;
}

/** Everything that a refused entry must leave alone. */
const stateOf = (ledger: Ledger) => ({ entries: [...ledger.entries()], totals: ledger.totals() });

describe("Ledger", () => {
  it("moves money between accounts and keeps the entry [ACC-03]", () => {
    const ledger = fundedLedger();
    ledger.post({ at, memo: "gift", postings: [posting(alice, -30), posting(bob, 30)] });
    expect([ledger.balance(alice), ledger.balance(bob), ledger.balance("InternalAccount:nobody")]).toEqual([
      70, 30, 0,
    ]);
    expect(ledger.entries().map(({ memo }) => memo)).toEqual(["funding", "gift"]);
    expect(ledger.totals()).toEqual([
      { currency: "USD", internal: 100n, other: -100n, accounts: { "funding:USD": -100n } },
    ]);
  });

  it.each([
    ["does not sum to zero", [posting(alice, -30), posting(bob, 29)], TypeError],
    [
      "sums to zero only across currencies",
      [posting(alice, -30), posting("external:EUR", 30, "EUR")],
      TypeError,
    ],
    [
      "uses another currency than the account's",
      [posting(alice, -30, "EUR"), posting(bob, 30, "EUR")],
      TypeError,
    ],
    ["has a fraction", [posting(alice, -0.5), posting(bob, 0.5)], TypeError],
    ["takes more than there is", [posting(alice, -101), posting(bob, 101)], RangeError],
    [
      "takes too much only in its last posting",
      [posting(bob, 201), posting(alice, -100), posting("InternalAccount:carol", -101)],
      RangeError,
    ],
  ])("refuses an entry that %s, and changes nothing", (_, postings, error) => {
    const ledger = fundedLedger();
    const before = stateOf(ledger);
    expect(() => {
      ledger.post({ at, memo: "wrong", postings });
    }).toThrow(error);
    expect(stateOf(ledger)).toEqual(before);
  });

  it("refuses a balance beyond the safe integers, and lets the books go beyond them", () => {
    const ledger = new Ledger();
    const most = Number.MAX_SAFE_INTEGER;
    ledger.post({ at, memo: "all", postings: [posting("external:USD", -most), posting(alice, most)] });
    expect(() => {
      ledger.post({ at, memo: "one more", postings: [posting("external:USD", -1), posting(alice, 1)] });
    }).toThrow(RangeError);
    ledger.post({
      at,
      memo: "as much again",
      postings: [posting("external:USD", -most), posting(bob, most)],
    });
    expect(ledger.totals()[0]).toMatchObject({ internal: 2n * BigInt(most), other: -2n * BigInt(most) });
  });

  it("tells of each changed internal account once an entry, and of nothing when the postings cancel out [EVT-02]", () => {
    const changed: string[] = [];
    const ledger = fundedLedger((id) => changed.push(id));
    ledger.post({
      at,
      memo: "in parts",
      postings: [posting(alice, -10), posting(alice, -20), posting(bob, 30)],
    });
    ledger.post({
      at,
      memo: "there and back",
      postings: [posting(alice, -10), posting(bob, 10), posting(bob, -10), posting(alice, 10)],
    });
    expect(changed).toEqual([alice, alice, bob]);
    expect(ledger.entries()).toHaveLength(2);
  });

  it("stays balanced and above zero through any entries, taken or refused [ACC-03]", () => {
    const account = fc.constantFrom(alice, bob, "external:USD", "suspense:USD");
    const transfer = fc.record({ from: account, to: account, amount: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 60 }), (transfers) => {
        const ledger = fundedLedger();
        for (const { from, to, amount } of transfers) {
          try {
            ledger.post({ at, memo: "", postings: [posting(from, -amount), posting(to, amount)] });
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
          const [usd] = ledger.totals();
          expect((usd?.internal ?? 0n) + (usd?.other ?? 0n)).toBe(0n);
          expect(Math.min(ledger.balance(alice), ledger.balance(bob))).toBeGreaterThanOrEqual(0);
        }
        for (const id of [alice, bob]) {
          const movements = ledger
            .entries()
            .flatMap(({ postings }) => postings.filter((one) => one.account === id));
          expect(ledger.balance(id)).toBe(movements.reduce((sum, { amount }) => sum + amount, 0));
        }
      }),
    );
  });
});
