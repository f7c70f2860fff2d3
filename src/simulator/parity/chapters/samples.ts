import type { Caller, Json } from "../caller";
import { textAt } from "../caller";

export const sampleAddress: Json = {
  line1: "1 Main Street",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};

/** A customer for individuals. */
export const individual = (mark: string, name = "individual", more: Json = {}): Json => ({
  customerType: "INDIVIDUAL",
  region: "US",
  currencies: ["USD", "EUR"],
  platformCustomerId: `${mark}-${name}`,
  fullName: "Ada Parity",
  birthDate: "1990-12-10",
  nationality: "US",
  address: sampleAddress,
  ...more,
});

const beneficiary: Json = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Bea Parity",
  birthDate: "1990-01-31",
  nationality: "US",
  address: sampleAddress,
};

/** External accounts by currency. The last three digits select the outcome in a sandbox. */
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
    pixKey: `parity${digits}@bank.example`,
    pixKeyType: "EMAIL",
    taxId: "12345678901",
    beneficiary,
  }),
  BTC: (digits) => ({ accountType: "SPARK_WALLET", address: `spark1qqqq${digits}` }),
};

/** The body that creates an external account. */
export const account = (mark: string, currency: string, digits: string, customerId?: string): Json => ({
  currency,
  platformAccountId: `${mark}-${currency}-${digits}`,
  accountInfo: accountInfo[currency]?.(digits),
  ...(customerId !== undefined && { customerId }),
});

/** Creates a customer. Returns its id. */
export const createCustomer = (caller: Caller, title: string, name: string, more: Json = {}) =>
  caller.idFrom(title, "POST /customers", individual(caller.mark, name, more));

/** Creates a customer with 1,000,000 cents in `usd`. The titles start with `who`. */
export async function createPayer(caller: Caller, who: string, more: Json = {}) {
  const customerId = await createCustomer(caller, `create ${who}`, who, more);
  const find = async (title: string, filter: string) => {
    const path = `/customers/internal-accounts?customerId=${customerId}&${filter}`;
    return textAt(await caller.call(`${title} of ${who}`, `GET ${path}`), "data.0.id");
  };
  const usd = await find("the account in USD", "currency=USD");
  const wallet = await find("the wallet", "type=EMBEDDED_WALLET");
  const fund = `POST /sandbox/internal-accounts/${usd}/fund`;
  await caller.call(`fund ${who}`, fund, { amount: 1_000_000 });
  return { customerId, usd, wallet };
}

/** Creates an external account. Returns its id. */
export function createAccount(caller: Caller, currency: string, digits: string, customerId?: string) {
  const path = customerId === undefined ? "/platform/external-accounts" : "/customers/external-accounts";
  const owner = customerId === undefined ? "platform" : "customer";
  const title = `account ${currency} ${digits} of the ${owner}`;
  return caller.idFrom(title, `POST ${path}`, account(caller.mark, currency, digits, customerId));
}

/** The body of a quote between accounts. */
export const between = (from: string, to: string, more: Json = {}): Json => ({
  source: { sourceType: "ACCOUNT", accountId: from },
  destination: { destinationType: "ACCOUNT", accountId: to },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 1500,
  ...more,
});

/** The seconds between two timestamps; `NaN` without one. */
export const secondsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 1000;

export const unknownId = (kind: string): string => `${kind}:00000000-0000-4000-8000-000000000000`;
