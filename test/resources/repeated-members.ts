import type { PaymentsClient } from "payments-sdk";
import { customerParams, quoteParams, transfer } from "../core/client";

/** One call of a client. */
export type Call = (payments: PaymentsClient) => PromiseLike<unknown>;

const accountId = "InternalAccount:1";
const customerId = "Customer:1";
const clientPublicKey = `04${"0".repeat(128)}`;
const about = { documentType: "PASSPORT", country: "GB" } as const;
const file = new Blob(["%PDF"], { type: "application/pdf" });
export const transferOut = {
  source: { accountId: "InternalAccount:i1" },
  destination: { accountId: "ExternalAccount:e1" },
  amount: 1234,
};
/** Parameters of a quote from one UMA address to another. */
export const toUma = {
  source: { sourceType: "UMA_ADDRESS", umaAddress: "$ada@example.com" },
  destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com", currency: "EUR" },
  lockedCurrencySide: "RECEIVING",
  lockedCurrencyAmount: 77_777,
} as const;
const usdAccount = {
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber: "000123456789",
    routingNumber: "021000021",
    beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
  },
} as const;

/** Each write, the member that its response repeats, and another value of it. */
export const WRITES: readonly [operation: string, path: string, other: string, call: Call][] = [
  [
    "customers.create",
    "platformCustomerId",
    "bob",
    ({ customers }) => customers.create({ ...customerParams, platformCustomerId: "ada" }),
  ],
  [
    "customers.update",
    "id",
    "Customer:2",
    ({ customers }) => customers.update(customerId, { customerType: "INDIVIDUAL" }),
  ],
  ["customers.delete", "id", "Customer:2", ({ customers }) => customers.delete(customerId)],
  [
    "externalAccounts.create",
    "customerId",
    "Customer:2",
    ({ externalAccounts }) => externalAccounts.create({ customerId, ...usdAccount }),
  ],
  [
    "verifications.create",
    "customerId",
    "Customer:2",
    ({ verifications }) => verifications.create({ customerId }),
  ],
  [
    "beneficialOwners.create",
    "customerId",
    "Customer:2",
    ({ beneficialOwners }) =>
      beneficialOwners.create({
        customerId,
        roles: ["UBO"],
        ownershipPercentage: 25,
        personalInfo: {
          firstName: "Ada",
          lastName: "Lovelace",
          birthDate: "1990-01-01",
          nationality: "GB",
          address: {
            line1: "1 Main St",
            city: "Springfield",
            state: "IL",
            postalCode: "62701",
            country: "US",
          },
          idType: "SSN",
          identifier: "123-45-6789",
        },
      }),
  ],
  [
    "beneficialOwners.update",
    "id",
    "BeneficialOwner:2",
    ({ beneficialOwners }) => beneficialOwners.update("BeneficialOwner:1", { roles: ["UBO"] }),
  ],
  [
    "documents.upload",
    "documentHolder",
    "Customer:2",
    ({ documents }) => documents.upload({ ...about, documentHolder: customerId, file }),
  ],
  [
    "documents.replace",
    "id",
    "Document:2",
    ({ documents }) => documents.replace("Document:1", { ...about, file }),
  ],
  ["quotes.create", "source.accountId", "InternalAccount:2", ({ quotes }) => quotes.create(quoteParams)],
  ["quotes.create", "destination.accountId", "ExternalAccount:2", ({ quotes }) => quotes.create(quoteParams)],
  ["quotes.create", "source.umaAddress", "$eve@example.com", ({ quotes }) => quotes.create(toUma)],
  ["quotes.create", "destination.umaAddress", "$eve@example.com", ({ quotes }) => quotes.create(toUma)],
  ["quotes.execute", "id", "Quote:2", ({ quotes }) => quotes.execute("Quote:1")],
  ["transfers.in", "source.accountId", "ExternalAccount:2", ({ transfers }) => transfers.in(transfer)],
  ["transfers.in", "destination.accountId", "InternalAccount:2", ({ transfers }) => transfers.in(transfer)],
  ["transfers.out", "source.accountId", "InternalAccount:2", ({ transfers }) => transfers.out(transferOut)],
  [
    "transfers.out",
    "destination.accountId",
    "ExternalAccount:2",
    ({ transfers }) => transfers.out(transferOut),
  ],
  [
    "transactions.approve",
    "id",
    "Transaction:2",
    ({ transactions }) => transactions.approve("Transaction:1"),
  ],
  [
    "transactions.reject",
    "id",
    "Transaction:2",
    ({ transactions }) => transactions.reject("Transaction:1", { reason: "unknown" }),
  ],
  [
    "internalAccounts.export",
    "id",
    "InternalAccount:2",
    ({ internalAccounts }) => internalAccounts.export(accountId, { clientPublicKey }),
  ],
  [
    "auth.credentials.create",
    "accountId",
    "InternalAccount:2",
    ({ auth }) => auth.credentials.create({ type: "EMAIL_OTP", accountId }),
  ],
  [
    "auth.credentials.challenge",
    "id",
    "AuthMethod:2",
    ({ auth }) => auth.credentials.challenge("AuthMethod:1", { clientPublicKey }),
  ],
  [
    "auth.credentials.challenge",
    "id",
    "AuthMethod:2",
    ({ auth }) => auth.credentials.challenge("AuthMethod:1"),
  ],
  ["sandbox.fund", "id", "InternalAccount:2", ({ sandbox }) => sandbox.fund(accountId, { amount: 1 })],
  [
    "sandbox.send",
    "quoteId",
    "Quote:2",
    ({ sandbox }) => sandbox.send({ quoteId: "Quote:1", currencyCode: "USD", currencyAmount: 1 }),
  ],
  [
    "sandbox.receiveUma",
    "customerId",
    "Customer:2",
    ({ sandbox }) =>
      sandbox.receiveUma({
        senderUmaAddress: "$bob@example.com",
        customerId,
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: 500,
      }),
  ],
  [
    "invitations.create",
    "inviterUma",
    "$eve@example.com",
    ({ invitations }) => invitations.create({ inviterUma: "$ada@example.com" }),
  ],
  [
    "invitations.claim",
    "code",
    "OTHER",
    ({ invitations }) => invitations.claim("K7QX2", { inviteeUma: "$bob@example.com" }),
  ],
  ["invitations.cancel", "code", "OTHER", ({ invitations }) => invitations.cancel("K7QX2")],
  [
    "config.update",
    "webhookEndpoint",
    "https://other.example/webhooks",
    ({ config }) => config.update({ webhookEndpoint: "https://platform.example/webhooks" }),
  ],
  [
    "config.update",
    "umaDomain",
    "other.example",
    ({ config }) => config.update({ umaDomain: "platform.example" }),
  ],
];

/** Each read of one object, the member that its response repeats, and another value of it. */
export const READS: readonly [operation: string, path: string, other: string, call: Call][] = [
  ["customers.retrieve", "id", "Customer:2", ({ customers }) => customers.retrieve(customerId)],
  [
    "externalAccounts.retrieve",
    "id",
    "ExternalAccount:2",
    ({ externalAccounts }) => externalAccounts.retrieve("ExternalAccount:1"),
  ],
  [
    "platform.externalAccounts.retrieve",
    "id",
    "ExternalAccount:2",
    ({ platform }) => platform.externalAccounts.retrieve("ExternalAccount:1"),
  ],
  ["quotes.retrieve", "id", "Quote:2", ({ quotes }) => quotes.retrieve("Quote:1")],
  [
    "transactions.retrieve",
    "id",
    "Transaction:2",
    ({ transactions }) => transactions.retrieve("Transaction:1"),
  ],
  [
    "verifications.retrieve",
    "id",
    "Verification:2",
    ({ verifications }) => verifications.retrieve("Verification:1"),
  ],
  [
    "beneficialOwners.retrieve",
    "id",
    "BeneficialOwner:2",
    ({ beneficialOwners }) => beneficialOwners.retrieve("BeneficialOwner:1"),
  ],
  ["documents.retrieve", "id", "Document:2", ({ documents }) => documents.retrieve("Document:1")],
  ["customers.bulk.retrieve", "id", "Job:2", ({ customers }) => customers.bulk.retrieve("Job:1")],
  [
    "receivers.lookupUma",
    "receiverUmaAddress",
    "$eve@example.com",
    ({ receivers }) => receivers.lookupUma("$bob@example.com"),
  ],
  [
    "receivers.lookupExternalAccount",
    "accountId",
    "ExternalAccount:2",
    ({ receivers }) => receivers.lookupExternalAccount("ExternalAccount:1"),
  ],
  ["invitations.retrieve", "code", "OTHER", ({ invitations }) => invitations.retrieve("K7QX2")],
  ["tokens.retrieve", "id", "Token:2", ({ tokens }) => tokens.retrieve("Token:1")],
];

/** Each payment, the amount that its response should repeat, and the requested amount. */
export const AMOUNTS: readonly [operation: string, path: string, asked: number, call: Call][] = [
  ["quotes.create", "totalSendingAmount", 5_000, ({ quotes }) => quotes.create(quoteParams)],
  ["quotes.create", "totalReceivingAmount", 77_777, ({ quotes }) => quotes.create(toUma)],
  ["transfers.in", "receivedAmount.amount", 1_234, ({ transfers }) => transfers.in(transfer)],
  ["transfers.out", "sentAmount.amount", 1_234, ({ transfers }) => transfers.out(transferOut)],
];
