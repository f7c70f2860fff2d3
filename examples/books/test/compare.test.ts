import assert from "node:assert/strict";
import { it } from "node:test";
import { accountEffect } from "payments-sdk";
import type { InternalAccount, OutgoingTransaction, Transaction } from "payments-sdk";
import { compareAccount, decimal } from "../compare";
import type { Difference, Sides } from "../compare";
import { csvReport, htmlReport, verdict } from "../report";

const currency = { code: "USD", name: "US Dollar", symbol: "$", decimals: 2 };
const account = {
  id: "InternalAccount:1",
  type: "INTERNAL_FIAT",
  balance: { amount: 0, currency },
} as InternalAccount;
const bank = { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" } as const;
const out: OutgoingTransaction = {
  id: "Transaction:1",
  type: "OUTGOING",
  status: "PENDING",
  source: { sourceType: "ACCOUNT", accountId: account.id },
  destination: bank,
  sentAmount: { amount: 1_234, currency },
  updatedAt: "2026-04-27T09:00:00Z",
};
const income: Transaction = {
  id: "Transaction:2",
  type: "INCOMING",
  status: "COMPLETED",
  destination: { destinationType: "ACCOUNT", accountId: account.id },
  receivedAmount: { amount: 5_000, currency },
};
const compare = (sides: Partial<Sides>, balance: number) =>
  compareAccount({
    account: { ...account, balance: { amount: balance, currency } },
    opening: 0,
    books: [],
    service: [],
    waiting: new Map(),
    ...sides,
  });

it("agrees when both sides have the same transactions and the balance follows from them", () => {
  const books = [out, income];
  assert.deepEqual(compare({ books, service: [...books].reverse(), opening: 1_000 }, 4_766), {
    accountId: account.id,
    owner: "platform",
    currency,
    transactions: 2,
    books: 4_766,
    service: 4_766,
    differences: [],
  });
});

/** How much more the service has. */
const amountOf = (difference: Difference | undefined) =>
  (difference?.service ?? 0) - (difference?.books ?? 0);
const later: Transaction = { ...out, status: "FAILED", updatedAt: "2026-04-27T10:00:00Z" };
const causes: [
  cause: RegExp,
  books: Transaction[],
  service: Transaction[],
  waiting?: [id: string, problem: string | null][],
][] = [
  [/^No event about it arrived/, [], [out]],
  [/^The event about its last change did not arrive/, [out], [later]],
  [/^An event about it waits in the inbox/, [out], [later], [[out.id, null]]],
  [/^An event about it is in quarantine: no id/, [out], [later], [[out.id, "no id"]]],
  [/^The books have a later version/, [later], [out]],
  [
    /^Both have the same version with other contents/,
    [{ ...out, sentAmount: { amount: 1, currency } }],
    [out],
  ],
  [/^The service does not have this transaction/, [out], []],
];
for (const [cause, books, service, waiting = []] of causes) {
  it(`names the cause: ${cause.source.slice(1)}`, () => {
    const sum = service.reduce((total, one) => total + (accountEffect(one, account)?.amount ?? 0), 0);
    const { differences } = compare({ books, service, waiting: new Map(waiting) }, sum);
    const [first, balance] = differences;
    assert.equal(first?.transaction?.id, out.id);
    assert.match(first?.cause ?? "", cause);
    assert.match(balance?.cause ?? "", /^The transactions above explain it/);
    assert.equal(amountOf(balance), amountOf(first));
  });
}

it("counts nothing for an amount that is not there, and goes on", () => {
  const odd = { ...income, receivedAmount: undefined } as never;
  assert.match(
    compare({ books: [odd], service: [income] }, 5_000).differences[0]?.transaction?.books ?? "",
    /no amount/,
  );
});

it("names somebody who changed the books, whatever the change looks like (B6)", () => {
  const { differences } = compare({ books: [later], service: [out], edited: new Set([out.id]) }, -1_234);
  assert.equal(differences[0]?.cause, "Somebody changed the books.");
});

it("says how much of a balance no transaction explains", () => {
  const { differences } = compare({ books: [], service: [income] }, 5_250);
  assert.match(differences[1]?.cause ?? "", /^No transaction explains 2\.50/);
});

it("writes amounts exactly", () => {
  assert.equal(decimal(-5, currency), "-0.05");
  assert.equal(decimal(9_007_199_254_740_991, currency), "90071992547409.91");
  assert.equal(decimal(1_234, { ...currency, decimals: 0 }), "1234");
});

it("writes a row for each difference and each account, and no markup of others", () => {
  const strange = { ...income, status: '<b>,"new"' };
  const comparisons = [compare({ service: [strange] }, 0), compare({}, 0)];
  const csv = csvReport(comparisons).split("\r\n");
  assert.equal(
    csv[0],
    "account,owner,currency,transaction,created,transaction in the books,transaction at the service," +
      "amount in the books,amount at the service,difference,cause,what to do",
  );
  const found =
    /^InternalAccount:1,platform,USD,Transaction:2,,none,"INCOMING <b>,""new"", 50\.00 USD .*",0\.00,0\.00,0\.00,"No event/;
  assert.match(csv[1] ?? "", found);
  assert.equal(csv[2], "InternalAccount:1,platform,USD,,,,,0.00,0.00,0.00,agrees,");
  const html = htmlReport(comparisons, new Date(0));
  assert.match(html, /<h1>Differences: transactions 1, balances 0<\/h1>/);
  assert.match(html, /INCOMING &lt;b&gt;,&quot;new&quot;/);
  assert.doesNotMatch(html, /<b>/);
});

it("counts a difference for each cause, and a transaction on two accounts once", () => {
  const comparisons = [compare({ service: [income] }, 5_000), compare({ service: [income] }, 5_000)];
  assert.deepEqual(verdict(comparisons), {
    agrees: false,
    text: "Differences: transactions 1, balances 2",
  });
  const cause = "<td>No event about it arrived, and no sweep has read it since.</td>";
  assert.ok(
    htmlReport(comparisons, new Date(0)).includes(`${cause}<td class="number">2</td><td>Start a sweep.</td>`),
  );
});
