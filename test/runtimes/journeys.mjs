import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { Simulator } from "payments-sdk/simulator";
import { memoryStore, Wallet } from "payments-sdk/wallet";
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

/**
 * The wallet with real cryptography, in one flow: a session by a code and by a token, a stamped payment, a refresh, an exported
 * phrase, a reload and another tab. A held key is made here, a sealed one by the service.
 */
async function signed(sessionKeys) {
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
  const options = {
    client: payments,
    accountId: account.id,
    trustedIssuerKeys: [simulator.walletExportIssuerKey],
    codeIssuerKeys: [simulator.oneTimeCodeIssuerKey],
    sessionKeys,
    store: memoryStore(),
  };
  const wallet = new Wallet(options);
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  await wallet.requestCode();
  const code = () => simulator.outbox.list.at(-1).code;
  await wallet.signIn({ type: "EMAIL_OTP", otp: code() });
  if (sessionKeys === "held") {
    await payments.customers.update(customer.id, { customerType: "INDIVIDUAL", phoneNumber: "+15551234567" });
    await wallet.credentials.register({ type: "SMS_OTP" });
    await wallet.requestCode("SMS_OTP");
    await wallet.signIn({ type: "SMS_OTP", otp: code() });
  }
  const token = await wallet.credentials.register({
    type: "OAUTH",
    oidcToken: simulator.issueOidcToken({ email }),
  });
  await wallet.signIn({ type: "OAUTH", oidcToken: (nonce) => simulator.issueOidcToken({ email, nonce }) });
  const { privateKey } = (await wallet.refresh()).stored().key;
  const exported = await crypto.subtle.exportKey("pkcs8", privateKey).catch(() => "refused");
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
  // Signed by a session of another credential.
  await wallet.credentials.revoke(token.id);
  const left = [...new Set(wallet.sessions.held.map(({ type }) => type))];
  // After a reload, or in another tab.
  const other = new Wallet(options);
  await other.restore();
  const restored = [...new Set(other.sessions.held.map(({ type }) => type))];
  await other.signOut();
  const ended = await wallet.refresh().catch((error) => error.name);
  return { status: paid.status, words: words.length, exported, left, restored, ended };
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
    ...(cryptography && {
      held: await signed("held"),
      sealed: await signed("sealed"),
      delivered: await delivered(),
    }),
    unlisted: await unlisted(),
  };
}
