import { formatAmount, PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { browserPasskeys, Wallet } from "payments-sdk/wallet";

// Real cryptography: the simulator checks the passkey and every signature.
// Passkeys need https or localhost. Your browser asks you twice.
const simulator = new Simulator({ environment: "production" });
const payments = new PaymentsClient(simulator.clientOptions());
const grace = await payments.customers.create({
  customerType: "INDIVIDUAL",
  fullName: "Grace Hopper",
  email: "grace@example.com",
  region: "US",
});
const account = await payments.internalAccounts.findWallet(grace.id);
if (account === undefined) throw new Error("the customer has no wallet");
const wallet = new Wallet({
  client: payments,
  accountId: account.id,
  passkeys: browserPasskeys({ storage: false }),
});

await wallet.credentials.register({
  type: "PASSKEY",
  nickname: "This device",
  user: { name: "grace@example.com", displayName: "Grace Hopper" },
});
await wallet.signIn({ type: "PASSKEY" });
console.log("signed in until", wallet.session?.expiresAt);

// Somebody pays 100 dollars into the wallet.
const funding = await payments.quotes.create({
  source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: grace.id },
  destination: { destinationType: "ACCOUNT", accountId: account.id },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 100_00,
});
simulator.payQuote(funding.id);

// Grace pays with her session key.
const ada = await payments.customers.create({ customerType: "INDIVIDUAL", region: "DE" });
const { amount } = await wallet.balance();
const paid = await wallet.pay({
  destination: { destinationType: "UMA_ADDRESS", umaAddress: ada.umaAddress },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: amount,
  confirm: () => true,
});
if (paid === undefined) throw new Error("nobody confirmed");
console.log(paid.status, formatAmount(paid.totalReceivingAmount, paid.receivingCurrency, "en-US"));
