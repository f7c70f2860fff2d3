/**
 * The life of an embedded wallet, from creation to sign-out, with real cryptography. The simulator's production environment
 * seals session keys and checks every stamp. It sends real codes to its outbox.
 *
 *     npx tsx examples/wallet.ts
 */
import { formatAmount, PaymentsClient } from "payments-sdk";
import type { CurrencyAmount } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { Wallet } from "payments-sdk/wallet";
import { fact, heading } from "./environment";

const EMAIL = "grace@example.com";
const simulator = new Simulator({ environment: "production", seed: "wallet-example" });
const payments = new PaymentsClient(simulator.clientOptions());
const money = ({ amount, currency }: CurrencyAmount) => formatAmount(amount, currency, "en-US");
/** The code that a person would read in the email. */
const mailedCode = () => simulator.outbox.last(EMAIL)?.code ?? "";

heading("1. A customer with an embedded wallet");
const customer = await payments.customers.create({
  customerType: "INDIVIDUAL",
  fullName: "Grace Hopper",
  email: EMAIL,
  region: "US",
});
const account = await payments.internalAccounts.findWallet(customer.id);
if (!account) throw new Error("the customer has no wallet");
fact("wallet", account.id);

heading("2. The first credential, and a session");
const wallet = new Wallet({
  client: payments,
  accountId: account.id,
  trustedIssuerKeys: [simulator.walletExportIssuerKey],
});
const email = await wallet.credentials.register({ type: "EMAIL_OTP" });
const session = await wallet.signIn({ type: "EMAIL_OTP", otp: mailedCode() });
fact("credential", `${email.id} ${email.nickname}`);
fact("session", `${session.id} until ${session.expiresAt}`);
fact("session key", `${session.publicKey?.slice(0, 16)}… (the private half stays on this device)`);

heading("3. Money in: a funding quote, paid from outside");
const funding = await payments.quotes.create({
  source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: customer.id },
  destination: { destinationType: "ACCOUNT", accountId: account.id },
  lockedCurrencySide: "RECEIVING",
  lockedCurrencyAmount: 100_000_000,
});
simulator.payQuote(funding.id);
const funded = await payments.internalAccounts.findWallet(customer.id);
if (funded) fact("balance", money(funded.balance));

heading("4. A payment, signed with the session key");
const receiver = await payments.externalAccounts.create({
  customerId: customer.id,
  currency: "EUR",
  accountInfo: {
    accountType: "EUR_ACCOUNT",
    iban: "DE89370400440532013000",
    beneficiary: {
      beneficiaryType: "INDIVIDUAL",
      fullName: "Konrad Zuse",
      address: {
        line1: "Unter den Linden 1",
        city: "Berlin",
        state: "BE",
        postalCode: "10117",
        country: "DE",
      },
    },
  },
});
const quote = await payments.quotes.create({
  source: { sourceType: "ACCOUNT", accountId: account.id },
  destination: { destinationType: "ACCOUNT", accountId: receiver.id },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 40_000_000,
});
const paid = await wallet.executeQuote(quote);
fact("sent", money({ amount: paid.totalSendingAmount, currency: paid.sendingCurrency }));
fact("arrives", money({ amount: paid.totalReceivingAmount, currency: paid.receivingCurrency }));
fact("status", paid.status);

heading("5. A second credential, so that the wallet can be recovered");
const oidcToken = simulator.issueOidcToken({ email: EMAIL });
const second = await wallet.credentials.register({ type: "OAUTH", oidcToken });
fact("added", `${second.type} ${second.id}, by a signed retry`);
fact("credentials", (await wallet.credentials.list().toArray()).map(({ type }) => type).join(", "));

heading("6. The recovery phrase");
const phrase = await wallet.exportMnemonic();
fact("exported", `${phrase.split(" ").length} words, opened on this device only (not shown)`);

heading("7. Signing out");
await wallet.signOut();
const sessions = await payments.auth.sessions.list({ accountId: account.id });
fact("sessions left", sessions.data.length);
