/**
 * The service of the money run, in a separate process: the simulator in its production environment, with real sockets and in real
 * time. A second address without faults issues tokens, and reports at the end what the service holds.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { createBank, createOwner, fund } from "../support/wallet-owner";
import type { Holdings, Payer, World } from "./types";

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
async function owner(index: number): Promise<Payer> {
  const email = `owner-${index}@example.com`;
  const { customerId, accountId } = await createOwner(payments, email, `Owner ${index}`);
  await fund(simulator, payments, { accountId, customerId }, FUNDS);
  const bankId = await createBank(payments, customerId, `Owner ${index}`);
  const oidcToken = simulator.issueOidcToken({ email });
  const credential = await payments.auth.credentials.create({ type: "OAUTH", accountId, oidcToken });
  if (!("id" in credential)) throw new Error("the first credential of a wallet needs no signature");
  return { email, customerId, accountId, bankId, credentialId: credential.id };
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
for (let index = 0; index < Number(wallets); index += 1) owners.push(await owner(index));

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

const control = createServer((request, response) => {
  void (async () => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
    const email = searchParams.get("email") ?? "";
    const subject = searchParams.get("subject") ?? undefined;
    const result =
      pathname === "/token"
        ? simulator.issueOidcToken({ email, ...(subject && { subject }) })
        : await holdings();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
  })();
});
control.listen(0, "127.0.0.1");
await once(control, "listening");
const server = await simulator.listen();
const address = control.address();
const { clientId, clientSecret } = simulator.clientOptions();
const world: World = {
  serviceUrl: server.url,
  controlUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
  clientId,
  clientSecret,
  accountId: account.id,
  bankIds,
  abroadIds,
  owners,
  balances: (await holdings()).balances,
};
process.stdout.write(`${JSON.stringify(world)}\n`);
