/**
 * The service of the money run, in a separate process: the simulator in its production environment, with real sockets and in real
 * time. Its second address reports at the end what the service holds.
 */
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { createBank, createOpenIdOwner, fund } from "../support/parts";
import { serve } from "../support/served";
import type { Facts, Holdings, Payer } from "./types";

const [seed = "", wallets = "1", operations = "1"] = process.argv.slice(2);
/** More than the cost of any operation. */
const FUNDS = (Number(operations) + 1) * (Number(operations) + 2_000_000);

/** The specification does not say whether the service stores refusals, so every other seed forgets them. */
const keyedRefusals = (seed.codePointAt(seed.length - 1) ?? 0) % 2 === 0 ? "stored" : "forgotten";
const simulator = new Simulator({
  seed,
  environment: "production",
  keep: { log: 1 },
  requests: { keyedRefusals },
});
const payments = new PaymentsClient({ ...simulator.clientOptions(), logLevel: "off" });

async function firstUsdAccount(): Promise<{ id: string; balance: { amount: number } }> {
  const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
  if (account === undefined) throw new Error("the platform has no USD account");
  return account;
}

/** A customer with a funded wallet, an OpenID credential and a bank account to pay to. */
async function payer(index: number): Promise<Payer> {
  const email = `owner-${index}@example.com`;
  const owner = await createOpenIdOwner(simulator, payments, email, `Owner ${index}`);
  const { customerId, accountId } = owner;
  await fund(simulator, payments, { accountId, customerId }, FUNDS);
  const bankId = await createBank(payments, customerId, `Owner ${index}`);
  return { ...owner, bankId };
}

const account = await firstUsdAccount();
await fund(simulator, payments, { accountId: account.id }, FUNDS);
/** Several accounts to pay to, so that most earlier responses belong to another payment. */
const PAYEES = 10;
const bankIds: string[] = [];
const abroadIds: string[] = [];
for (let index = 0; index < PAYEES; index += 1) {
  const beneficiary = { beneficiaryType: "BUSINESS", legalName: `Receivers ${index}` } as const;
  const bank = await payments.platform.externalAccounts.create({
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: `00012345678${index}`,
      routingNumber: "021000021",
      beneficiary,
    },
  });
  const abroad = await payments.platform.externalAccounts.create({
    currency: "EUR",
    accountInfo: { accountType: "EUR_ACCOUNT", iban: "DE89370400440532013000", beneficiary },
  });
  bankIds.push(bank.id);
  abroadIds.push(abroad.id);
}
const owners: Payer[] = [];
for (let index = 0; index < Number(wallets); index += 1) owners.push(await payer(index));

async function holdings(): Promise<Holdings> {
  const rows = await payments.transactions.list({ type: "OUTGOING" }).toArray();
  const balances: Record<string, number> = { [account.id]: (await firstUsdAccount()).balance.amount };
  const credentials: Record<string, number> = {};
  for (const { customerId, accountId } of owners) {
    const wallet = await payments.internalAccounts.findWallet(customerId);
    balances[accountId] = wallet?.balance.amount ?? Number.NaN;
    credentials[accountId] = (await payments.auth.credentials.list({ accountId })).data.length;
  }
  const transactions = rows.map((row) => ({
    id: row.id,
    status: row.status,
    amount: "sentAmount" in row ? (row.sentAmount?.amount ?? Number.NaN) : Number.NaN,
    quoteId: "quoteId" in row && typeof row.quoteId === "string" ? row.quoteId : undefined,
    accountId:
      row.source && "accountId" in row.source && typeof row.source.accountId === "string"
        ? row.source.accountId
        : "",
  }));
  const customers = (await payments.customers.list().toArray()).length;
  return { transactions, balances, customers, credentials };
}

const facts: Facts = {
  accountId: account.id,
  bankIds,
  abroadIds,
  owners,
  balances: (await holdings()).balances,
};
await serve(simulator, facts, { "/holdings": holdings });
