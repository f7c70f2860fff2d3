import type { ResolvedOptions } from "../runtime/options";
import { currencyDefinition } from "./currencies";
import type { CustomerRecord, Customers } from "./customers";
import { requireUsable } from "./external-accounts";
import type { ExternalAccountRecord, ExternalAccounts } from "./external-accounts";
import type { InternalAccountRecord, InternalAccounts } from "./internal-accounts";
import { bookAccount } from "./ledger";
import { ordinaryPayout, payoutOutcome } from "./outcomes";
import type { OutcomeOptions, PayoutOutcome } from "./outcomes";
import { invalidField } from "./problem";
import type { Problem } from "./problem";
import type { TransactionDestination, TransactionSource } from "./transactions";
import type { UmaDirectory } from "./uma";

/** The source of a quote as it was asked for. */
export type SourceRequest =
  | { kind: "account"; accountId: string; customerId: string | undefined }
  | { kind: "uma"; umaAddress: string; currency: string | undefined; customerId: string | undefined }
  | {
      kind: "realtime";
      currency: string;
      cryptoNetwork: string | undefined;
      customerId: string | undefined;
    };

/** The destination of a quote as it was asked for. */
export type DestinationRequest =
  | { kind: "account"; accountId: string; paymentRail: string | undefined }
  | { kind: "uma"; umaAddress: string; currency: string | undefined };

/**
 * How the money of a quote is collected: from a balance, from a wallet's balance with its owner's signature, pulled from
 * a bank account, or sent by the payer according to the payment instructions (OP-60).
 */
export type Funding = "balance" | "signature" | "pull" | "instructions";

/** The paying side of a quote. */
export interface Sender {
  /** As the quote shows it. */
  source: TransactionSource | { sourceType: "ACCOUNT"; accountId: string; customerId?: string };
  /** As the transaction shows it. */
  transactionSource: TransactionSource;
  currency: string;
  /** The account in the books. */
  book: string;
  funding: Funding;
  cryptoNetwork?: string | undefined;
  customer?: CustomerRecord | undefined;
  /** Set where the customer was given an account of a currency that need not be among its enabled ones (OP-38). */
  isProvisioned?: boolean;
}

/** The receiving side of a quote. */
export interface Receiver {
  /** As the quote shows it. */
  destination: Record<string, unknown>;
  /** As the transaction shows it. */
  transactionDestination: TransactionDestination;
  /** What a lookup would have been made for: the account's id or the UMA address. */
  receiver: string;
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  customer?: CustomerRecord | undefined;
  /** What is known about the payee. */
  counterpartyInformation?: Record<string, string> | undefined;
  /** ISO 3166-1 alpha-2, where it is known. */
  country?: string | undefined;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** The known ones of the three facts, under the contract's names. */
function facts(person: { fullName?: unknown; birthDate?: unknown; nationality?: unknown }) {
  const known = Object.entries({
    FULL_NAME: person.fullName,
    BIRTH_DATE: person.birthDate,
    NATIONALITY: person.nationality,
  }).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

interface Collaborators {
  customers: Customers;
  accounts: InternalAccounts;
  externalAccounts: ExternalAccounts;
  uma: UmaDirectory;
  options: OutcomeOptions & Pick<ResolvedOptions, "pullAccountTypes">;
}

/** Finds out who pays and who is paid in a quote. */
export class Parties {
  readonly #customers: Customers;
  readonly #accounts: InternalAccounts;
  readonly #externalAccounts: ExternalAccounts;
  readonly #uma: UmaDirectory;
  readonly #options: Collaborators["options"];

  constructor({ customers, accounts, externalAccounts, uma, options }: Collaborators) {
    this.#customers = customers;
    this.#accounts = accounts;
    this.#externalAccounts = externalAccounts;
    this.#uma = uma;
    this.#options = options;
  }

  /** @throws {Problem} when the request is refused: 400 that names the field at fault. */
  sender(request: SourceRequest): Sender {
    const { customerId } = request;
    if (customerId !== undefined && !this.#customers.has(customerId)) {
      throw invalidField("source.customerId", "the id of an existing customer");
    }
    switch (request.kind) {
      case "account":
        return this.#accountSender(request.accountId, customerId);
      case "uma":
        return this.#umaSender(request.umaAddress, request.currency);
      case "realtime":
        return this.#realtimeSender(request.currency, request.cryptoNetwork, customerId);
    }
  }

  /** @throws {Problem} when the request is refused: 400 that names the field at fault. */
  receiver(request: DestinationRequest): Receiver {
    return request.kind === "account"
      ? this.#accountReceiver(request.accountId, request.paymentRail)
      : this.#umaReceiver(request.umaAddress, request.currency);
  }

  #ownerOf(customerId: string | null): CustomerRecord | undefined {
    return customerId === null ? undefined : this.#customers.find(customerId);
  }

  #accountSender(accountId: string, customerId: string | undefined): Sender {
    const internal = this.#accounts.find(accountId);
    const external = this.#externalAccounts.find(accountId);
    if (external) requireUsable(external, "source.accountId");
    const sender = internal ? this.#internalSender(internal) : external && this.#externalSender(external);
    if (!sender) throw unknownAccount("source.accountId");
    if (customerId !== undefined && sender.customer && sender.customer.id !== customerId) {
      throw invalidField("source.customerId", "the customer who owns the account");
    }
    return {
      ...sender,
      source: { sourceType: "ACCOUNT", accountId, ...(customerId === undefined ? {} : { customerId }) },
      transactionSource: { sourceType: "ACCOUNT", accountId, currency: sender.currency },
      customer: sender.customer ?? this.#ownerOf(customerId ?? null),
    };
  }

  #internalSender(account: InternalAccountRecord): AccountSender {
    return {
      currency: account.currency,
      book: account.id,
      funding: account.type === "EMBEDDED_WALLET" ? "signature" : "balance",
      customer: this.#ownerOf(account.customerId),
      isProvisioned: account.type !== "INTERNAL_FIAT",
    };
  }

  #externalSender(account: ExternalAccountRecord): AccountSender {
    const isPulled = this.#options.pullAccountTypes.includes(account.accountInfo.accountType);
    return {
      currency: account.currency,
      book: bookAccount.external(account.currency),
      funding: isPulled ? "pull" : "instructions",
      cryptoNetwork: account.cryptoNetwork,
      customer: this.#ownerOf(account.customerId),
    };
  }

  #umaSender(umaAddress: string, given: string | undefined): Sender {
    const currency = given ?? this.#uma.payee(umaAddress)?.currency;
    if (currency === undefined) {
      throw invalidField("source.currency", "the currency in which the UMA address pays");
    }
    return {
      source: { sourceType: "UMA_ADDRESS", umaAddress, ...(given === undefined ? {} : { currency }) },
      transactionSource: { sourceType: "UMA_ADDRESS", umaAddress, currency },
      currency,
      book: bookAccount.external(currency),
      funding: "instructions",
      customer: this.#customers.withUmaAddress(umaAddress),
    };
  }

  #realtimeSender(
    currency: string,
    cryptoNetwork: string | undefined,
    customerId: string | undefined,
  ): Sender {
    const transactionSource: TransactionSource = {
      sourceType: "REALTIME_FUNDING",
      currency,
      ...(customerId === undefined ? {} : { customerId }),
    };
    return {
      source: { ...transactionSource, ...(cryptoNetwork === undefined ? {} : { cryptoNetwork }) },
      transactionSource,
      currency,
      book: bookAccount.external(currency),
      funding: "instructions",
      cryptoNetwork,
      customer: this.#ownerOf(customerId ?? null),
    };
  }

  #accountReceiver(accountId: string, paymentRail: string | undefined): Receiver {
    const internal = this.#accounts.find(accountId);
    const external = this.#externalAccounts.find(accountId);
    if (external) requireUsable(external, "destination.accountId");
    const receiver = internal
      ? this.#internalReceiver(internal)
      : external && this.#externalReceiver(external);
    if (!receiver) throw unknownAccount("destination.accountId");
    const destination = { destinationType: "ACCOUNT" as const, accountId };
    return {
      ...receiver,
      receiver: accountId,
      destination: { ...destination, ...(paymentRail === undefined ? {} : { paymentRail }) },
      transactionDestination: { ...destination, currency: receiver.currency },
    };
  }

  #externalReceiver(account: ExternalAccountRecord) {
    const beneficiary = record(account.accountInfo["beneficiary"]);
    const { country } = record(beneficiary["address"]);
    // The first two letters of an ISO 4217 code are those of the country.
    const byCurrency =
      currencyDefinition(account.currency).kind === "fiat" ? account.currency.slice(0, 2) : undefined;
    return {
      currency: account.currency,
      book: bookAccount.external(account.currency),
      outcome: payoutOutcome(this.#options, account),
      customer: this.#ownerOf(account.customerId),
      counterpartyInformation: facts(beneficiary),
      country: typeof country === "string" ? country : byCurrency,
    };
  }

  #internalReceiver(account: InternalAccountRecord) {
    const customer = this.#ownerOf(account.customerId);
    return {
      currency: account.currency,
      book: account.id,
      outcome: ordinaryPayout(this.#options),
      customer,
      counterpartyInformation: customer && facts(customer),
      country: customer?.region,
    };
  }

  #umaReceiver(umaAddress: string, currency: string | undefined): Receiver {
    const payee = this.#uma.payee(umaAddress, currency);
    if (!payee) throw this.#unpayable(umaAddress);
    const destination = { destinationType: "UMA_ADDRESS" as const, umaAddress };
    return {
      receiver: umaAddress,
      destination: { ...destination, ...(currency === undefined ? {} : { currency }) },
      transactionDestination: { ...destination, currency: payee.currency },
      currency: payee.currency,
      book: payee.book,
      outcome: payee.outcome,
      customer: payee.customer,
      counterpartyInformation: payee.customer && facts(payee.customer),
      country: payee.customer?.region ?? payee.currency.slice(0, 2),
    };
  }

  #unpayable(umaAddress: string): Problem {
    if (this.#uma.payee(umaAddress) === undefined) {
      return invalidField(
        "destination.umaAddress",
        "the UMA address of a known receiver",
        "INVALID_RECEIVER",
      );
    }
    return invalidField("destination.currency", "a currency that the receiver takes", "INVALID_CURRENCY");
  }
}

type AccountSender = Omit<Sender, "source" | "transactionSource">;

const unknownAccount = (field: string): Problem =>
  invalidField(field, "the id of an existing internal or external account");
