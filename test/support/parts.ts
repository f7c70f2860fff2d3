import type { PaymentsClient } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";
import type { SoftwareAuthenticator } from "./software-authenticator";

/*
 * What a world is made of: bodies of requests, and what a client makes with a few calls. This file loads nothing, so that a program
 * in any runtime can use it. `world.ts` has the rest.
 */

export type Json = Record<string, unknown>;

/** An individual with all fields that a check needs. */
export const individual = {
  customerType: "INDIVIDUAL",
  region: "US",
  currencies: ["USD"],
  email: "ada@example.com",
  fullName: "Ada Lovelace",
  birthDate: "1990-12-10",
  nationality: "US",
  address: { line1: "1 Main Street", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
};

export const business = {
  customerType: "BUSINESS",
  region: "US",
  currencies: ["USD"],
  businessInfo: { legalName: "Analytical Engines Inc.", registrationNumber: "5523041" },
};

/** All fields of the contract about a person behind a business. */
export const ownerInfo = {
  firstName: "Ada",
  lastName: "King",
  birthDate: individual.birthDate,
  nationality: "US",
  address: individual.address,
  idType: "SSN",
  identifier: "123456789",
};

/** An external account with an identifier that ends with the given digits. */
export function usdAccount(suffix = "000"): Json {
  const person = { beneficiaryType: "INDIVIDUAL", fullName: "Charles Babbage" };
  return { currency: "USD", accountInfo: { ...accountInfo["USD"]?.(suffix), beneficiary: person } };
}

const beneficiary = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Bea Receiver",
  birthDate: "1990-01-31",
  nationality: "US",
  address: { line1: "1 Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
};

/** The external account for each currency, with an identifier that ends in the given digits. */
export const accountInfo: Readonly<Record<string, (digits: string) => Json>> = {
  USD: (digits) => ({
    accountType: "USD_ACCOUNT",
    accountNumber: `1234567${digits}`,
    routingNumber: "021000021",
    beneficiary,
  }),
  EUR: (digits) => ({ accountType: "EUR_ACCOUNT", iban: `DE89370400440532013${digits}`, beneficiary }),
  GBP: (digits) => ({
    accountType: "GBP_ACCOUNT",
    sortCode: "203015",
    accountNumber: `12345${digits}`,
    beneficiary,
  }),
  MXN: (digits) => ({ accountType: "MXN_ACCOUNT", clabeNumber: `012345678901234${digits}`, beneficiary }),
  BRL: (digits) => ({
    accountType: "BRL_ACCOUNT",
    pixKey: `name${digits}@bank.test`,
    pixKeyType: "EMAIL",
    taxId: "12345678901",
    beneficiary,
  }),
  BTC: (digits) => ({ accountType: "SPARK_WALLET", address: `spark1qqqq${digits}` }),
  USDC: (digits) => ({ accountType: "SOLANA_WALLET", address: `So1anaAddre55${digits}` }),
};

/** A quote from one account to another. */
export function quoteBody(from: string, to: string, amount = 1_000_000) {
  return {
    source: { sourceType: "ACCOUNT", accountId: from },
    destination: { destinationType: "ACCOUNT", accountId: to },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: amount,
  } as const;
}

/** A customer with an embedded wallet. */
export interface WalletOwner {
  readonly email: string;
  readonly customerId: string;
  /** The wallet. */
  readonly accountId: string;
}

/** Creates a customer. The wallet has no credential yet. */
export async function createOwner(
  payments: PaymentsClient,
  email: string,
  fullName: string,
): Promise<WalletOwner> {
  const customer = await payments.customers.create({
    customerType: "INDIVIDUAL",
    region: "US",
    currencies: ["USD"],
    email,
    fullName,
  });
  const customerId = customer.id ?? "";
  const wallet = await payments.internalAccounts.findWallet(customerId);
  if (wallet === undefined) throw new Error("the customer has no wallet");
  return { email, customerId, accountId: wallet.id };
}

/** Creates a bank account that the customer pays to. Resolves to its id. */
export async function createBank(
  payments: PaymentsClient,
  customerId: string,
  fullName: string,
): Promise<string> {
  const bank = await payments.externalAccounts.create({
    customerId,
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName, birthDate: "1906-12-09" },
    },
  });
  return bank.id;
}

/** Pays an amount into an account of the customer, or of the platform if no customer is given. */
export async function fund(
  simulator: Simulator,
  payments: PaymentsClient,
  { accountId, customerId }: { accountId: string; customerId?: string },
  amount: number,
): Promise<void> {
  const funding = await payments.quotes.create({
    source: { sourceType: "REALTIME_FUNDING", currency: "USD", ...(customerId && { customerId }) },
    destination: { destinationType: "ACCOUNT", accountId },
    lockedCurrencySide: "RECEIVING",
    lockedCurrencyAmount: amount,
  });
  simulator.payQuote(funding.id);
}

/** An owner with an OpenID credential. */
export interface OpenIdOwner extends WalletOwner {
  readonly credentialId: string;
}

/** Creates a customer who signs in to the wallet with OpenID tokens. */
export async function createOpenIdOwner(
  simulator: Simulator,
  payments: PaymentsClient,
  email: string,
  fullName: string,
): Promise<OpenIdOwner> {
  const owner = await createOwner(payments, email, fullName);
  const credential = await payments.auth.credentials.create({
    type: "OAUTH",
    accountId: owner.accountId,
    oidcToken: simulator.issueOidcToken({ email }),
  });
  if (!("id" in credential)) throw new Error("the first credential of a wallet needs no signature");
  return { ...owner, credentialId: credential.id };
}

/** An assertion for the sandbox, which checks only the signature. */
export const magicAssertion = {
  credentialId: "any",
  clientDataJson: "any",
  authenticatorData: "any",
  signature: "sandbox-valid-passkey-signature",
};

export const magicSignature = "sandbox-valid-signature";
/** The header of a signed request in the sandbox. */
export const signature = { "Service-Wallet-Signature": magicSignature };

export const oauthBody = (accountId: string, email = "ada@example.com") => ({
  type: "OAUTH",
  accountId,
  oidcToken: unsignedToken({ iss: "https://accounts.google.com", sub: "1", email }),
});

/** The body that registers a passkey, made from the browser's response. */
export function passkeyRegistration(
  accountId: string,
  device: SoftwareAuthenticator,
  challenge = "cmVnaXN0ZXI",
) {
  const { rawId, response } = device.create({ challenge, user: { id: "dXNlcg" } });
  return {
    type: "PASSKEY",
    accountId,
    nickname: "Ada's phone",
    challenge,
    attestation: {
      credentialId: rawId,
      clientDataJson: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: response.transports,
    },
  };
}

/** The assertion field of a verification, from the browser's response. */
export function passkeyAssertion(device: SoftwareAuthenticator, challenge: string) {
  const { rawId, response } = device.get({ challenge });
  return {
    credentialId: rawId,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle === undefined ? {} : { userHandle: response.userHandle }),
  };
}

/** An unsigned token of the form header.payload.signature. */
export function unsignedToken(claims: Json, signature = "c2ln"): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}.${signature}`;
}
