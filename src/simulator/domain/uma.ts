import type { ResolvedOptions } from "../runtime/options";
import type { CustomerRecord, Customers } from "./customers";
import type { ExternalAccountRecord, ExternalAccounts } from "./external-accounts";
import type { InternalAccounts } from "./internal-accounts";
import { bookAccount } from "./ledger";
import { ordinaryPayout, payoutOutcome, sandboxPayee } from "./outcomes";
import type { OutcomeOptions } from "./outcomes";
import type { PayoutOutcome } from "./transactions";

/** The account into which a customer's incoming UMA payment goes. */
export interface DepositAccount {
  accountId: string;
  currency: string;
  /** The account in the books. */
  book: string;
  /** Set where the money goes to an account outside. */
  external?: ExternalAccountRecord;
}

/** Whoever receives payments under an UMA address. */
export interface UmaPayee {
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  /** The platform's customer behind the address, deleted or not, and its account; none for the sandbox's payees. */
  customer?: CustomerRecord;
  deposit?: DepositAccount;
}

interface Collaborators {
  customers: Customers;
  accounts: InternalAccounts;
  externalAccounts: ExternalAccounts;
  options: OutcomeOptions & Pick<ResolvedOptions, "umaDomain">;
}

/** Who can be paid under an UMA address, and where the money goes. */
export class UmaDirectory {
  readonly #customers: Customers;
  readonly #accounts: InternalAccounts;
  readonly #externalAccounts: ExternalAccounts;
  readonly #options: Collaborators["options"];

  constructor({ customers, accounts, externalAccounts, options }: Collaborators) {
    this.#customers = customers;
    this.#accounts = accounts;
    this.#externalAccounts = externalAccounts;
    this.#options = options;
  }

  /**
   * Where money for a customer's UMA address goes: into the external account that is the default, whatever its currency,
   * else into the customer's internal account of the currency, by default the primary one. `undefined` when the
   * customer has no such account.
   */
  depositAccount(customerId: string, currency?: string): DepositAccount | undefined {
    const external = this.#externalAccounts.defaultUmaDepositAccount(customerId);
    if (external) {
      const received = currency ?? external.currency;
      return { accountId: external.id, currency: received, book: bookAccount.external(received), external };
    }
    const primary = this.#accounts.primary(customerId);
    const account =
      currency === undefined || primary?.currency === currency
        ? primary
        : this.#accounts.of(customerId).find((candidate) => candidate.currency === currency);
    return account && { accountId: account.id, currency: account.currency, book: account.id };
  }

  /**
   * Who is behind an UMA address: a customer of the platform, or in sandbox one of the magic names (OP-62). `undefined` for
   * anybody else, and for a currency that the payee cannot receive.
   */
  payee(umaAddress: string, currency?: string): UmaPayee | undefined {
    const customer = this.#customers.withUmaAddress(umaAddress);
    if (customer) {
      const deposit = this.depositAccount(customer.id, currency);
      return (
        deposit && {
          currency: deposit.currency,
          book: deposit.book,
          outcome: deposit.external
            ? payoutOutcome(this.#options, deposit.external)
            : ordinaryPayout(this.#options),
          customer,
          deposit,
        }
      );
    }
    const [name = "", domain] = umaAddress.slice(1).split("@");
    const payee = domain === this.#options.umaDomain ? sandboxPayee(this.#options, name) : undefined;
    if (!payee || (currency !== undefined && currency !== payee.currency)) return undefined;
    return { ...payee, book: bookAccount.external(payee.currency) };
  }
}
