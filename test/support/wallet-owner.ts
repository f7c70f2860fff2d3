import type { PaymentsClient } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";

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

/** The parameters of a quote from one account to another. */
export function quoteBody(from: string, to: string, amount = 1_000_000) {
  return {
    source: { sourceType: "ACCOUNT", accountId: from },
    destination: { destinationType: "ACCOUNT", accountId: to },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: amount,
  } as const;
}
