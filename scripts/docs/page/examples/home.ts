import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";

const payments = new PaymentsClient(new Simulator().clientOptions());
const [account] = await payments.platform.internalAccounts.list({ currency: "USD" }).toArray();
if (account === undefined) throw new Error("the platform has no USD account");
await payments.sandbox.fund(account.id, { amount: 1_000_00 });
const landlord = await payments.platform.externalAccounts.create({
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber: "000123456789",
    routingNumber: "021000021",
    beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
  },
});
const [source, destination] = [{ accountId: account.id }, { accountId: landlord.id }];

// The front page shows the lines below.
const rent = { source, destination, amount: 250_00 };
const paid = await payments.transfers.out(rent, {
  idempotencyKey: "rent-2026-11",
});
console.log(paid.id);
