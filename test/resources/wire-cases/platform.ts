import { idOf, page, sample } from "../wire";
import type { WireCase } from "../wire";

const customer = idOf("Customer");
const job = idOf("Job");
const token = idOf("Token");
const document = idOf("Document");
const invitation = { code: "K7 QX+2", encoded: "K7%20QX%2B2" };

const jobFields = ["id", "progress", "status"];
const tokenFields = ["clientId", "createdAt", "id", "name", "permissions", "updatedAt"];
const invitationFields = ["code", "createdAt", "inviterUma", "status", "url"];
const rateFields = [
  "destinationCurrency",
  "destinationPaymentRail",
  "exchangeRate",
  "fees",
  "maxSendingAmount",
  "minSendingAmount",
  "receivingAmount",
  "sendingAmount",
  "sourceCurrency",
  "updatedAt",
];
const currency = {
  currencyCode: "USD",
  minAmount: 100,
  maxAmount: 1_000_000,
  requiredCounterpartyFields: [{ name: "FULL_NAME", mandatory: true }],
  enabledTransactionTypes: ["OUTGOING"],
};
const withdrawal = {
  internalAccountId: "InternalAccount:1",
  currency: "USDC",
  cryptoNetwork: "SOLANA_MAINNET",
  amount: 5_000_000,
  destinationAddress: "7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj",
};

/** What the documents say of these operations: see `witness.ts`. */
export const platformTable = `
customers.delete                    DELETE /customers/{customerId}                          -       200 401 404 410 500
customers.kycLink                   GET    /customers/kyc-link                              -       200 401 404 500
customers.bulk.upload               POST   /customers/bulk/csv                              -       202 401 500
customers.bulk.retrieve             GET    /customers/bulk/jobs/{jobId}                     -       200 401 404 500
documents.replace                   PUT    /documents/{documentId}                          -       200 400 401 404 500
config.retrieve                     GET    /config                                          -       200 401 500
config.update                       PATCH  /config                                          -       200 400 401 500 501
exchangeRates.list                  GET    /exchange-rates                                  -       200 400 401 500
discoveries.list                    GET    /discoveries                                     -       200 400 401 500
crypto.estimateWithdrawalFee        POST   /crypto/estimate-withdrawal-fee                  -       200 400 401 404 500
umaProviders.list                   GET    /uma-providers                                   paged   200 401 500
invitations.create                  POST   /invitations                                     -       201 400 401 500
invitations.retrieve                GET    /invitations/{invitationCode}                    -       200 401 404 500
invitations.claim                   POST   /invitations/{invitationCode}/claim              -       200 400 401 404 500
invitations.cancel                  POST   /invitations/{invitationCode}/cancel             -       200 400 401 403 404 500
tokens.create                       POST   /tokens                                          -       201 400 401 500
tokens.list                         GET    /tokens                                          paged   200 400 401 500
tokens.retrieve                     GET    /tokens/{tokenId}                                -       200 401 404 500
tokens.delete                       DELETE /tokens/{tokenId}                                -       204 400 401 404 500
sandbox.webhooks.test               POST   /sandbox/webhooks/test                           -       200 400 401 500
`;

export const platformCases: readonly WireCase[] = [
  {
    name: "config.retrieve",
    call: (payments) => payments.config.retrieve(),
    request: "GET /config",
    response: sample("PlatformConfig"),
    missing: ["umaDomain"],
  },
  {
    name: "config.update",
    call: (payments) =>
      payments.config.update({
        umaDomain: "platform.example",
        webhookEndpoint: "https://platform.example/webhooks",
        supportedCurrencies: [currency],
      }),
    request: "PATCH /config",
    body: {
      umaDomain: "platform.example",
      webhookEndpoint: "https://platform.example/webhooks",
      supportedCurrencies: [currency],
    },
    response: sample("PlatformConfig"),
    missing: [],
  },
  {
    name: "exchangeRates.list",
    title: "to several currencies",
    call: (payments) =>
      payments.exchangeRates.list({
        sourceCurrency: "USD",
        destinationCurrency: ["EUR", "MXN"],
        sendingAmount: 5_000,
      }),
    request:
      "GET /exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&destinationCurrency=MXN&sendingAmount=5000",
    response: sample("ExchangeRateList"),
    result: { ...sample("ExchangeRateList"), hasMore: false },
    missing: rateFields,
  },
  {
    name: "exchangeRates.list",
    title: "to one currency",
    call: (payments) => payments.exchangeRates.list({ destinationCurrency: "EUR" }),
    request: "GET /exchange-rates?destinationCurrency=EUR",
    response: sample("ExchangeRateList"),
    result: { ...sample("ExchangeRateList"), hasMore: false },
    missing: rateFields,
  },
  {
    name: "discoveries.list",
    call: (payments) => payments.discoveries.list({ country: "NG", currency: "NGN" }),
    request: "GET /discoveries?country=NG&currency=NGN",
    response: sample("DiscoveryList"),
    result: { ...sample("DiscoveryList"), hasMore: false },
    missing: ["bankName", "country", "currency", "displayName"],
  },
  {
    name: "customers.delete",
    call: (payments) => payments.customers.delete(customer.id),
    request: `DELETE /customers/${customer.encoded}`,
    response: sample("IndividualCustomer", { id: customer.id, isDeleted: true }),
    missing: ["customerType"],
  },
  {
    name: "customers.kycLink",
    call: (payments) =>
      payments.customers.kycLink({
        platformCustomerId: "ada 1",
        redirectUri: "https://platform.example/?a=1",
      }),
    request:
      "GET /customers/kyc-link?platformCustomerId=ada+1&redirectUri=https%3A%2F%2Fplatform.example%2F%3Fa%3D1",
    response: sample("KycLink"),
    missing: ["kycUrl"],
  },
  {
    name: "customers.bulk.upload",
    title: "as text",
    call: (payments) => payments.customers.bulk.upload("platformCustomerId\nada é\n"),
    request: "POST /customers/bulk/csv",
    form: [["file", "customers.csv (text/csv) platformCustomerId\nada é\n"]],
    status: 202,
    response: sample("BulkImportAccepted"),
    missing: ["jobId", "status"],
  },
  {
    name: "customers.bulk.upload",
    title: "as a file",
    call: (payments) =>
      payments.customers.bulk.upload(
        new File(["a\n1\n"], "people.csv", { type: "application/vnd.ms-excel" }),
      ),
    request: "POST /customers/bulk/csv",
    form: [["file", "people.csv (text/csv) a\n1\n"]],
    status: 202,
    response: sample("BulkImportAccepted"),
    missing: ["jobId", "status"],
  },
  {
    name: "customers.bulk.retrieve",
    call: (payments) => payments.customers.bulk.retrieve(job.id),
    request: `GET /customers/bulk/jobs/${job.encoded}`,
    response: sample("BulkImportJob", { id: job.id }),
    missing: jobFields,
  },
  {
    name: "documents.replace",
    call: (payments) =>
      payments.documents.replace(document.id, {
        documentType: "PASSPORT",
        country: "GB",
        side: "BACK",
        documentNumber: "X 1",
        file: new File(["%PDF"], "scan.pdf", { type: "application/pdf" }),
      }),
    request: `PUT /documents/${document.encoded}`,
    form: [
      ["documentType", "PASSPORT"],
      ["country", "GB"],
      ["side", "BACK"],
      ["documentNumber", "X 1"],
      ["file", "scan.pdf (application/pdf) %PDF"],
    ],
    response: sample("Document", { id: document.id }),
    missing: ["country", "createdAt", "documentHolder", "documentType", "fileName", "id"],
  },
  {
    name: "crypto.estimateWithdrawalFee",
    call: (payments) => payments.crypto.estimateWithdrawalFee(withdrawal),
    request: "POST /crypto/estimate-withdrawal-fee",
    body: withdrawal,
    response: sample("WithdrawalFeeEstimate"),
    missing: ["applicationFee", "netAmount", "networkFee", "networkFeeAsset", "totalFee"],
  },
  {
    name: "sandbox.webhooks.test",
    call: (payments) => payments.sandbox.webhooks.test(),
    request: "POST /sandbox/webhooks/test",
    response: sample("WebhookTest"),
    missing: ["response_status"],
  },
  {
    name: "invitations.create",
    call: (payments) =>
      payments.invitations.create({
        inviterUma: "$ada@example.com",
        firstName: "Bob",
        amountToSend: 2_500,
        expiresAt: new Date("2026-05-01T00:00:00Z"),
      }),
    request: "POST /invitations",
    body: {
      inviterUma: "$ada@example.com",
      firstName: "Bob",
      amountToSend: 2_500,
      expiresAt: "2026-05-01T00:00:00.000Z",
    },
    status: 201,
    response: sample("UmaInvitation"),
    missing: invitationFields,
  },
  {
    name: "invitations.retrieve",
    call: (payments) => payments.invitations.retrieve(invitation.code),
    request: `GET /invitations/${invitation.encoded}`,
    response: sample("UmaInvitation", { code: invitation.code }),
    missing: invitationFields,
  },
  {
    name: "invitations.claim",
    call: (payments) => payments.invitations.claim(invitation.code, { inviteeUma: "$bob@example.com" }),
    request: `POST /invitations/${invitation.encoded}/claim`,
    body: { inviteeUma: "$bob@example.com" },
    response: sample("UmaInvitation", { code: invitation.code }),
    missing: invitationFields,
  },
  {
    name: "invitations.cancel",
    call: (payments) => payments.invitations.cancel(invitation.code),
    request: `POST /invitations/${invitation.encoded}/cancel`,
    response: sample("UmaInvitation", { code: invitation.code }),
    missing: invitationFields,
  },
  {
    name: "umaProviders.list",
    call: (payments) =>
      payments.umaProviders.list({
        countryCode: "BR",
        currencyCode: "BRL",
        hasBlockedProviders: false,
        sortOrder: "asc",
        limit: 5,
        cursor: "c1",
      }),
    request:
      "GET /uma-providers?countryCode=BR&currencyCode=BRL&hasBlockedProviders=false&sortOrder=asc&limit=5&cursor=c1",
    response: { ...page(), ...sample("UmaProviderPage") },
    missing: [],
  },
  {
    name: "tokens.create",
    call: (payments) => payments.tokens.create({ name: "reports", permissions: ["VIEW", "MANAGE"] }),
    request: "POST /tokens",
    body: { name: "reports", permissions: ["VIEW", "MANAGE"] },
    status: 201,
    response: sample("CreatedApiToken"),
    missing: ["clientSecret", ...tokenFields],
  },
  {
    name: "tokens.list",
    call: (payments) =>
      payments.tokens.list({
        name: "reports",
        createdAfter: new Date("2026-01-01T00:00:00Z"),
        createdBefore: "2026-02-01T00:00:00Z",
        updatedAfter: new Date("2026-03-01T00:00:00Z"),
        updatedBefore: "2026-04-01T00:00:00Z",
        limit: 5,
        cursor: "c1",
      }),
    request:
      "GET /tokens?name=reports&createdAfter=2026-01-01T00%3A00%3A00.000Z&createdBefore=2026-02-01T00%3A00%3A00Z" +
      "&updatedAfter=2026-03-01T00%3A00%3A00.000Z&updatedBefore=2026-04-01T00%3A00%3A00Z&limit=5&cursor=c1",
    response: page(sample("ApiToken")),
    missing: [...tokenFields, "hasMore"],
  },
  {
    name: "tokens.retrieve",
    call: (payments) => payments.tokens.retrieve(token.id),
    request: `GET /tokens/${token.encoded}`,
    response: sample("ApiToken", { id: token.id }),
    missing: tokenFields,
  },
  {
    name: "tokens.delete",
    call: (payments) => payments.tokens.delete(token.id),
    request: `DELETE /tokens/${token.encoded}`,
    response: undefined,
    missing: [],
  },
];
