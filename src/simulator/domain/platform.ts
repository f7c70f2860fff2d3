import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import type { Webhooks } from "../runtime/webhooks";
import { managedType } from "./internal-accounts";
import type { InternalAccounts } from "./internal-accounts";
import { badRequest } from "./problem";
import { Store } from "./store";

/** The facts about a person or a business that one side of a payment may ask of the other, each with what a sandbox sender says. */
const senderFacts = {
  FULL_NAME: "Sandbox Sender",
  BIRTH_DATE: "1990-01-01",
  NATIONALITY: "US",
  PHONE_NUMBER: "+15550100",
  EMAIL: "sender@payments.test",
  POSTAL_ADDRESS: "1 Sandbox Street, Springfield, IL 62701, US",
  TAX_ID: "000-00-0000",
  REGISTRATION_NUMBER: "0000000",
  USER_TYPE: "INDIVIDUAL",
  COUNTRY_OF_RESIDENCE: "US",
  ACCOUNT_IDENTIFIER: "sandbox-sender",
  FI_LEGAL_ENTITY_NAME: "Sandbox Institution",
  FI_ADDRESS: "2 Sandbox Street, Springfield, IL 62701, US",
  PURPOSE_OF_PAYMENT: "OTHER",
  ULTIMATE_INSTITUTION_COUNTRY: "US",
  IDENTIFIER: "sandbox-sender",
  BUSINESS_TYPE: "OTHER",
  COMPANY_LEGAL_NAME: "Sandbox Company",
} as const;

/** The name of such a fact (contract, CustomerInfoFieldName). */
export type CustomerInfoField = keyof typeof senderFacts;

// `Object.keys` forgets that the names are those of the object.
export const customerInfoFields = Object.keys(senderFacts) as CustomerInfoField[];

export const transactionTypes = ["INCOMING", "OUTGOING"] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** What the platform wants to know about whoever pays its customers. */
export interface CounterpartyField {
  name: CustomerInfoField;
  mandatory: boolean;
}

/** The platform's rules for one currency (contract, PlatformCurrencyConfig). */
export interface CurrencyConfig {
  currencyCode: string;
  /** The least that can be sent, in the smallest unit. */
  minAmount: number;
  /** The most that can be sent, in the smallest unit. */
  maxAmount: number;
  requiredCounterpartyFields: CounterpartyField[];
  enabledTransactionTypes: TransactionType[];
}

/** The platform's configuration, without the endpoint of its webhooks (contract, PlatformConfig). */
export interface PlatformRecord {
  id: string;
  umaDomain: string;
  supportedCurrencies: CurrencyConfig[];
  isRegulatedFinancialInstitution: boolean;
  createdAt: string;
  updatedAt: string;
}

/** What the platform can change. */
export interface PlatformUpdate extends Partial<Pick<PlatformRecord, "umaDomain" | "supportedCurrencies">> {
  /** Where events are delivered to. */
  webhookEndpoint?: string;
}

const withoutRules = (currencyCode: string): CurrencyConfig => ({
  currencyCode,
  minAmount: 0,
  maxAmount: Number.MAX_SAFE_INTEGER,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: [...transactionTypes],
});

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  accounts: InternalAccounts;
  webhooks: Webhooks;
  options: Pick<ResolvedOptions, "platformCurrencies" | "seed" | "umaDomain">;
}

/** The platform: its configuration, one record, and what follows from it. */
export class Platform extends Store<PlatformRecord> {
  readonly #clock: VirtualClock;
  readonly #accounts: InternalAccounts;
  readonly #webhooks: Webhooks;
  readonly #id: string;

  constructor({ state, clock, accounts, webhooks, options }: Collaborators) {
    super("PlatformConfig", state);
    this.#clock = clock;
    this.#accounts = accounts;
    this.#webhooks = webhooks;
    this.#id = new SeededRandom(`${options.seed}:platform`).id("PlatformConfig");
    const at = clock.iso();
    this.set(this.#id, {
      id: this.#id,
      umaDomain: options.umaDomain,
      supportedCurrencies: options.platformCurrencies.map(withoutRules),
      isRegulatedFinancialInstitution: false,
      createdAt: at,
      updatedAt: at,
    });
    this.#openAccounts();
  }

  get config(): PlatformRecord {
    return this.get(this.#id);
  }

  /** Changes what is given; `supportedCurrencies` replaces the whole list. */
  update({ umaDomain, webhookEndpoint, supportedCurrencies }: PlatformUpdate): void {
    Object.assign(this.config, present({ umaDomain, supportedCurrencies }));
    if (webhookEndpoint !== undefined) this.#webhooks.url = webhookEndpoint;
    this.config.updatedAt = this.#clock.iso();
    this.#openAccounts();
  }

  /** The configuration as responses show it; the endpoint is that of the deliveries. */
  view(): object {
    return present({ ...this.config, webhookEndpoint: this.#webhooks.url });
  }

  /** The rules for a currency; one that the platform does not list has none. */
  currency(code: string): CurrencyConfig {
    const { supportedCurrencies } = this.config;
    return supportedCurrencies.find(({ currencyCode }) => currencyCode === code) ?? withoutRules(code);
  }

  /** @throws {Problem} when the request is refused: 400 when the platform takes no such payments in the currency. */
  requireEnabled(type: TransactionType, currency: string, field: string): void {
    if (this.currency(currency).enabledTransactionTypes.includes(type)) return;
    throw badRequest("INVALID_CURRENCY", `The platform has no ${type} transactions in ${currency}`, {
      field,
      currency,
    });
  }

  /** @throws {Problem} when the request is refused: 400 when the platform sends nothing in the currency, or another amount. */
  requireSendable(currency: string, amount: number, fields: { currency: string; amount: string }): void {
    this.requireEnabled("OUTGOING", currency, fields.currency);
    const { minAmount, maxAmount } = this.currency(currency);
    if (amount >= minAmount && amount <= maxAmount) return;
    throw badRequest(
      "AMOUNT_OUT_OF_RANGE",
      `${fields.amount}: the platform sends ${String(minAmount)} to ${String(maxAmount)} in ${currency}, not ${String(amount)}`,
      { field: fields.amount, currency, minAmount, maxAmount },
    );
  }

  /** What a sender from outside says about itself: whatever the platform asks for in the currency. */
  senderInformation(currency: string): Record<string, string> | undefined {
    const { requiredCounterpartyFields } = this.currency(currency);
    if (requiredCounterpartyFields.length === 0) return undefined;
    return Object.fromEntries(requiredCounterpartyFields.map(({ name }) => [name, senderFacts[name]]));
  }

  /** The platform has an internal account for each supported currency (specification, "InternalAccount"). */
  #openAccounts(): void {
    const existing = new Set(this.#accounts.of(null).map(({ currency }) => currency));
    for (const { currencyCode } of this.config.supportedCurrencies) {
      if (existing.has(currencyCode)) continue;
      this.#accounts.open(null, managedType(currencyCode), currencyCode);
      existing.add(currencyCode);
    }
  }
}
