import { idOf, page, sample } from "../wire";
import type { WireCase } from "../wire";

const external = idOf("ExternalAccount");
const internal = idOf("InternalAccount");
const clientPublicKey = `04${"ab".repeat(64)}`;

const accountInfo = {
  accountType: "USD_ACCOUNT",
  accountNumber: "000123456789",
  routingNumber: "021000021",
  beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
} as const;
const externalFields = ["accountInfo", "currency", "id", "status"];
const internalFields = ["balance", "createdAt", "fundingPaymentInstructions", "id", "type", "updatedAt"];
const internalRows = sample("InternalAccountList")["data"] as unknown[];
const foreignWallet = { ...(internalRows[0] as object), type: "EMBEDDED_WALLET", customerId: "Customer:2" };
const wallet = { ...foreignWallet, customerId: idOf("Customer").id };
const challenge = { payloadToSign: "{}", requestId: "r-1", expiresAt: "2026-04-27T12:05:00Z" };

/** What the documents say of these operations: see `witness.ts`. */
export const accountsTable = `
internalAccounts.list               GET    /customers/internal-accounts                     paged   200 400 401 500
internalAccounts.export             POST   /internal-accounts/{id}/export                   signed  200 202 400 401 404 500
externalAccounts.create             POST   /customers/external-accounts                     -       201 400 401 409 500
externalAccounts.retrieve           GET    /customers/external-accounts/{externalAccountId} -       200 401 404 500
externalAccounts.list               GET    /customers/external-accounts                     paged   200 400 401 500
externalAccounts.delete             DELETE /customers/external-accounts/{externalAccountId} -       204 401 404 500
platform.internalAccounts.list      GET    /platform/internal-accounts                      -       200 400 401 500
platform.externalAccounts.create    POST   /platform/external-accounts                      -       201 400 401 409 500
platform.externalAccounts.list      GET    /platform/external-accounts                      -       200 400 401 500
platform.externalAccounts.retrieve  GET    /platform/external-accounts/{externalAccountId}  -       200 401 404 500
platform.externalAccounts.delete    DELETE /platform/external-accounts/{externalAccountId}  -       204 401 404 500
`;

export const accountCases: readonly WireCase[] = [
  {
    name: "externalAccounts.create",
    call: (payments) =>
      payments.externalAccounts.create({
        customerId: "Customer:1",
        currency: "USD",
        platformAccountId: "main",
        defaultUmaDepositAccount: true,
        cryptoNetwork: "SPARK_MAINNET",
        accountInfo,
      }),
    request: "POST /customers/external-accounts",
    body: {
      customerId: "Customer:1",
      currency: "USD",
      platformAccountId: "main",
      defaultUmaDepositAccount: true,
      cryptoNetwork: "SPARK_MAINNET",
      accountInfo,
    },
    status: 201,
    response: sample("ExternalAccount"),
    missing: externalFields,
  },
  {
    name: "externalAccounts.retrieve",
    call: (payments) => payments.externalAccounts.retrieve(external.id),
    request: `GET /customers/external-accounts/${external.encoded}`,
    response: sample("ExternalAccount", { id: external.id }),
    missing: externalFields,
  },
  {
    name: "externalAccounts.list",
    call: (payments) =>
      payments.externalAccounts.list({ currency: "USD", customerId: "Customer:1", limit: 4, cursor: "c1" }),
    request: "GET /customers/external-accounts?currency=USD&customerId=Customer%3A1&limit=4&cursor=c1",
    response: page(sample("ExternalAccount")),
    missing: [...externalFields, "hasMore"],
  },
  {
    name: "externalAccounts.delete",
    call: (payments) => payments.externalAccounts.delete(external.id),
    request: `DELETE /customers/external-accounts/${external.encoded}`,
    response: undefined,
    missing: [],
  },
  {
    name: "internalAccounts.list",
    call: (payments) =>
      payments.internalAccounts.list({
        currency: "USDC",
        customerId: "Customer:1",
        type: "INTERNAL_CRYPTO",
        limit: 1,
        cursor: "c1",
      }),
    request:
      "GET /customers/internal-accounts?currency=USDC&customerId=Customer%3A1&type=INTERNAL_CRYPTO&limit=1&cursor=c1",
    response: page(...internalRows),
    missing: [...internalFields, "hasMore"],
  },
  {
    name: "internalAccounts.findWallet",
    operation: "internalAccounts.list",
    call: (payments) => payments.internalAccounts.findWallet(idOf("Customer").id),
    request:
      "GET /customers/internal-accounts?customerId=Customer%3A0+1%2B%C3%A9&type=EMBEDDED_WALLET&limit=100",
    response: page(...internalRows, foreignWallet, wallet),
    result: wallet,
    missing: [...internalFields, "hasMore"],
  },
  {
    name: "internalAccounts.findWallet",
    operation: "internalAccounts.list",
    title: "of a customer who has none",
    call: (payments) => payments.internalAccounts.findWallet("Customer:1"),
    request: "GET /customers/internal-accounts?customerId=Customer%3A1&type=EMBEDDED_WALLET&limit=100",
    response: { data: [], hasMore: false },
    result: undefined,
    missing: [...internalFields, "hasMore"],
  },
  {
    name: "internalAccounts.export",
    title: "the challenge",
    call: (payments) => payments.internalAccounts.export(internal.id, { clientPublicKey }),
    request: `POST /internal-accounts/${internal.encoded}/export`,
    body: { clientPublicKey },
    status: 202,
    response: challenge,
    // The signer reads the challenge.
    missing: [],
  },
  {
    name: "internalAccounts.export",
    title: "the signed request",
    call: (payments) =>
      payments.internalAccounts.export(
        internal.id,
        { clientPublicKey },
        { headers: { "Service-Wallet-Signature": "stamp", "Request-Id": "r-1" } },
      ),
    request: `POST /internal-accounts/${internal.encoded}/export`,
    body: { clientPublicKey },
    headers: { "service-wallet-signature": "stamp", "request-id": "r-1" },
    response: sample("WalletExport", { id: internal.id }),
    missing: ["encryptedWalletCredentials", "id"],
  },
  {
    name: "platform.internalAccounts.list",
    call: (payments) => payments.platform.internalAccounts.list({ currency: "USD", type: "INTERNAL_FIAT" }),
    request: "GET /platform/internal-accounts?currency=USD&type=INTERNAL_FIAT",
    response: { data: internalRows },
    result: { data: internalRows, hasMore: false },
    missing: internalFields,
  },
  {
    name: "platform.externalAccounts.create",
    call: (payments) =>
      payments.platform.externalAccounts.create({ currency: "USD", accountInfo, platformAccountId: "main" }),
    request: "POST /platform/external-accounts",
    body: { currency: "USD", accountInfo, platformAccountId: "main" },
    status: 201,
    response: sample("ExternalAccount"),
    missing: externalFields,
  },
  {
    name: "platform.externalAccounts.list",
    call: (payments) => payments.platform.externalAccounts.list({ currency: "EUR" }),
    request: "GET /platform/external-accounts?currency=EUR",
    response: { data: [sample("ExternalAccount")] },
    result: { data: [sample("ExternalAccount")], hasMore: false },
    missing: externalFields,
  },
  {
    name: "platform.externalAccounts.retrieve",
    call: (payments) => payments.platform.externalAccounts.retrieve(external.id),
    request: `GET /platform/external-accounts/${external.encoded}`,
    response: sample("ExternalAccount", { id: external.id }),
    missing: externalFields,
  },
  {
    name: "platform.externalAccounts.delete",
    call: (payments) => payments.platform.externalAccounts.delete(external.id),
    request: `DELETE /platform/external-accounts/${external.encoded}`,
    response: undefined,
    missing: [],
  },
];
