import { expectTypeOf, test } from "vitest";
import type {
  AccountInfoParams,
  Address,
  AddressParams,
  CredentialCreateParams,
  CredentialVerifyParams,
  CustomerCreateParams,
  CustomerUpdateParams,
  PaymentsClient,
  QuoteCreateParams,
  TransactionListParams,
  TransferInParams,
  Unlisted,
} from "payments-sdk";
import type { BusinessType, PurposeOfAccount } from "../../src/models/customer";

type DestinationParams = QuoteCreateParams["destination"];
type SandboxReceiveUmaParams = Parameters<PaymentsClient["sandbox"]["receiveUma"]>[0];
type SourceParams = QuoteCreateParams["source"];

const address: AddressParams = {
  line1: "1 Main St",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};

test("only the second line of an address is optional [GEN-11]", () => {
  expectTypeOf(address).toExtend<Address>();
  // @ts-expect-error the city is missing
  const incomplete: AddressParams = { line1: "1 Main St", state: "IL", postalCode: "62701", country: "US" };
  expectTypeOf(incomplete).toEqualTypeOf<AddressParams>();
});

test("a new customer has a type and no read-only fields [CUS-01] [CUS-02] [CUS-15]", () => {
  const person: CustomerCreateParams = { customerType: "INDIVIDUAL", fullName: "Ada Lovelace", address };
  const business: CustomerCreateParams = {
    customerType: "BUSINESS",
    businessInfo: { registrationNumber: "1" },
  };
  expectTypeOf([person, business]).toExtend<CustomerCreateParams[]>();
  // @ts-expect-error the type is missing
  const untyped: CustomerCreateParams = { fullName: "Ada Lovelace" };
  // @ts-expect-error the service makes the id
  const withId: CustomerCreateParams = { customerType: "INDIVIDUAL", id: "Customer:1" };
  const businessInfo = { registrationNumber: "1" };
  // @ts-expect-error a person has no registration number
  const mixed: CustomerCreateParams = { customerType: "INDIVIDUAL", businessInfo };
  expectTypeOf([untyped, withId, mixed]).toExtend<CustomerCreateParams[]>();
});

test("an update always has the type and never the region [CUS-08] [CUS-21]", () => {
  const params: CustomerUpdateParams = { customerType: "INDIVIDUAL", currencies: ["USD"], email: undefined };
  expectTypeOf(params).toExtend<CustomerUpdateParams>();
  // @ts-expect-error the type is missing
  const untyped: CustomerUpdateParams = { email: "ada@example.com" };
  // @ts-expect-error the region is immutable
  const moved: CustomerUpdateParams = { customerType: "INDIVIDUAL", region: "US" };
  expectTypeOf([untyped, moved]).toExtend<CustomerUpdateParams[]>();
});

test("an external account has the fields of its kind [ACC-18] [ACC-19] [ACC-20] [ACC-21]", () => {
  const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", address } as const;
  const accepted: AccountInfoParams[] = [
    {
      accountType: "USD_ACCOUNT",
      accountNumber: "1",
      routingNumber: "021000021",
      bankAccountType: "CHECKING",
      platformAccountId: "payee-1",
      beneficiary,
    },
    { accountType: "BRL_ACCOUNT", pixKey: "1", pixKeyType: "CPF", taxId: "12345678901", beneficiary },
    { accountType: "AED_ACCOUNT", iban: "AE070331234567890123456", beneficiary },
    {
      accountType: "XOF_ACCOUNT",
      phoneNumber: "+2250700000000",
      provider: "Orange",
      region: "ML",
      beneficiary,
    },
    { accountType: "SPARK_WALLET", address: "spark1" },
    { accountType: "LIGHTNING", invoice: "lnbc1" },
    { accountType: "XYZ_ACCOUNT" as Unlisted, anything: 1 },
    {
      accountType: "AED_ACCOUNT",
      iban: "AE070331234567890123456",
      beneficiary: { beneficiaryType: "TRUST" as Unlisted, trustee: "Ada Lovelace" },
    },
  ];
  expectTypeOf(accepted).toEqualTypeOf<AccountInfoParams[]>();
  // @ts-expect-error only one way to reach a Lightning wallet
  const twice: AccountInfoParams = { accountType: "LIGHTNING", invoice: "lnbc1", bolt12: "lno1" };
  // @ts-expect-error a kind that is not known must be marked as such
  const unmarked: AccountInfoParams = { accountType: "XYZ_ACCOUNT", anything: 1 };
  // @ts-expect-error null is for responses
  const empty: AccountInfoParams = { accountType: "AED_ACCOUNT", iban: "AE07", swiftCode: null, beneficiary };
  // @ts-expect-error the account has no owner
  const unowned: AccountInfoParams = { accountType: "AED_ACCOUNT", iban: "AE07", beneficiary: undefined };
  // @ts-expect-error a wallet has no beneficiary
  const owned: AccountInfoParams = { accountType: "SPARK_WALLET", address: "spark1", beneficiary };
  expectTypeOf([twice, unmarked, empty, unowned, owned]).toExtend<AccountInfoParams[]>();
});

test("industry, purpose of an account and region are extensible sets of the contract's values [GEN-13]", () => {
  expectTypeOf<"MANUFACTURING" | "A_NEW_ONE">().toExtend<BusinessType>();
  expectTypeOf<"P2P_TRANSFERS" | "A_NEW_ONE">().toExtend<PurposeOfAccount>();
  // An extensible set keeps its values. A plain string would not be assignable in both directions.
  expectTypeOf<BusinessType>().not.toEqualTypeOf<string>();
  expectTypeOf<PurposeOfAccount>().not.toEqualTypeOf<string>();
  expectTypeOf<
    Extract<AccountInfoParams, { accountType: "XAF_ACCOUNT" }>["region"]
  >().not.toEqualTypeOf<string>();
});

test("a quote accepts the four kinds of transfer [QUO-15] [QUO-16] [QUO-21] [QUO-23]", () => {
  const sources: SourceParams[] = [
    { sourceType: "ACCOUNT", accountId: "InternalAccount:1", customerId: "Customer:1" },
    { sourceType: "UMA_ADDRESS", umaAddress: "$ada@example.com" },
    { sourceType: "REALTIME_FUNDING", currency: "USD" },
  ];
  const destinations: DestinationParams[] = [
    { destinationType: "ACCOUNT", accountId: "ExternalAccount:1", paymentRail: "ACH" },
    { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com", currency: "EUR" },
  ];
  expectTypeOf([sources, destinations]).toBeArray();
  const source = { sourceType: "ACCOUNT", accountId: "InternalAccount:1" } as const;
  const destination = { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" } as const;
  const locked = { lockedCurrencySide: "SENDING", lockedCurrencyAmount: 100 } as const;
  const complete: QuoteCreateParams = { source, destination, ...locked, purposeOfPayment: "GIFT" };
  expectTypeOf(complete).toExtend<QuoteCreateParams>();
  const newest: QuoteCreateParams = { ...complete, purposeOfPayment: "SALARY_PAYMENT" };
  expectTypeOf(newest).toExtend<QuoteCreateParams>();
  // @ts-expect-error the locked side is missing
  const unlocked: QuoteCreateParams = { source, destination, lockedCurrencyAmount: 100 };
  // @ts-expect-error the discriminators are swapped
  const swapped: QuoteCreateParams = { source: destination, destination: source, ...locked };
  // @ts-expect-error not a purpose
  const aimless: QuoteCreateParams = { source, destination, ...locked, purposeOfPayment: "FUN" };
  // @ts-expect-error values are strings
  const numbers: QuoteCreateParams = { source, destination, ...locked, senderCustomerInfo: { AGE: 1 } };
  expectTypeOf([unlocked, swapped, aimless, numbers]).toExtend<QuoteCreateParams[]>();
});

test("a transfer names two accounts and an amount [TRF-01]", () => {
  // @ts-expect-error the amount is missing
  const free: TransferInParams = { source: { accountId: "E" }, destination: { accountId: "I" } };
  // @ts-expect-error accounts are named in objects
  const bare: TransferInParams = { source: "E", destination: { accountId: "I" }, amount: 1 };
  // @ts-expect-error amounts are numbers
  const text: TransferInParams = { source: { accountId: "E" }, destination: { accountId: "I" }, amount: "1" };
  expectTypeOf([free, bare, text]).toExtend<TransferInParams[]>();
});

test("a credential accepts the fields of its type [CRD-02] [CRD-07] [CRD-08]", () => {
  const attestation = { credentialId: "a", clientDataJson: "b", attestationObject: "c", transports: ["usb"] };
  const passkey: CredentialCreateParams = {
    type: "PASSKEY",
    accountId: "InternalAccount:1",
    nickname: "My phone",
    challenge: "d",
    attestation,
  };
  expectTypeOf(passkey).toExtend<CredentialCreateParams>();
  const { attestation: _, ...incomplete } = passkey;
  // @ts-expect-error a passkey needs its attestation
  const bare: CredentialCreateParams = incomplete;
  const { nickname: __, ...nameless } = passkey;
  // @ts-expect-error a passkey needs its nickname
  const unnamed: CredentialCreateParams = nameless;
  // @ts-expect-error a one-time password has no token
  const mixed: CredentialCreateParams = { type: "EMAIL_OTP", accountId: "InternalAccount:1", oidcToken: "e" };
  // @ts-expect-error the account is missing
  const lost: CredentialCreateParams = { type: "OAUTH", oidcToken: "e" };
  expectTypeOf([bare, unnamed, mixed, lost]).toExtend<CredentialCreateParams[]>();
  // @ts-expect-error the public key is missing
  const keyless: CredentialVerifyParams = { type: "EMAIL_OTP", otp: "000000" };
  expectTypeOf(keyless).toExtend<CredentialVerifyParams>();
});

test("a simulated UMA payment names its receiver in one of two ways [SBX-04]", () => {
  const payment = {
    senderUmaAddress: "$a@b",
    receivingCurrencyCode: "USD",
    receivingCurrencyAmount: 1,
  } as const;
  const accepted: SandboxReceiveUmaParams[] = [
    { ...payment, receiverUmaAddress: "$c@d" },
    { ...payment, customerId: "Customer:1" },
  ];
  expectTypeOf(accepted).toEqualTypeOf<SandboxReceiveUmaParams[]>();
  // @ts-expect-error the receiver is missing
  const nobody: SandboxReceiveUmaParams = payment;
  expectTypeOf(nobody).toExtend<SandboxReceiveUmaParams>();
});

test("times may be a Date or a string, and optional inputs may be undefined [GEN-07] [TRX-20]", () => {
  const params: TransactionListParams = {
    startDate: new Date(0),
    endDate: "2026-01-01T00:00:00Z",
    status: undefined,
  };
  expectTypeOf(params).toEqualTypeOf<TransactionListParams>();
  // @ts-expect-error not an order
  const unordered: TransactionListParams = { sortOrder: "newest" };
  expectTypeOf(unordered).toEqualTypeOf<TransactionListParams>();
});
