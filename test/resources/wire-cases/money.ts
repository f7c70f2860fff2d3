import { idOf, page, sample } from "../wire";
import type { WireCase } from "../wire";

const quote = idOf("Quote");
const transaction = idOf("Transaction");
const account = idOf("InternalAccount");
const external = idOf("ExternalAccount");

const internalRows = sample("InternalAccountList")["data"] as unknown[];
const quoteFields = [
  "createdAt",
  "destination",
  "exchangeRate",
  "expiresAt",
  "feesIncluded",
  "id",
  "receivingCurrency",
  "sendingCurrency",
  "source",
  "status",
  "totalReceivingAmount",
  "totalSendingAmount",
];
const quoteParams = {
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1", customerId: "Customer:1" },
  destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com", currency: "EUR" },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 10_000,
  lookupId: "Lookup:1",
  immediatelyExecute: true,
  description: "Rent",
  remittanceInformation: "Invoice 17",
  purposeOfPayment: "GIFT",
  senderCustomerInfo: { FULL_NAME: "Ada Lovelace" },
} as const;
const betweenAccounts = {
  ...quoteParams,
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
} as const;
const transfer = (from: string, to: string) => ({
  source: { accountId: `${from}:1` },
  destination: { accountId: `${to}:1` },
  amount: 1,
});

const transferOut = {
  ...transfer("InternalAccount", "ExternalAccount"),
  remittanceInformation: "Invoice 17",
};

/** What the documents say of these operations: see `witness.ts`. */
export const moneyTable = `
receivers.lookupUma                 GET    /receiver/uma/{receiverUmaAddress}               -       200 400 401 404 412 424 500
receivers.lookupExternalAccount     GET    /receiver/external-account/{accountId}           -       200 400 401 404 412 424 500
quotes.create                       POST   /quotes                                          keyed   201 400 401 412 424 500 501
quotes.retrieve                     GET    /quotes/{quoteId}                                -       200 401 404 500
quotes.execute                      POST   /quotes/{quoteId}/execute                        keyed   200 400 401 404 409 500
transfers.in                        POST   /transfer-in                                     keyed   201 400 401 404 500
transfers.out                       POST   /transfer-out                                    keyed   201 400 401 404 500
transactions.list                   GET    /transactions                                    paged   200 400 401 500
transactions.retrieve               GET    /transactions/{transactionId}                    -       200 401 404 500
transactions.approve                POST   /transactions/{transactionId}/approve            -       200 400 401 404 409 500
transactions.reject                 POST   /transactions/{transactionId}/reject             -       200 400 401 404 409 500
sandbox.fund                        POST   /sandbox/internal-accounts/{accountId}/fund      -       200 400 401 403 404 500
sandbox.send                        POST   /sandbox/send                                    -       200 400 401 403 404 500
sandbox.receiveUma                  POST   /sandbox/uma/receive                             -       200 400 401 403 404 500
`;

export const moneyCases: readonly WireCase[] = [
  {
    name: "quotes.create",
    title: "between accounts",
    call: (payments) => payments.quotes.create(betweenAccounts),
    request: "POST /quotes",
    body: betweenAccounts,
    keyed: true,
    status: 201,
    response: sample("Quote", { source: betweenAccounts.source, destination: betweenAccounts.destination }),
    missing: quoteFields,
  },
  {
    name: "quotes.create",
    title: "to a UMA address",
    call: (payments) => payments.quotes.create(quoteParams),
    request: "POST /quotes",
    body: quoteParams,
    keyed: true,
    status: 201,
    response: sample("Quote", { source: quoteParams.source, destination: quoteParams.destination }),
    missing: quoteFields,
  },
  {
    name: "quotes.retrieve",
    call: (payments) => payments.quotes.retrieve(quote.id),
    request: `GET /quotes/${quote.encoded}`,
    response: sample("Quote", { id: quote.id }),
    missing: quoteFields,
  },
  {
    name: "quotes.execute",
    title: "from a managed account",
    call: (payments) => payments.quotes.execute(quote.id),
    request: `POST /quotes/${quote.encoded}/execute`,
    keyed: true,
    response: sample("Quote", { id: quote.id }),
    missing: quoteFields,
  },
  {
    name: "quotes.execute",
    title: "from an embedded wallet",
    call: (payments) => payments.quotes.execute("Quote:1", { signature: "stamp" }),
    request: "POST /quotes/Quote%3A1/execute",
    headers: { "service-wallet-signature": "stamp" },
    keyed: true,
    response: sample("Quote"),
    missing: quoteFields,
  },
  {
    name: "transfers.in",
    call: (payments) => payments.transfers.in(transfer("ExternalAccount", "InternalAccount")),
    request: "POST /transfer-in",
    body: transfer("ExternalAccount", "InternalAccount"),
    keyed: true,
    status: 201,
    response: {
      ...sample("IncomingTransaction"),
      source: { sourceType: "ACCOUNT", accountId: "ExternalAccount:1" },
      destination: { destinationType: "ACCOUNT", accountId: "InternalAccount:1" },
    },
    missing: ["type"],
  },
  {
    name: "transfers.out",
    call: (payments) => payments.transfers.out(transferOut),
    request: "POST /transfer-out",
    body: transferOut,
    keyed: true,
    status: 201,
    response: {
      ...sample("OutgoingTransaction"),
      source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
      destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
    },
    missing: ["type"],
  },
  {
    name: "transactions.list",
    title: "with every filter",
    call: (payments) =>
      payments.transactions.list({
        customerId: "Customer:1",
        platformCustomerId: "ada",
        accountIdentifier: "InternalAccount:1",
        senderAccountIdentifier: "ExternalAccount:1",
        receiverAccountIdentifier: "InternalAccount:2",
        status: "COMPLETED",
        type: "INCOMING",
        reference: "R 1",
        startDate: new Date("2026-01-01T00:00:00Z"),
        endDate: "2026-02-01T00:00:00Z",
        sortOrder: "asc",
        limit: 2,
        cursor: "c1",
      }),
    request:
      "GET /transactions?customerId=Customer%3A1&platformCustomerId=ada&accountIdentifier=InternalAccount%3A1" +
      "&senderAccountIdentifier=ExternalAccount%3A1&receiverAccountIdentifier=InternalAccount%3A2&status=COMPLETED" +
      "&type=INCOMING&reference=R+1&startDate=2026-01-01T00%3A00%3A00.000Z&endDate=2026-02-01T00%3A00%3A00Z" +
      "&sortOrder=asc&limit=2&cursor=c1",
    response: page(sample("IncomingTransaction"), sample("OutgoingTransaction")),
    missing: ["hasMore", "type"],
  },
  {
    name: "transactions.retrieve",
    call: (payments) => payments.transactions.retrieve(transaction.id),
    request: `GET /transactions/${transaction.encoded}`,
    response: sample("OutgoingTransaction", { id: transaction.id }),
    missing: ["type"],
  },
  {
    name: "transactions.approve",
    call: (payments) =>
      payments.transactions.approve(transaction.id, { receiverCustomerInfo: { FULL_NAME: "Ada Lovelace" } }),
    request: `POST /transactions/${transaction.encoded}/approve`,
    body: { receiverCustomerInfo: { FULL_NAME: "Ada Lovelace" } },
    response: sample("IncomingTransaction", { id: transaction.id }),
    missing: ["type"],
  },
  {
    name: "transactions.approve",
    title: "without a word",
    call: (payments) => payments.transactions.approve("Transaction:1"),
    request: "POST /transactions/Transaction%3A1/approve",
    body: {},
    response: sample("IncomingTransaction"),
    missing: ["type"],
  },
  {
    name: "transactions.reject",
    call: (payments) => payments.transactions.reject(transaction.id, { reason: "unknown sender" }),
    request: `POST /transactions/${transaction.encoded}/reject`,
    body: { reason: "unknown sender" },
    response: sample("IncomingTransaction", { id: transaction.id }),
    missing: ["type"],
  },
  {
    name: "receivers.lookupUma",
    call: (payments) =>
      payments.receivers.lookupUma("$bob@example.com", {
        senderUmaAddress: "$ada@example.com",
        customerId: "Customer:1",
      }),
    request:
      "GET /receiver/uma/%24bob%40example.com?senderUmaAddress=%24ada%40example.com&customerId=Customer%3A1",
    response: sample("UmaLookup"),
    missing: ["lookupId", "supportedCurrencies"],
  },
  {
    name: "receivers.lookupUma",
    title: "on nobody's behalf",
    call: (payments) => payments.receivers.lookupUma("$bob@example.com"),
    request: "GET /receiver/uma/%24bob%40example.com",
    response: sample("UmaLookup"),
    missing: ["lookupId", "supportedCurrencies"],
  },
  {
    name: "receivers.lookupExternalAccount",
    call: (payments) =>
      payments.receivers.lookupExternalAccount(external.id, {
        senderUmaAddress: "$ada@example.com",
        customerId: "Customer:1",
      }),
    request: `GET /receiver/external-account/${external.encoded}?senderUmaAddress=%24ada%40example.com&customerId=Customer%3A1`,
    response: sample("ExternalAccountLookup", { accountId: external.id }),
    missing: ["lookupId", "supportedCurrencies"],
  },
  {
    name: "sandbox.fund",
    call: (payments) => payments.sandbox.fund(account.id, { amount: 5_000 }),
    request: `POST /sandbox/internal-accounts/${account.encoded}/fund`,
    body: { amount: 5_000 },
    response: { ...Object(internalRows[0]), id: account.id },
    missing: ["balance", "createdAt", "fundingPaymentInstructions", "id", "type", "updatedAt"],
  },
  {
    name: "sandbox.send",
    call: (payments) =>
      payments.sandbox.send({ quoteId: "Quote:1", currencyCode: "USDC", currencyAmount: 1_000 }),
    request: "POST /sandbox/send",
    body: { quoteId: "Quote:1", currencyCode: "USDC", currencyAmount: 1_000 },
    response: sample("OutgoingTransaction"),
    missing: ["type"],
  },
  {
    name: "sandbox.receiveUma",
    call: (payments) =>
      payments.sandbox.receiveUma({
        senderUmaAddress: "$bob@example.com",
        receiverUmaAddress: "$ada@example.com",
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: 2_500,
        customerId: "Customer:1",
      }),
    request: "POST /sandbox/uma/receive",
    body: {
      senderUmaAddress: "$bob@example.com",
      receiverUmaAddress: "$ada@example.com",
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: 2_500,
      customerId: "Customer:1",
    },
    response: sample("IncomingTransaction"),
    missing: ["type"],
  },
];
