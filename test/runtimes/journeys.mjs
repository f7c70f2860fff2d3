import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { Simulator } from "payments-sdk/simulator";
import { Wallet } from "payments-sdk/wallet";
import { verifyWebhook } from "payments-sdk/webhooks";

/** Allowed in a page, because the secret is the simulator's. */
const optionsFor = (simulator) => ({ ...simulator.clientOptions(), dangerouslyAllowBrowser: true });

/** A payment with a lost response, against the service in this process. */
async function paidOnce() {
  const simulator = new Simulator({ seed: "runtimes" });
  const payments = new PaymentsClient({ ...optionsFor(simulator), retryDelay: () => 1 });
  const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
  await payments.sandbox.fund(account.id, { amount: 1_000_00 });
  const bank = await payments.platform.externalAccounts.create({
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "000123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
    },
  });
  simulator.faults.add({ operation: "POST /transfer-out", kind: "reset-after", times: 1 });
  const transaction = await payments.transfers.out({
    source: { accountId: account.id },
    destination: { accountId: bank.id },
    amount: 250_00,
  });
  const sent = await payments.transactions.list({ type: "OUTGOING" }).toArray();
  const [left] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
  return { status: transaction.status, sent: sent.length, left: left.balance.amount };
}

/** The wallet with real cryptography: a sealed session key, a stamped payment, an exported phrase. */
async function signed() {
  const simulator = new Simulator({ environment: "production", seed: "runtimes" });
  const payments = new PaymentsClient(optionsFor(simulator));
  const email = "grace@example.com";
  const customer = await payments.customers.create({
    customerType: "INDIVIDUAL",
    fullName: "Grace Hopper",
    email,
    region: "US",
  });
  const account = await payments.internalAccounts.findWallet(customer.id);
  const wallet = new Wallet({
    client: payments,
    accountId: account.id,
    trustedIssuerKeys: [simulator.walletExportIssuerKey],
  });
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  const code = simulator.outbox.last(email).code;
  await wallet.signIn({ type: "EMAIL_OTP", otp: code });
  const funding = await payments.quotes.create({
    source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: customer.id },
    destination: { destinationType: "ACCOUNT", accountId: account.id },
    lockedCurrencySide: "RECEIVING",
    lockedCurrencyAmount: 100_000_000,
  });
  simulator.payQuote(funding.id);
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
  const words = (await wallet.exportMnemonic()).split(" ");
  return { status: paid.status, words: words.length };
}

/** A page's call that the relay does not forward. */
async function unlisted() {
  const simulator = new Simulator({ seed: "runtimes" });
  const relay = createWalletRelay({
    client: new PaymentsClient(optionsFor(simulator)),
    authenticate: () => ({ accountIds: [] }),
    origins: ["https://wallet.example.test"],
    secret: "a secret of thirty-two characters",
  });
  return (await relay(new Request("https://backend.example.test/wallet/customers"))).status;
}

/** An event of the service: signed, sent and verified. */
async function delivered() {
  const simulator = new Simulator({ seed: "runtimes" });
  const payments = new PaymentsClient(optionsFor(simulator));
  const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
  await payments.sandbox.fund(account.id, { amount: 1_00 });
  const { body, headers } = simulator.signEvent(simulator.events.list.at(-1));
  const publicKeys = [simulator.webhookPublicKey];
  const event = await verifyWebhook(body, headers, { publicKeys });
  const forged = body.replace(account.id, "InternalAccount:another");
  const rejected = await verifyWebhook(forged, headers, { publicKeys }).catch((error) => error.name);
  return { type: event.type, rejected };
}

/**
 * One journey through each entry, without any network. Returns plain facts.
 *
 * @param {{ cryptography?: boolean }} [options] `cryptography`: whether the platform has `crypto.subtle`
 */
export async function journeys({ cryptography = true } = {}) {
  return {
    paidOnce: await paidOnce(),
    ...(cryptography && { signed: await signed(), delivered: await delivered() }),
    unlisted: await unlisted(),
  };
}
