import type { PaymentsClient } from "payments-sdk";
import { platformSamples } from "./platform-samples";
import {
  time,
  usd,
  rateDetails,
  instruction,
  owner,
  customer,
  individual,
  ownerOptional,
  addressOptional,
  customerOptional,
  authMethod,
  transaction,
  transactionOptional,
  lookup,
  moneyOpen,
} from "./sample-parts";

/** A complete response of the service, the call that reads it, and its fields with unchecked content. */
export interface Sample {
  call: (payments: PaymentsClient) => PromiseLike<unknown>;
  response: Record<string, unknown>;
  /** Members that may be missing, by name. */
  optional: readonly string[];
  /** Required paths, although their name is among the optional ones. */
  required?: readonly string[];
  /** Fields with an unchecked content, except for a discriminator. */
  open?: Readonly<Record<string, string | undefined>>;
}

export const samples: Readonly<Record<string, Sample>> = {
  ...platformSamples,
  IndividualCustomer: {
    call: (payments) => payments.customers.retrieve("Customer:1"),
    response: {
      ...customer,
      customerType: "INDIVIDUAL",
      ...individual,
    },
    optional: [...customerOptional, ...Object.keys(individual)],
  },
  BusinessCustomer: {
    call: (payments) => payments.customers.retrieve("Customer:1"),
    response: {
      ...customer,
      customerType: "BUSINESS",
      kybStatus: "PENDING",
      businessInfo: { registrationNumber: "1" },
      beneficialOwners: [owner],
    },
    optional: [...customerOptional, ...ownerOptional, "kybStatus", "businessInfo", "beneficialOwners"],
    required: [
      "beneficialOwners.0.personalInfo.address",
      "beneficialOwners.0.kycStatus",
      "beneficialOwners.0.createdAt",
    ],
    open: { businessInfo: undefined },
  },
  CustomerPage: {
    call: (payments) => payments.customers.list(),
    response: {
      data: [{ ...customer, customerType: "INDIVIDUAL" }],
      hasMore: true,
      nextCursor: "next",
      totalCount: 2,
    },
    optional: [...customerOptional, "totalCount"],
  },
  InternalAccountList: {
    call: (payments) => payments.platform.internalAccounts.list(),
    response: {
      data: [
        {
          id: "InternalAccount:1",
          type: "EMBEDDED_WALLET",
          balance: { amount: 1, currency: usd },
          fundingPaymentInstructions: [instruction],
          customerId: "Customer:1",
          createdAt: time,
          updatedAt: time,
        },
      ],
    },
    optional: ["customerId", "instructionsNotes", "isPlatformAccount"],
    open: moneyOpen,
  },
  ExternalAccount: {
    call: (payments) => payments.externalAccounts.retrieve("ExternalAccount:1"),
    response: {
      id: "ExternalAccount:1",
      status: "ACTIVE",
      currency: "USD",
      accountInfo: { accountType: "USD_ACCOUNT", accountNumber: "1", routingNumber: "021000021" },
      customerId: "Customer:1",
      platformAccountId: "main",
      defaultUmaDepositAccount: true,
      beneficiaryVerificationStatus: "MATCHED",
      beneficiaryVerifiedData: { fullName: "Ada Lovelace" },
      cryptoNetwork: "SPARK_MAINNET",
    },
    optional: [
      "customerId",
      "platformAccountId",
      "defaultUmaDepositAccount",
      "beneficiaryVerificationStatus",
      "beneficiaryVerifiedData",
      "fullName",
      "cryptoNetwork",
    ],
    open: { accountInfo: "accountType" },
  },
  Quote: {
    call: (payments) => payments.quotes.retrieve("Quote:1"),
    response: {
      id: "Quote:1",
      status: "PENDING",
      createdAt: time,
      expiresAt: time,
      source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
      destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
      sendingCurrency: usd,
      receivingCurrency: usd,
      totalSendingAmount: 10_000,
      totalReceivingAmount: 9_200,
      exchangeRate: 1.08,
      feesIncluded: 0,
      transactionId: "Transaction:1",
      paymentInstructions: [instruction],
      counterpartyInformation: { FULL_NAME: "Bob" },
      rateDetails,
    },
    optional: [
      ...Object.keys(rateDetails),
      "transactionId",
      "paymentInstructions",
      "instructionsNotes",
      "isPlatformAccount",
      "counterpartyInformation",
      "rateDetails",
    ],
    open: moneyOpen,
  },
  IncomingTransaction: {
    call: (payments) => payments.transactions.retrieve("Transaction:1"),
    response: {
      ...transaction,
      type: "INCOMING",
      receivedAmount: { amount: 1, currency: usd },
      reconciliationInstructions: { reference: "R" },
    },
    optional: [...transactionOptional, "source", "reconciliationInstructions", "reference"],
    open: moneyOpen,
  },
  OutgoingTransaction: {
    call: (payments) => payments.transactions.retrieve("Transaction:1"),
    response: {
      ...transaction,
      type: "OUTGOING",
      sentAmount: { amount: 1, currency: usd },
      receivedAmount: { amount: 1, currency: usd },
      exchangeRate: 1.08,
      fees: 0,
      quoteId: "Quote:1",
      paymentInstructions: [instruction],
      refund: {
        reference: "R",
        initiatedAt: time,
        status: "COMPLETED",
        settledAt: time,
        reason: "TRANSACTION_FAILED",
      },
    },
    optional: [
      ...transactionOptional,
      "receivedAmount",
      "exchangeRate",
      "fees",
      "quoteId",
      "paymentInstructions",
      "instructionsNotes",
      "isPlatformAccount",
      "refund",
      "reason",
    ],
    open: moneyOpen,
  },
  UmaLookup: {
    call: (payments) => payments.receivers.lookupUma("$bob@example.com"),
    response: { ...lookup, receiverUmaAddress: "$bob@example.com" },
    optional: ["requiredPayerDataFields", "receiverUmaAddress"],
  },
  ExternalAccountLookup: {
    call: (payments) => payments.receivers.lookupExternalAccount("ExternalAccount:1"),
    response: { ...lookup, accountId: "ExternalAccount:1" },
    optional: ["requiredPayerDataFields", "accountId"],
  },
  Verification: {
    call: (payments) => payments.verifications.retrieve("Verification:1"),
    response: {
      id: "Verification:1",
      customerId: "Customer:1",
      verificationStatus: "RESOLVE_ERRORS",
      errors: [{ type: "MISSING_FIELD", field: "birthDate", reason: "Say when" }],
      kybStatus: "PENDING",
      createdAt: time,
      updatedAt: time,
    },
    optional: ["kybStatus", "updatedAt"],
    open: { errors: undefined },
  },
  BeneficialOwner: {
    call: (payments) => payments.beneficialOwners.retrieve("BeneficialOwner:1"),
    response: owner,
    optional: [...ownerOptional, ...addressOptional],
  },
  Document: {
    call: (payments) => payments.documents.retrieve("Document:1"),
    response: {
      id: "Document:1",
      documentHolder: "Customer:1",
      documentType: "PASSPORT",
      country: "GB",
      fileName: "passport.pdf",
      side: "FRONT",
      documentNumber: "1",
      createdAt: time,
      updatedAt: time,
    },
    optional: ["side", "documentNumber", "updatedAt"],
  },
  AuthMethodList: {
    call: (payments) => payments.auth.credentials.list({ accountId: "InternalAccount:1" }),
    response: { data: [authMethod] },
    optional: [],
  },
  PasskeyAuthChallenge: {
    call: (payments) =>
      payments.auth.credentials.challenge("AuthMethod:1", { clientPublicKey: `04${"0".repeat(128)}` }),
    response: { ...authMethod, challenge: "c", requestId: "r", expiresAt: time },
    optional: [...Object.keys(authMethod), "expiresAt"],
  },
  Session: {
    call: (payments) =>
      payments.auth.credentials.verify("AuthMethod:1", {
        type: "EMAIL_OTP",
        otp: "000000",
        clientPublicKey: `04${"0".repeat(128)}`,
      }),
    response: { ...authMethod, id: "Session:1", expiresAt: time, encryptedSessionSigningKey: "sealed" },
    optional: ["encryptedSessionSigningKey"],
  },
  WalletExport: {
    call: (payments) =>
      payments.internalAccounts.export("InternalAccount:1", { clientPublicKey: `04${"0".repeat(128)}` }),
    response: { id: "InternalAccount:1", encryptedWalletCredentials: "{}" },
    optional: [],
  },
};
