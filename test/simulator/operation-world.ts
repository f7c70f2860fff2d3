import type { CustomerCreateParams, PaymentsClient } from "payments-sdk";
import type { SimulatorOptions, SimulatorSnapshot } from "payments-sdk/simulator";
import { sandboxSigner, toAttestation } from "payments-sdk/wallet";
import { expect } from "vitest";
import { argumentsOf, METHODS } from "../resources/methods";
import { WITNESS } from "../resources/witness";
import { clientOf, createSimulator } from "../support/world";
import { SoftwareAuthenticator } from "../support/software-authenticator";

export const OPTIONS: SimulatorOptions = {
  seed: "every operation",
  approval: { mode: "manual" },
  webhooks: { fetch: () => Promise.resolve(new Response("received")) },
  requests: { unknownFields: "reject" },
};
const prepared = createSimulator(OPTIONS);
const setUp = clientOf(prepared);
const signer = sandboxSigner();
const clientPublicKey = `04${"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"}${"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"}`;
const ada = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } as const;
const usdAccount = {
  accountType: "USD_ACCOUNT",
  accountNumber: "123456000",
  routingNumber: "021000021",
  beneficiary: ada,
} as const;
const about = { documentType: "PASSPORT", country: "GB" } as const;
const device = new SoftwareAuthenticator({ origin: "https://app.example" });
const file = new File(["%PDF-1.7"], "passport.pdf", { type: "application/pdf" });

/** What a text of the valid calls stands for: one record of each kind, an address, a code. */
export type Names = Readonly<Record<string, string>>;

/** A world with one record of each kind, and the records that some operations need instead. */
async function world(): Promise<{ usual: Names; of: Readonly<Record<string, Names>> }> {
  const person: CustomerCreateParams = {
    customerType: "INDIVIDUAL",
    region: "US",
    currencies: ["USD", "EUR"],
  };
  const customer = await setUp.customers.create({
    ...person,
    platformCustomerId: "ada 1",
    fullName: "Ada Lovelace",
    email: "ada@example.com",
  });
  const bob = await setUp.customers.create({
    ...person,
    platformCustomerId: "bob",
    email: "bob@example.com",
  });
  const business = await setUp.customers.create({
    customerType: "BUSINESS",
    businessInfo: { legalName: "Lovelace Ltd", registrationNumber: "1" },
  });
  const customerId = customer.id;
  await setUp.config.update({ webhookEndpoint: "https://platform.example/webhooks" });
  const accounts = await setUp.internalAccounts.list({ customerId }).toArray();
  const account = (code: string) =>
    accounts.find(({ type, balance }) => type !== "EMBEDDED_WALLET" && balance.currency.code === code)?.id ??
    expect.fail(`no ${code} account`);
  const usd = account("USD");
  await setUp.sandbox.fund(usd, { amount: 1_000_000 });
  const bank = await setUp.externalAccounts.create({ customerId, currency: "USD", accountInfo: usdAccount });
  const address = { line1: "1 Main St", city: "Berlin", state: "BE", postalCode: "10115", country: "DE" };
  const euro = await setUp.externalAccounts.create({
    customerId,
    currency: "EUR",
    accountInfo: {
      accountType: "EUR_ACCOUNT",
      iban: "DE89370400440532013000",
      beneficiary: { ...ada, address },
    },
  });
  const own = await setUp.platform.externalAccounts.create({ currency: "USD", accountInfo: usdAccount });
  const { lookupId } = await setUp.receivers.lookupExternalAccount(euro.id, { customerId });
  const amount = { lockedCurrencySide: "SENDING", lockedCurrencyAmount: 1000 } as const;
  const quote = await setUp.quotes.create({
    source: { sourceType: "ACCOUNT", accountId: usd },
    destination: { destinationType: "ACCOUNT", accountId: euro.id },
    ...amount,
  });
  const funding = await setUp.quotes.create({
    source: { sourceType: "REALTIME_FUNDING", currency: "USDC", customerId },
    destination: { destinationType: "ACCOUNT", accountId: usd },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1_000_000,
  });
  const sent = await setUp.transfers.out({
    source: { accountId: usd },
    destination: { accountId: bank.id },
    amount: 100,
  });
  await setUp.transactions.waitFor(sent.id);
  const received = await setUp.sandbox.receiveUma({
    senderUmaAddress: "$bob@sandbox.payments.test",
    customerId,
    receivingCurrencyCode: "USD",
    receivingCurrencyAmount: 500,
  });
  const walletOf = async (owner: string) =>
    (await setUp.internalAccounts.findWallet(owner))?.id ?? expect.fail("no wallet");
  const [wallet, otherWallet] = [await walletOf(customerId), await walletOf(bob.id)];
  const oidcToken = prepared.issueOidcToken({ email: "bob@example.com" });
  await setUp.auth.credentials.create({ type: "OAUTH", accountId: otherWallet, oidcToken }, { signer });
  const challenge = "cmVnaXN0ZXI";
  const attestation = toAttestation(device.create({ challenge }));
  const passkey = await setUp.auth.credentials.create(
    { type: "PASSKEY", accountId: wallet, nickname: "Phone", challenge, attestation },
    { signer },
  );
  const credential = await setUp.auth.credentials.create(
    { type: "EMAIL_OTP", accountId: wallet },
    { signer },
  );
  const proof = { type: "EMAIL_OTP", otp: "000000", clientPublicKey } as const;
  await setUp.auth.credentials.challenge(credential.id);
  const session = await setUp.auth.credentials.verify(credential.id, proof);
  await setUp.auth.credentials.challenge(credential.id);
  const owner = await setUp.beneficialOwners.create({
    customerId: business.id,
    roles: ["UBO"],
    ownershipPercentage: 50,
    personalInfo: {
      firstName: "Ada",
      lastName: "Lovelace",
      birthDate: "1990-01-01",
      nationality: "GB",
      idType: "SSN",
      identifier: "123-45-6789",
      address,
    },
  });
  const document = await setUp.documents.upload({ ...about, documentHolder: owner.id, file });
  const verification = await setUp.verifications.create({ customerId: business.id });
  const { jobId } = await setUp.customers.bulk.upload("platformCustomerId,customerType\nbulk-1,INDIVIDUAL\n");
  const invitation = await setUp.invitations.create({ inviterUma: customer.umaAddress });
  const token = await setUp.tokens.create({ name: "reports", permissions: ["VIEW"] });
  const usual = {
    Customer: customerId,
    InternalAccount: usd,
    ExternalAccount: bank.id,
    Lookup: lookupId,
    Quote: quote.id,
    Transaction: sent.id,
    AuthMethod: credential.id,
    Session: session.id,
    BeneficialOwner: owner.id,
    Document: document.id,
    Verification: verification.id,
    Job: jobId,
    Token: token.id,
    "$ada@example.com": customer.umaAddress,
    "$bob@example.com": bob.umaAddress,
    "K7 QX+2": invitation.code,
  };
  return {
    usual,
    of: {
      platform: { ExternalAccount: own.id },
      auth: { InternalAccount: wallet },
      "auth.credentials.create": { InternalAccount: otherWallet },
      "auth.credentials.challenge": { AuthMethod: passkey.id },
      "internalAccounts.export": { InternalAccount: wallet },
      "crypto.estimateWithdrawalFee": { InternalAccount: account("USDC") },
      beneficialOwners: { Customer: business.id },
      verifications: { Customer: business.id },
      "quotes.create": { ExternalAccount: euro.id },
      "sandbox.send": { Quote: funding.id },
      "transactions.approve": { Transaction: received.id },
      "transactions.reject": { Transaction: received.id },
    },
  };
}

const PUBLIC_KEY = /^04[\da-f]{128}$/i;
const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";

/** The arguments of a valid call with texts of the world. */
function inWorld(value: unknown, names: Names): unknown {
  if (typeof value === "string" && PUBLIC_KEY.test(value)) return clientPublicKey;
  if (typeof value === "string") return names[value] ?? names[/^([A-Z]\w+):/.exec(value)?.[1] ?? ""] ?? value;
  if (Array.isArray(value)) return value.map((item) => inWorld(item, names));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inWorld(item, names)]));
}

/** A world in which every operation has a valid call. */
export interface Prepared {
  readonly start: SimulatorSnapshot;
  /** What the texts of an operation's valid call stand for. */
  readonly namesFor: (name: string) => Names;
}

let made: ReturnType<typeof world> | undefined;

/** The world is made once, also if test files share this module. */
export async function prepare(): Promise<Prepared> {
  const { usual, of } = await (made ??= world());
  const namesFor = (name: string) => ({ ...usual, ...of[name.split(".")[0] ?? ""], ...of[name] });
  return { start: prepared.snapshot(), namesFor };
}

/** The arguments of an operation's valid call. */
export function methodOf(name: string) {
  return METHODS.find((method) => method.name === name) ?? expect.fail(`no arguments for ${name}`);
}

/** Makes the valid call of an operation. */
export async function callIn(payments: PaymentsClient, name: string, names: Names): Promise<unknown> {
  const isSigned = WITNESS.some((one) => one.name === name && one.isSigned);
  const args = inWorld(argumentsOf(methodOf(name)), names) as unknown[];
  const path = name.split(".");
  const owner = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, payments);
  const method = Reflect.get(owner, path.at(-1) ?? "") as () => Promise<unknown>;
  return Reflect.apply(method, owner, [...args, ...(isSigned ? [{ signer }] : [])]);
}
