import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { balanceOf } from "../../src/simulator/domain/accounts";
import { post, totals } from "../../src/simulator/domain/ledger";
import type { Posting } from "../../src/simulator/domain/records/accounts";
import type { World } from "../../src/simulator/domain/world";
import { createTestWorld } from "./domain-world";

const posting = (account: string, amount: number, currency = "USD"): Posting => ({
  account,
  currency,
  amount,
});

function fundedWorld() {
  const { world, alice, bob } = createTestWorld();
  post(world, { memo: "funding", postings: [posting("funding:USD", -100), posting(alice, 100)] });
  return { world, alice, bob };
}

/** The state that a refused entry must not change. */
const stateOf = (world: World) => ({ entries: [...world.ledgerEntries.list], totals: totals(world) });

/** The ids come from the seed. */
const { alice, bob } = createTestWorld();

describe("the ledger", () => {
  it("moves money between accounts and keeps the entry [ACC-03]", () => {
    const { world } = fundedWorld();
    post(world, { memo: "gift", postings: [posting(alice, -30), posting(bob, 30)] });
    expect([
      balanceOf(world, alice),
      balanceOf(world, bob),
      balanceOf(world, "InternalAccount:nobody"),
    ]).toEqual([70, 30, 0]);
    expect(world.ledgerEntries.list.map(({ memo }) => memo)).toEqual(["funding", "gift"]);
    expect(totals(world)).toEqual([
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
    const { world } = fundedWorld();
    const before = stateOf(world);
    expect(() => {
      post(world, { memo: "wrong", postings });
    }).toThrow(error);
    expect(stateOf(world)).toEqual(before);
  });

  it("refuses a balance beyond the safe integers, but allows them in the books", () => {
    const { world } = createTestWorld();
    const most = Number.MAX_SAFE_INTEGER;
    post(world, { memo: "all", postings: [posting("external:USD", -most), posting(alice, most)] });
    expect(() => {
      post(world, { memo: "one more", postings: [posting("external:USD", -1), posting(alice, 1)] });
    }).toThrow(RangeError);
    post(world, {
      memo: "as much again",
      postings: [posting("external:USD", -most), posting(bob, most)],
    });
    expect(totals(world)[0]).toMatchObject({ internal: 2n * BigInt(most), other: -2n * BigInt(most) });
  });

  it("reports each changed internal account once per entry, except if the postings cancel out [EVT-02]", () => {
    const { world } = fundedWorld();
    const before = world.events.list.length;
    post(world, {
      memo: "in parts",
      postings: [posting(alice, -10), posting(alice, -20), posting(bob, 30)],
    });
    post(world, {
      memo: "there and back",
      postings: [posting(alice, -10), posting(bob, 10), posting(bob, -10), posting(alice, 10)],
    });
    const changed = world.events.list
      .slice(before)
      .map(({ type, data }) => [type, (data as { id: string }).id]);
    expect(changed).toEqual([
      ["INTERNAL_ACCOUNT.BALANCE_UPDATED", alice],
      ["INTERNAL_ACCOUNT.BALANCE_UPDATED", bob],
    ]);
    expect(world.ledgerEntries.list).toHaveLength(2);
  });

  it("stays balanced and never negative after any entries, accepted or refused [ACC-03]", () => {
    const account = fc.constantFrom(alice, bob, "external:USD", "suspense:USD");
    const transfer = fc.record({ from: account, to: account, amount: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 60 }), (transfers) => {
        const { world } = fundedWorld();
        for (const { from, to, amount } of transfers) {
          try {
            post(world, { memo: "", postings: [posting(from, -amount), posting(to, amount)] });
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
          const [usd] = totals(world);
          expect((usd?.internal ?? 0n) + (usd?.other ?? 0n)).toBe(0n);
          expect(Math.min(balanceOf(world, alice), balanceOf(world, bob))).toBeGreaterThanOrEqual(0);
        }
        for (const id of [alice, bob]) {
          const movements = world.ledgerEntries.list.flatMap(({ postings }) =>
            postings.filter((one) => one.account === id),
          );
          expect(balanceOf(world, id)).toBe(movements.reduce((sum, { amount }) => sum + amount, 0));
        }
      }),
    );
  });
});
