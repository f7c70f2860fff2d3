import type { ResolvedOptions } from "../runtime/options";
import { currencyDefinition } from "./currencies";
import type { Customers } from "./customers";
import { requireCustomer, requireExternalAccount } from "./eligibility";
import type { Operation } from "./eligibility";
import type { ExternalAccountRecord, ExternalAccounts } from "./external-accounts";
import type { InternalAccountRecord, InternalAccounts } from "./internal-accounts";
import { bookAccount } from "./ledger";
import { ordinaryPayout, payoutOutcome } from "./outcomes";
import type { OutcomeOptions } from "./outcomes";
import { invalidField } from "./problem";
import type { Problem } from "./problem";
import type { DestinationRequest, Party, Receiver, Sender, SourceRequest } from "./quote-parties";
import type { TransactionSource } from "./transactions";
import type { UmaDirectory } from "./uma";

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
        return this.#eligible(this.#accountSender(request.accountId, customerId), "source.accountId");
      case "uma":
        return this.#eligible(this.#umaSender(request.umaAddress, request.currency), "source.umaAddress");
      case "realtime":
        return this.#eligible(
          this.#realtimeSender(request.currency, request.cryptoNetwork, customerId),
          "source.customerId",
        );
    }
  }

  /** @throws {Problem} when the request is refused: the state of the payer or of its account does not allow it. */
  #eligible(sender: NewSender, field: string): Sender {
    const { externalAccountId, ...rest } = sender;
    const { customer } = sender;
    const party = {
      customerId: customer?.id ?? null,
      ...(externalAccountId === undefined ? {} : { externalAccountId }),
    };
    this.requireEligible("POST /quotes, source", party, field);
    return { ...rest, party, counterpartyInformation: customer && facts(customer) };
  }

  /** As `requireEligible`, for both parties of a quote that is to be paid. */
  requireEligibleOf(
    operation: "POST /quotes/{quoteId}/execute" | "POST /sandbox/send",
    { payer, payee }: { payer: Party; payee: Party },
  ): void {
    this.requireEligible(`${operation}, source`, payer, "source");
    this.requireEligible(`${operation}, destination`, payee, "destination");
  }

  /**
   * Looks at a party's state, at the creation of a quote and again when it is paid.
   *
   * @throws {Problem} when the request is refused: as the table of eligibility says.
   */
  requireEligible(operation: Operation, { customerId, externalAccountId }: Party, field?: string): void {
    requireCustomer(operation, this.#customers.ownerOf({ customerId }), field);
    if (externalAccountId !== undefined) {
      requireExternalAccount(operation, this.#externalAccounts.find(externalAccountId), field);
    }
  }

  /** @throws {Problem} when the request is refused: 400 that names the field at fault. */
  receiver(request: DestinationRequest): Receiver {
    const isAccount = request.kind === "account";
    const receiver = isAccount
      ? this.#accountReceiver(request.accountId, request.paymentRail)
      : this.#umaReceiver(request.umaAddress, request.currency);
    const field = isAccount ? "destination.accountId" : "destination.umaAddress";
    this.requireEligible("POST /quotes, destination", receiver.party, field);
    return receiver;
  }

  #accountSender(accountId: string, customerId: string | undefined): NewSender {
    const internal = this.#accounts.find(accountId);
    const external = this.#externalAccounts.find(accountId);
    if (!internal) requireExternalAccount("POST /quotes, source", external, "source.accountId");
    const sender = internal ? this.#internalSender(internal) : external && this.#externalSender(external);
    if (!sender) throw unknownAccount("source.accountId");
    if (customerId !== undefined && sender.customer && sender.customer.id !== customerId) {
      throw invalidField("source.customerId", "the customer who owns the account");
    }
    return {
      ...sender,
      source: { sourceType: "ACCOUNT", accountId, ...(customerId === undefined ? {} : { customerId }) },
      transactionSource: { sourceType: "ACCOUNT", accountId, currency: sender.currency },
      customer: sender.customer ?? this.#customers.ownerOf({ customerId: customerId ?? null }),
    };
  }

  #internalSender(account: InternalAccountRecord): AccountSender {
    return {
      currency: account.currency,
      book: account.id,
      funding: account.type === "EMBEDDED_WALLET" ? "signature" : "balance",
      customer: this.#customers.ownerOf(account),
      isProvisioned: account.type !== "INTERNAL_FIAT",
    };
  }

  #externalSender(account: ExternalAccountRecord): AccountSender {
    const isPulled = this.#options.pullAccountTypes.includes(account.accountInfo.accountType);
    return {
      currency: account.currency,
      externalAccountId: account.id,
      book: bookAccount.external(account.currency),
      funding: isPulled ? "pull" : "instructions",
      cryptoNetwork: account.cryptoNetwork,
      customer: this.#customers.ownerOf(account),
    };
  }

  #umaSender(umaAddress: string, given: string | undefined): NewSender {
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
  ): NewSender {
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
      customer: this.#customers.ownerOf({ customerId: customerId ?? null }),
    };
  }

  #accountReceiver(accountId: string, paymentRail: string | undefined): Receiver {
    const internal = this.#accounts.find(accountId);
    const external = this.#externalAccounts.find(accountId);
    if (!internal) requireExternalAccount("POST /quotes, destination", external, "destination.accountId");
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
      party: { customerId: account.customerId, externalAccountId: account.id },
      counterpartyInformation: facts(beneficiary),
      country: typeof country === "string" ? country : byCurrency,
    };
  }

  #internalReceiver(account: InternalAccountRecord) {
    const customer = this.#customers.ownerOf(account);
    return {
      currency: account.currency,
      book: account.id,
      outcome: ordinaryPayout(this.#options),
      party: { customerId: account.customerId },
      recipient: { customerId: account.customerId, accountId: account.id, byUma: false },
      counterpartyInformation: customer && facts(customer),
      country: customer?.region,
    };
  }

  #umaReceiver(umaAddress: string, currency: string | undefined): Receiver {
    const payee = this.#uma.payee(umaAddress, currency);
    if (!payee) throw this.#unpayable(umaAddress);
    const destination = { destinationType: "UMA_ADDRESS" as const, umaAddress };
    const { customer, deposit } = payee;
    const customerId = customer?.id ?? null;
    return {
      receiver: umaAddress,
      destination: { ...destination, ...(currency === undefined ? {} : { currency }) },
      transactionDestination: { ...destination, currency: payee.currency },
      currency: payee.currency,
      book: payee.book,
      outcome: payee.outcome,
      party: { customerId, ...(deposit?.external && { externalAccountId: deposit.external.id }) },
      recipient: deposit && { customerId, accountId: deposit.accountId, byUma: true },
      counterpartyInformation: customer && facts(customer),
      country: customer?.region ?? payee.currency.slice(0, 2),
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

/** A sender whose state has not been looked at. */
type NewSender = Omit<Sender, "party"> & { externalAccountId?: string };

type AccountSender = Omit<NewSender, "source" | "transactionSource">;

const unknownAccount = (field: string): Problem =>
  invalidField(field, "the id of an existing internal or external account");
