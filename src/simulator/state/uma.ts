import type { World } from "../world";
import type { CustomerRecord } from "./customers";
import { bookAccount } from "./ledger";
import { ordinaryPayout, sandboxPayee } from "./outcomes";
import type { PayoutOutcome } from "./outcomes";

/** The account into which a customer's incoming UMA payment goes. */
export interface DepositAccount {
  accountId: string;
  currency: string;
  /** The account in the books. */
  book: string;
}

/** Whoever receives payments under an UMA address. */
export interface UmaPayee {
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  /** The platform's customer behind the address; none for the sandbox's payees. */
  customer?: CustomerRecord;
}

/** The customer with the address, unless deleted (CUS-06). */
export function customerByUmaAddress(world: World, umaAddress: string): CustomerRecord | undefined {
  const customer = world.customers.get(world.umaAddresses.get(umaAddress) ?? "");
  return customer?.isDeleted ? undefined : customer;
}

/**
 * Where money for a customer's UMA address goes: into the external account that is the default, whatever its currency,
 * else into the customer's internal account of the currency, by default the primary one (ACC-14). `undefined` when the
 * customer has no such account.
 */
export function depositAccount(
  world: World,
  customerId: string,
  currency?: string,
): DepositAccount | undefined {
  for (const account of world.externalAccounts.values()) {
    if (account.customerId === customerId && account.defaultUmaDepositAccount) {
      const received = currency ?? account.currency;
      return { accountId: account.id, currency: received, book: bookAccount.external(received) };
    }
  }
  const primary = world.primaryAccount(customerId);
  const account =
    currency === undefined || primary?.currency === currency
      ? primary
      : world.accountsOf(customerId).find((candidate) => candidate.currency === currency);
  return account && { accountId: account.id, currency: account.currency, book: account.id };
}

/**
 * Who is behind an UMA address: a customer of the platform, or in sandbox one of the magic names (OP-62). `undefined` for
 * anybody else, and for a currency that the payee cannot receive.
 */
export function findUmaPayee(world: World, umaAddress: string, currency?: string): UmaPayee | undefined {
  const customer = customerByUmaAddress(world, umaAddress);
  if (customer) {
    const deposit = depositAccount(world, customer.id, currency);
    return (
      deposit && { currency: deposit.currency, book: deposit.book, outcome: ordinaryPayout(world), customer }
    );
  }
  const [name = "", domain] = umaAddress.slice(1).split("@");
  const payee = domain === world.options.umaDomain ? sandboxPayee(world, name) : undefined;
  if (!payee || (currency !== undefined && currency !== payee.currency)) return undefined;
  return { ...payee, book: bookAccount.external(payee.currency) };
}
