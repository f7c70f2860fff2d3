/** Parts of the complete responses in `samples.ts`. */
export const time = "2026-04-27T12:00:00Z";
export const usd = { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 };
const address = {
  line1: "1 Main St",
  line2: "Suite 2",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};
export const rateDetails = {
  counterpartyMultiplier: 1.01,
  counterpartyFixedFee: 10,
  serviceApiMultiplier: 0.925,
  serviceApiFixedFee: 10,
  serviceApiVariableFeeRate: 0.003,
  serviceApiVariableFeeAmount: 30,
};
export const instruction = {
  accountOrWalletInfo: { accountType: "USD_ACCOUNT", accountNumber: "1", routingNumber: "021000021" },
  instructionsNotes: "Give the reference",
  isPlatformAccount: true,
};
export const owner = {
  id: "BeneficialOwner:1",
  customerId: "Customer:1",
  roles: ["UBO"],
  ownershipPercentage: 51.5,
  personalInfo: {
    firstName: "Ada",
    middleName: "King",
    lastName: "Lovelace",
    birthDate: "1990-01-01",
    nationality: "GB",
    address,
    idType: "SSN",
    identifier: "1",
    email: "ada@example.com",
    phoneNumber: "+15551234567",
    countryOfIssuance: "US",
  },
  kycStatus: "APPROVED",
  createdAt: time,
  updatedAt: time,
};
export const customer = {
  id: "Customer:1",
  platformCustomerId: "ada",
  umaAddress: "$ada@example.com",
  region: "US",
  currencies: ["USD"],
  email: "ada@example.com",
  address,
  kycStatus: "APPROVED",
  createdAt: time,
  updatedAt: time,
  isDeleted: false,
};
export const ownerOptional = [
  "ownershipPercentage",
  "middleName",
  "email",
  "phoneNumber",
  "countryOfIssuance",
  "updatedAt",
];
export const addressOptional = ["line2", "city", "state"];
/** What a person has beside it. All of it is optional, and can be set. */
export const individual = { fullName: "Ada Lovelace", birthDate: "1990-01-01", nationality: "GB" };
export const customerOptional = [
  ...addressOptional,
  "region",
  "currencies",
  "email",
  "address",
  "kycStatus",
  "createdAt",
  "updatedAt",
  "isDeleted",
];
export const authMethod = {
  id: "AuthMethod:1",
  accountId: "InternalAccount:1",
  type: "PASSKEY",
  nickname: "Laptop",
  createdAt: time,
  updatedAt: time,
};
export const transaction = {
  id: "Transaction:1",
  status: "COMPLETED",
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
  customerId: "Customer:1",
  platformCustomerId: "ada",
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
  settledAt: time,
  createdAt: time,
  updatedAt: time,
  description: "Rent",
  counterpartyInformation: { FULL_NAME: "Bob" },
  rateDetails,
  failureReason: "QUOTE_EXPIRED",
};
export const transactionOptional = [
  ...Object.keys(rateDetails),
  "customerId",
  "platformCustomerId",
  "settledAt",
  "createdAt",
  "updatedAt",
  "description",
  "counterpartyInformation",
  "rateDetails",
  "failureReason",
];
export const lookup = {
  lookupId: "Lookup:1",
  supportedCurrencies: [{ currency: usd, estimatedExchangeRate: 1.5, min: 100, max: 100_000 }],
  requiredPayerDataFields: [{ name: "FULL_NAME", mandatory: true }],
};
export const moneyOpen = {
  source: "sourceType",
  destination: "destinationType",
  accountOrWalletInfo: "accountType",
  counterpartyInformation: undefined,
};
