import type { Transaction } from "payments-sdk";
import type { Operation } from "./eligibility-table";
import { ownerInfo } from "../support/parts";
import type { ApiResponse, Payer } from "../support/world";
import { quoteOf } from "./eligibility-world";
import type { EligibilityWorld, Party } from "./eligibility-world";
import { createClientKey } from "../support/node-wallet";

const account = (id: string) => ({ sourceType: "ACCOUNT", destinationType: "ACCOUNT", accountId: id });

const realtime = { sourceType: "REALTIME_FUNDING", currency: "USD" };

/** One call. Its preparation runs at once, and the call runs when the party is in the state. */
interface Walk {
  parties: Party[];
  /** The currency of the party's external account. Default USD. */
  currency?: "USD" | "EUR";
  prepare: (world: EligibilityWorld) => Promise<() => Promise<ApiResponse>> | (() => Promise<ApiResponse>);
}

/** One way, in which only the customer is involved. */
const ofCustomer = (call: (world: EligibilityWorld) => Promise<ApiResponse>): Walk[] => [
  { parties: ["customer"], prepare: (world) => () => call(world) },
];

const both: Party[] = ["customer", "external account"];
const ofQuote: Party[] = [...both, "quote"];

/** Each operation of the table, called in one or more ways. */
export const walks: Record<Operation, Walk[]> = {
  "POST /quotes, source": [
    {
      parties: both,
      prepare: async ({ service, external }) => {
        const to = account(await service.platformAccount("EUR"));
        return () => service.post("/quotes", quoteOf(account(external), to));
      },
    },
    ...[
      ({ usd }: EligibilityWorld) => account(usd),
      ({ party }: EligibilityWorld) => ({ sourceType: "UMA_ADDRESS", umaAddress: party.umaAddress }),
      ({ party }: EligibilityWorld) => ({ ...realtime, customerId: party.id }),
    ].map((source): Walk => ({
      parties: ["customer"],
      prepare: async (world) => {
        const to = account(await world.service.platformAccount("EUR"));
        return () => world.service.post("/quotes", quoteOf(source(world), to));
      },
    })),
  ],
  "POST /quotes, destination": [
    {
      parties: both,
      currency: "EUR",
      prepare: async ({ service, external }) => {
        const from = account(await service.platformAccount("USD"));
        return () => service.post("/quotes", quoteOf(from, account(external)));
      },
    },
    {
      parties: ["customer"],
      prepare: ({ service, party }) => {
        const to = { destinationType: "UMA_ADDRESS", umaAddress: party.umaAddress, currency: "EUR" };
        return () => service.post("/quotes", quoteOf(realtime, to));
      },
    },
    {
      parties: ["customer"],
      prepare: ({ service, usd }) => {
        const from = { ...realtime, currency: "EUR" };
        return () => service.post("/quotes", quoteOf(from, account(usd)));
      },
    },
  ],
  "POST /quotes/{quoteId}/execute, source": [
    {
      parties: ofQuote,
      prepare: async (world) => {
        const to = account(await world.service.platformAccount("EUR"));
        const { id } = await world.createQuote(account(world.external), to);
        return () => world.service.call("POST", `/quotes/${id}/execute`);
      },
    },
  ],
  "POST /quotes/{quoteId}/execute, destination": [
    {
      parties: both,
      currency: "EUR",
      prepare: async (world) => {
        const from = await world.service.platformAccount("USD");
        await world.service.fund(from, 1000);
        const { id } = await world.createQuote(account(from), account(world.external));
        return () => world.service.call("POST", `/quotes/${id}/execute`);
      },
    },
  ],
  "POST /sandbox/send, source": [
    {
      parties: ofQuote,
      currency: "EUR",
      prepare: async (world) => {
        const to = account(await world.service.platformAccount("USD"));
        const { id: quoteId } = await world.createQuote(account(world.external), to);
        return () => world.service.post("/sandbox/send", { quoteId, currencyCode: "EUR" });
      },
    },
  ],
  "POST /sandbox/send, destination": [
    {
      parties: both,
      currency: "EUR",
      prepare: async (world) => {
        const { id: quoteId } = await world.createQuote(realtime, account(world.external));
        return () => world.service.post("/sandbox/send", { quoteId, currencyCode: "USD" });
      },
    },
  ],
  "POST /transfer-in": [
    {
      parties: both,
      prepare: ({ service, external, usd }) => {
        const body = { source: { accountId: external }, destination: { accountId: usd }, amount: 1 };
        return () => service.post("/transfer-in", body);
      },
    },
  ],
  "POST /transfer-out": [
    {
      parties: both,
      prepare: ({ service, external, usd }) => {
        const body = { source: { accountId: usd }, destination: { accountId: external }, amount: 1 };
        return () => service.post("/transfer-out", body);
      },
    },
  ],
  "POST /sandbox/internal-accounts/{accountId}/fund": [
    {
      parties: ["customer"],
      prepare:
        ({ service, usd }) =>
        () =>
          service.post(`/sandbox/internal-accounts/${usd}/fund`, { amount: 1 }),
    },
  ],
  "POST /sandbox/uma/receive": [
    {
      parties: both,
      prepare:
        ({ service, party }) =>
        () =>
          service.post("/sandbox/uma/receive", receipt(party)),
    },
    {
      parties: ["customer"],
      prepare: ({ service, party }) => {
        const { receiverUmaAddress: _, ...body } = receipt(party);
        return () => service.post("/sandbox/uma/receive", { ...body, customerId: party.id });
      },
    },
  ],
  "POST /transactions/{transactionId}/approve": [
    {
      parties: both,
      prepare: async ({ service, party }) => {
        const { id } = await service.must<Transaction>("POST", "/sandbox/uma/receive", receipt(party));
        return () => service.call("POST", `/transactions/${id}/approve`);
      },
    },
  ],
  "GET /receiver/uma/{receiverUmaAddress}": [
    {
      parties: both,
      prepare:
        ({ service, party }) =>
        () =>
          service.get(`/receiver/uma/${party.umaAddress}`),
    },
    {
      parties: ["customer"],
      prepare:
        ({ service, party }) =>
        () =>
          service.get(`/receiver/uma/$success.usd@sandbox.payments.test?customerId=${party.id}`),
    },
  ],
  "GET /receiver/external-account/{accountId}": [
    {
      parties: both,
      prepare:
        ({ service, external }) =>
        () =>
          service.get(`/receiver/external-account/${external}`),
    },
  ],
  "PATCH /customers/{customerId}": ofCustomer(({ service, party }) =>
    service.patch(`/customers/${party.id}`, { customerType: "BUSINESS", email: "new@example.com" }),
  ),
  "GET /customers/kyc-link": [
    {
      parties: ["customer"],
      prepare: async ({ service, party }) => {
        const { platformCustomerId } = await service.read(`/customers/${party.id}`);
        return () => service.get(`/customers/kyc-link?platformCustomerId=${String(platformCustomerId)}`);
      },
    },
  ],
  "POST /customers/external-accounts": [
    {
      parties: ["customer"],
      prepare: ({ service, party }) => {
        const accountInfo = {
          accountType: "AED_ACCOUNT",
          iban: "AE070331234567890123456",
          swiftCode: "EBILAEAD",
        };
        const body = { customerId: party.id, currency: "AED", accountInfo: { ...accountInfo, beneficiary } };
        return () => service.post("/customers/external-accounts", body);
      },
    },
  ],
  "POST /beneficial-owners": ofCustomer(({ service, party }) =>
    service.post("/beneficial-owners", director(party)),
  ),
  "PATCH /beneficial-owners/{beneficialOwnerId}": [
    {
      parties: ["customer"],
      prepare: async ({ service, party }) => {
        const { id } = await service.must<{ id: string }>("POST", "/beneficial-owners", director(party));
        return () => service.patch(`/beneficial-owners/${id}`, { roles: ["TRUSTEE"] });
      },
    },
  ],
  "POST /invitations": ofCustomer(({ service, party }) =>
    service.post("/invitations", { inviterUma: party.umaAddress }),
  ),
  "POST /documents": ofCustomer((world) => world.upload("POST", "/documents")),
  "PUT /documents/{documentId}": [
    {
      parties: ["customer"],
      prepare: async (world) => {
        const { body } = await world.upload("POST", "/documents");
        const { id } = body as { id: string };
        return () => world.upload("PUT", `/documents/${id}`);
      },
    },
  ],
  "POST /verifications": ofCustomer(({ service, party }) =>
    service.post("/verifications", { customerId: party.id }),
  ),
  "POST /auth/credentials": [
    {
      parties: ["customer"],
      prepare:
        ({ service, party }) =>
        () =>
          service.post("/auth/credentials", { type: "EMAIL_OTP", accountId: party.wallet }),
    },
    {
      parties: ["customer"],
      prepare: async (world) => {
        await world.credential();
        return world.signed("POST", "/auth/credentials", passkey(world.party.wallet));
      },
    },
  ],
  "POST /auth/credentials/{id}/challenge": [
    {
      parties: ["customer"],
      prepare: async (world) => {
        const { id } = await world.credential();
        return () => world.service.call("POST", `/auth/credentials/${id}/challenge`);
      },
    },
  ],
  "POST /auth/credentials/{id}/verify": [
    {
      parties: ["customer"],
      prepare: async (world) => {
        const { id } = await world.credential();
        const clientPublicKey = createClientKey().publicKey;
        const body = { type: "EMAIL_OTP", otp: "000000", clientPublicKey };
        return () => world.service.post(`/auth/credentials/${id}/verify`, body);
      },
    },
  ],
  "POST /internal-accounts/{id}/export": [
    {
      parties: ["customer"],
      prepare: ({ service, party }) => {
        const clientPublicKey = createClientKey().publicKey;
        return () => service.post(`/internal-accounts/${party.wallet}/export`, { clientPublicKey });
      },
    },
    {
      parties: ["customer"],
      prepare: (world) => {
        const body = { clientPublicKey: createClientKey().publicKey };
        return world.signed("POST", `/internal-accounts/${world.party.wallet}/export`, body);
      },
    },
  ],
};

const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Bea Receiver" };

const director = ({ id }: Payer) => ({
  customerId: id,
  roles: ["DIRECTOR"],
  ownershipPercentage: 0,
  personalInfo: ownerInfo,
});

const receipt = ({ umaAddress }: Payer) => ({
  senderUmaAddress: "$payer@elsewhere.test",
  receiverUmaAddress: umaAddress,
  receivingCurrencyCode: "USD",
  receivingCurrencyAmount: 10,
});

const passkey = (accountId: string) => ({
  type: "PASSKEY",
  accountId,
  nickname: "Phone",
  challenge: "Y2hhbGxlbmdl",
  attestation: {
    credentialId: "AQ",
    clientDataJson: "AQ",
    attestationObject: "AQ",
    transports: ["internal"],
  },
});
