import { isPaymentsError, PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { Simulator } from "payments-sdk/simulator";
import { Wallet } from "payments-sdk/wallet";

/** What a call rejects with, in the words that a caller decides by. */
async function failure(call) {
  try {
    return { resolved: await call };
  } catch (error) {
    if (!isPaymentsError(error)) return { thrown: String(error) };
    return { name: error.name, code: error.code, outcome: error.outcome };
  }
}

/** A payment whose response is lost on the way, against the service in this process. */
async function paidOnce() {
  const simulator = new Simulator({ seed: "runtimes" });
  const payments = new PaymentsClient({ ...simulator.clientOptions(), retryDelay: () => 1 });
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
  const payments = new PaymentsClient(simulator.clientOptions());
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

/** A page's call of something that the relay does not pass on. */
async function unlisted() {
  const simulator = new Simulator({ seed: "runtimes" });
  const relay = createWalletRelay({
    client: new PaymentsClient(simulator.clientOptions()),
    authenticate: () => ({ accountIds: [] }),
    origins: ["https://wallet.example.test"],
    secret: "a secret of thirty-two characters",
  });
  return (await relay(new Request("https://backend.example.test/wallet/customers"))).status;
}

/**
 * Everything that a runtime's `fetch`, timers and cryptography have a part in. Returns plain facts, the same on all of them.
 *
 * @param {string} origin of the server that misbehaves as the first segment of the path says
 * @param {string} refused an origin at which nothing listens
 */
export async function scenario(origin, refused) {
  const client = (base, options) =>
    new PaymentsClient({
      baseUrl: base,
      clientId: "id",
      clientSecret: "sécret",
      retryDelay: () => 1,
      timeout: 5_000,
      logLevel: "off",
      ...options,
    });
  const transfer = {
    source: { accountId: "ExternalAccount:1" },
    destination: { accountId: "InternalAccount:1" },
    amount: 1,
  };
  const controller = new AbortController();
  const left = new Error("the customer left");
  setTimeout(() => controller.abort(left), 200);
  // Alone, and before the work that would keep the request from leaving in time.
  const aborted = await client(`${origin}/silent`)
    .customers.retrieve("Customer:1", { signal: controller.signal })
    .then(String, (error) => error === left);

  return {
    paidOnce: await paidOnce(),
    signed: await signed(),
    unlisted: await unlisted(),
    echoed: await client(`${origin}/echo`).request("POST", "/echo", { body: { name: "Zoë 💶" } }),
    refused: await failure(client(refused, { maxRetries: 0 }).transfers.in(transfer)),
    dropped: await failure(client(`${origin}/drop`).transfers.in(transfer)),
    cut: await failure(client(`${origin}/cut`).transfers.in(transfer)),
    stalled: await failure(client(`${origin}/stall`, { timeout: 300, maxRetries: 0 }).transfers.in(transfer)),
    redirected: await failure(client(`${origin}/redirect`).transfers.in(transfer)),
    failed: await failure(client(`${origin}/html`).transfers.in(transfer)),
    aborted,
    // A long-lived signal must not keep the process alive.
    kept: (await client(`${origin}/echo`).request("GET", "/echo", { signal: AbortSignal.timeout(60_000) }))
      .method,
    seen: await client(`${origin}/seen`).request("GET", "/seen"),
  };
}
