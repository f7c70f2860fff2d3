import { createClient, fakeFetch } from "../core/client";
import type { FetchCall } from "../core/client";
import { genuineWith } from "./genuine";

/** The arguments of a valid call before its options. */
export interface Method {
  readonly name: string;
  /** An id or an address in the path. */
  readonly id?: string;
  /** The content of a file, if it is a separate argument. */
  readonly file?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const clientPublicKey = `04${"0".repeat(128)}`;
const accountId = "InternalAccount:1";
const customerId = "Customer:1";
const document = {
  documentType: "PASSPORT",
  country: "GB",
  file: new Blob(["%PDF"], { type: "application/pdf" }),
};
const usd = { currency: "USD", accountInfo: { accountType: "NEW_ACCOUNT" } };

/** Every method that sends something, with valid arguments. */
export const METHODS: readonly Method[] = [
  { name: "customers.create", params: { customerType: "INDIVIDUAL" } },
  { name: "customers.retrieve", id: customerId },
  { name: "customers.update", id: customerId, params: { customerType: "INDIVIDUAL" } },
  { name: "customers.list", params: { region: "US" } },
  { name: "customers.delete", id: customerId },
  { name: "customers.kycLink", params: { platformCustomerId: "ada" } },
  { name: "customers.bulk.upload", file: "platformCustomerId\nada\n" },
  { name: "customers.bulk.retrieve", id: "Job:1" },
  { name: "customers.bulk.waitFor", id: "Job:1" },
  { name: "internalAccounts.list", params: { customerId } },
  { name: "internalAccounts.findWallet", id: customerId },
  { name: "internalAccounts.export", id: accountId, params: { clientPublicKey } },
  { name: "externalAccounts.create", params: { customerId, ...usd } },
  { name: "externalAccounts.retrieve", id: "ExternalAccount:1" },
  { name: "externalAccounts.list", params: { customerId } },
  { name: "externalAccounts.delete", id: "ExternalAccount:1" },
  { name: "platform.internalAccounts.list", params: { currency: "USD" } },
  { name: "platform.externalAccounts.create", params: usd },
  { name: "platform.externalAccounts.list", params: { currency: "USD" } },
  { name: "platform.externalAccounts.retrieve", id: "ExternalAccount:1" },
  { name: "platform.externalAccounts.delete", id: "ExternalAccount:1" },
  { name: "verifications.create", params: { customerId } },
  { name: "verifications.retrieve", id: "Verification:1" },
  { name: "verifications.list", params: { customerId } },
  { name: "beneficialOwners.create", params: { customerId, roles: ["UBO"], ownershipPercentage: 25 } },
  { name: "beneficialOwners.retrieve", id: "BeneficialOwner:1" },
  { name: "beneficialOwners.update", id: "BeneficialOwner:1", params: { ownershipPercentage: 25 } },
  { name: "beneficialOwners.list", params: { customerId } },
  { name: "receivers.lookupUma", id: "$bob@example.com", params: { customerId } },
  { name: "receivers.lookupExternalAccount", id: "ExternalAccount:1", params: { customerId } },
  {
    name: "quotes.create",
    params: {
      source: { sourceType: "ACCOUNT", accountId, customerId },
      destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1,
      lookupId: "Lookup:1",
    },
  },
  { name: "quotes.retrieve", id: "Quote:1" },
  { name: "quotes.execute", id: "Quote:1", params: { signature: "stamp" } },
  { name: "quotes.waitFor", id: "Quote:1" },
  {
    name: "transfers.in",
    params: { source: { accountId: "ExternalAccount:1" }, destination: { accountId }, amount: 1 },
  },
  {
    name: "transfers.out",
    params: { source: { accountId }, destination: { accountId: "ExternalAccount:1" }, amount: 1 },
  },
  {
    name: "transactions.list",
    params: {
      customerId,
      accountIdentifier: accountId,
      senderAccountIdentifier: accountId,
      receiverAccountIdentifier: accountId,
    },
  },
  { name: "transactions.retrieve", id: "Transaction:1" },
  { name: "transactions.approve", id: "Transaction:1", params: { receiverCustomerInfo: {} } },
  { name: "transactions.reject", id: "Transaction:1", params: { reason: "unknown" } },
  { name: "transactions.waitFor", id: "Transaction:1" },
  { name: "auth.credentials.create", params: { type: "EMAIL_OTP", accountId } },
  { name: "auth.credentials.list", params: { accountId } },
  { name: "auth.credentials.challenge", id: "AuthMethod:1", params: { clientPublicKey } },
  {
    name: "auth.credentials.verify",
    id: "AuthMethod:1",
    params: { type: "EMAIL_OTP", otp: "000000", clientPublicKey },
  },
  { name: "auth.credentials.revoke", id: "AuthMethod:1" },
  { name: "auth.sessions.list", params: { accountId } },
  { name: "auth.sessions.revoke", id: "Session:1" },
  { name: "documents.upload", params: { documentHolder: customerId, ...document } },
  { name: "documents.list", params: { documentHolder: customerId } },
  { name: "documents.retrieve", id: "Document:1" },
  { name: "documents.replace", id: "Document:1", params: document },
  { name: "documents.delete", id: "Document:1" },
  { name: "config.retrieve" },
  { name: "config.update", params: { umaDomain: "platform.example" } },
  { name: "exchangeRates.list", params: { sendingAmount: 1 } },
  { name: "discoveries.list", params: { country: "NG" } },
  {
    name: "crypto.estimateWithdrawalFee",
    params: { internalAccountId: accountId, currency: "USDC", amount: 1, destinationAddress: "a" },
  },
  { name: "umaProviders.list", params: { countryCode: "BR" } },
  { name: "invitations.create", params: { inviterUma: "$ada@example.com", amountToSend: 1 } },
  { name: "invitations.retrieve", id: "K7QX2" },
  { name: "invitations.claim", id: "K7QX2", params: { inviteeUma: "$bob@example.com" } },
  { name: "invitations.cancel", id: "K7QX2" },
  { name: "tokens.create", params: { name: "reports", permissions: ["VIEW"] } },
  { name: "tokens.list", params: { name: "reports" } },
  { name: "tokens.retrieve", id: "Token:1" },
  { name: "tokens.delete", id: "Token:1" },
  { name: "sandbox.webhooks.test" },
  { name: "sandbox.fund", id: accountId, params: { amount: 1 } },
  { name: "sandbox.send", params: { quoteId: "Quote:1", currencyCode: "USD", currencyAmount: 1 } },
  {
    name: "sandbox.receiveUma",
    params: { senderUmaAddress: "$bob@example.com", customerId, receivingCurrencyAmount: 1 },
  },
];

/** Methods that make several calls of others. They have tests of their own. */
export const isCompound = (name: string): boolean => name === "customers.findOrCreate";

/** The names of the client's own methods, without the shared methods of resources. */
export function methodNames(owner: object, prefix = ""): string[] {
  const resources = Object.entries(owner).filter(([, value]) => typeof value === "object" && value !== null);
  const nested = resources.flatMap(([name, resource]) => methodNames(resource, `${prefix}${name}.`));
  if (prefix === "") return nested;
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(owner)).filter(
    (name) => name !== "constructor",
  );
  return [...nested, ...own.map((name) => `${prefix}${name}`)];
}

/** The arguments of a valid call, without options. */
export const argumentsOf = ({ id, file, params }: Method): unknown[] => [
  ...(id === undefined ? [] : [id]),
  ...(file === undefined ? [] : [file]),
  ...(params === undefined ? [] : [params]),
];

/** The arguments of a call with other parameters. */
export const argumentsWith = ({ id }: Method, params: unknown): unknown[] => [
  ...(id === undefined ? [] : [id]),
  params,
];

/** Calls a method by its name with any arguments, as plain JavaScript can. A list is awaited for its first page. */
export async function callMethod(name: string, args: readonly unknown[]) {
  const { fetch, calls } = fakeFetch(genuineWith({ status: "COMPLETED" }));
  const payments = createClient({ fetch, validation: "off" });
  const run = async (): Promise<unknown> => {
    const path = name.split(".");
    const owner = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, payments);
    return Reflect.apply(Reflect.get(owner, path.at(-1) ?? "") as () => unknown, owner, args);
  };
  return { calls: calls as readonly FetchCall[], ...(await settled(run())) };
}

async function settled(running: Promise<unknown>): Promise<{ result?: unknown; error?: unknown }> {
  try {
    return { result: await running };
  } catch (error) {
    return { error };
  }
}

/** A copy of an object with another value at a path such as `source.accountId`. */
export function withValue(object: unknown, path: string, value: unknown): Record<string, unknown> {
  const [name = "", ...rest] = path.split(".");
  const copy: Record<string, unknown> = { ...Object(object) };
  copy[name] = rest.length === 0 ? value : withValue(copy[name], rest.join("."), value);
  return copy;
}
