import { customerWithUmaAddress } from "./customers";
import { defaultUmaDepositAccount } from "./external-accounts";
import { accountsOf, primaryAccount } from "./internal-accounts";
import { bookAccount } from "./ledger";
import { ordinaryPayout, payoutOutcome, sandboxPayee } from "./outcomes";
import type { ExternalAccountRecord } from "./records/accounts";
import { umaKey } from "./records/customers";
import type { CustomerRecord } from "./records/customers";
import type { PayoutOutcome } from "./records/payments";
import type { CurrencyConfig } from "./records/platform";
import type { World } from "./world";

export interface DepositAccount {
  accountId: string;
  currency: string;
  /** The account in the books. */
  book: string;
  /** Set if the money goes to an account outside. */
  external?: ExternalAccountRecord;
}

/** Whoever receives payments under an UMA address. */
export interface UmaPayee extends Partial<DepositAccount> {
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  /** The platform's customer, deleted or not. Absent for the sandbox's payees, who have no account here. */
  customer?: CustomerRecord;
}

/** The default external account, else the internal account of the currency, by default the primary one. */
export function depositAccount(
  world: World,
  customerId: string,
  currency?: string,
): DepositAccount | undefined {
  const external = defaultUmaDepositAccount(world, customerId);
  if (external) {
    const received = currency ?? external.currency;
    return { accountId: external.id, currency: received, book: bookAccount.external(received), external };
  }
  const primary = primaryAccount(world, customerId);
  const account =
    currency === undefined || primary?.currency === currency
      ? primary
      : accountsOf(world, customerId).find((candidate) => candidate.currency === currency);
  return account && { accountId: account.id, currency: account.currency, book: account.id };
}

/** A customer, or in sandbox a magic name (OP-62), who can receive the currency. */
export function umaPayee(world: World, umaAddress: string, currency?: string): UmaPayee | undefined {
  const customer = customerWithUmaAddress(world, umaAddress);
  if (customer) {
    const deposit = depositAccount(world, customer.id, currency);
    if (!deposit) return undefined;
    const outcome = deposit.external ? payoutOutcome(world, deposit.external) : ordinaryPayout(world);
    return { ...deposit, outcome, customer };
  }
  const [name = "", domain] = umaKey(umaAddress).slice(1).split("@");
  const payee = domain === umaKey(world.options.umaDomain) ? sandboxPayee(world, name) : undefined;
  if (!payee || (currency !== undefined && currency !== payee.currency)) return undefined;
  return { ...payee, book: bookAccount.external(payee.currency) };
}

export function addLookup(world: World, receiver: string): string {
  const id = world.random.id("Lookup");
  world.lookups.set(id, receiver);
  return id;
}

/** Facts about the payer that the option and the platform's currencies ask for. One demand makes a field mandatory. */
export function requiredPayerData(
  { options }: World,
  currencies: readonly CurrencyConfig[] = [],
): { name: string; mandatory: boolean }[] {
  const asked = [
    ...options.requiredPayerDataFields.map((name) => ({ name, mandatory: true })),
    ...currencies.flatMap(({ requiredCounterpartyFields }) => requiredCounterpartyFields),
  ];
  const mandatory = new Map<string, boolean>();
  for (const field of asked) mandatory.set(field.name, field.mandatory || mandatory.get(field.name) === true);
  return Array.from(mandatory, ([name, isMandatory]) => ({ name, mandatory: isMandatory }));
}
