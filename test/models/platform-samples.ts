import { customer, time, usd } from "./sample-parts";
import type { Sample } from "./samples";

const eur = { code: "EUR", name: "Euro", symbol: "€", decimals: 2 };
const token = {
  id: "Token:1",
  name: "reports",
  permissions: ["VIEW", "TRANSACT"],
  clientId: "client-1",
  createdAt: time,
  updatedAt: time,
};
const problem = { code: "INVALID_INPUT", message: "The birth date is malformed", details: { row: 2 } };

/** Complete responses of the operations that only the contract describes. */
export const platformSamples: Readonly<Record<string, Sample>> = {
  PlatformConfig: {
    call: (payments) => payments.config.retrieve(),
    response: {
      id: "PlatformConfig:1",
      umaDomain: "platform.example",
      proxyUmaSubdomain: "platform",
      webhookEndpoint: "https://platform.example/webhooks",
      supportedCurrencies: [
        {
          currencyCode: "USD",
          minAmount: 100,
          maxAmount: 1_000_000,
          requiredCounterpartyFields: [{ name: "FULL_NAME", mandatory: true }],
          providerRequiredCustomerFields: ["BIRTH_DATE"],
          providerRequiredCounterpartyCustomerFields: ["FULL_NAME"],
          enabledTransactionTypes: ["OUTGOING", "INCOMING"],
        },
      ],
      isRegulatedFinancialInstitution: false,
      createdAt: time,
      updatedAt: time,
    },
    optional: [
      "id",
      "umaDomain",
      "proxyUmaSubdomain",
      "webhookEndpoint",
      "supportedCurrencies",
      "providerRequiredCustomerFields",
      "providerRequiredCounterpartyCustomerFields",
      "isRegulatedFinancialInstitution",
      "createdAt",
      "updatedAt",
    ],
  },
  ExchangeRateList: {
    call: (payments) => payments.exchangeRates.list(),
    response: {
      data: [
        {
          sourceCurrency: usd,
          destinationCurrency: eur,
          destinationPaymentRail: "SEPA",
          sendingAmount: 10_000,
          minSendingAmount: 100,
          maxSendingAmount: 1_000_000,
          receivingAmount: 9_200,
          exchangeRate: 0.92,
          fees: { fixed: 10 },
          updatedAt: time,
        },
      ],
    },
    optional: ["fixed"],
  },
  DiscoveryList: {
    call: (payments) => payments.discoveries.list(),
    response: {
      data: [{ bankName: "FIRST_BANK", displayName: "First Bank", country: "NG", currency: "NGN" }],
    },
    optional: [],
  },
  KycLink: {
    call: (payments) => payments.customers.kycLink({ platformCustomerId: "ada" }),
    response: {
      kycUrl: "https://kyc.example/1",
      platformCustomerId: customer.platformCustomerId,
      customerId: customer.id,
    },
    optional: ["platformCustomerId", "customerId"],
  },
  BulkImportAccepted: {
    call: (payments) => payments.customers.bulk.upload("platformCustomerId\nada\n"),
    response: { jobId: "Job:1", status: "PENDING" },
    optional: [],
  },
  BulkImportJob: {
    call: (payments) => payments.customers.bulk.retrieve("Job:1"),
    response: {
      id: "Job:1",
      status: "COMPLETED",
      progress: { total: 3, processed: 3, successful: 1, failed: 2 },
      errors: [
        { correlationId: "row-2", ...problem },
        { correlationId: "row-3", error: problem },
      ],
      completedAt: time,
    },
    optional: ["errors", "error", ...Object.keys(problem), "completedAt"],
    open: { details: undefined },
  },
  WithdrawalFeeEstimate: {
    call: (payments) =>
      payments.crypto.estimateWithdrawalFee({
        internalAccountId: "InternalAccount:1",
        currency: "USDC",
        cryptoNetwork: "SOLANA_MAINNET",
        amount: 5_000_000,
        destinationAddress: "7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj",
      }),
    response: {
      networkFee: 5_000,
      networkFeeAsset: "USDC",
      applicationFee: 1_000,
      totalFee: 6_000,
      netAmount: 4_994_000,
    },
    optional: [],
  },
  WebhookTest: {
    call: (payments) => payments.sandbox.webhooks.test(),
    response: { response_status: 200, response_body: "ok", url: "https://platform.example/webhooks" },
    optional: ["response_body", "url"],
  },
  UmaInvitation: {
    call: (payments) => payments.invitations.retrieve("K7QX2"),
    response: {
      code: "K7QX2",
      url: "https://uma.example/i/K7QX2",
      inviterUma: "$ada@example.com",
      inviteeUma: "$bob@example.com",
      status: "CLAIMED",
      firstName: "Bob",
      amountToSend: { amount: 2_500, currency: usd },
      createdAt: time,
      claimedAt: time,
      expiresAt: time,
    },
    optional: ["inviteeUma", "firstName", "amountToSend", "claimedAt", "expiresAt"],
  },
  UmaProviderPage: {
    call: (payments) => payments.umaProviders.list(),
    response: {
      data: [
        {
          name: "First Bank",
          supportedRegions: ["NG"],
          domain: "first.example",
          logoUrl: "https://first.example/logo.png",
          supportedCurrencies: [usd],
          lei: "5493001KJTIIGC8Y1R12",
          allowListStatus: true,
        },
      ],
    },
    optional: [
      "name",
      "supportedRegions",
      "domain",
      "logoUrl",
      "supportedCurrencies",
      "lei",
      "allowListStatus",
    ],
    required: ["data.0.supportedCurrencies.0.name"],
  },
  ApiToken: {
    call: (payments) => payments.tokens.retrieve("Token:1"),
    response: token,
    optional: [],
  },
  CreatedApiToken: {
    call: (payments) => payments.tokens.create({ name: "reports", permissions: ["VIEW"] }),
    response: { ...token, clientSecret: "shown-once" },
    optional: [],
  },
};
