import type { VirtualClock } from "../runtime/clock";
import type { EventLog } from "../runtime/events";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { managedType } from "./internal-accounts";
import type { InternalAccounts } from "./internal-accounts";
import type { Platform } from "./platform";
import { badRequest, conflict, invalidInput, notFound } from "./problem";
import { Store } from "./store";

export interface AddressRecord {
  line1: string;
  line2?: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

export const checkStatuses = ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"] as const;
export type CheckStatus = (typeof checkStatuses)[number];

export const customerTypes = ["INDIVIDUAL", "BUSINESS"] as const;
export type CustomerType = (typeof customerTypes)[number];

/** A customer as the service keeps and shows it (specification, "Customer"). */
export interface CustomerRecord {
  id: `Customer:${string}`;
  platformCustomerId: string;
  customerType: CustomerType;
  umaAddress: string;
  region?: string;
  currencies: string[];
  email?: string;
  kycStatus: CheckStatus;
  /** Businesses only; the same as `kycStatus` (OP-32). */
  kybStatus?: CheckStatus;
  fullName?: string;
  birthDate?: string;
  nationality?: string;
  address?: AddressRecord;
  businessInfo?: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  isDeleted: boolean;
}

/** What customers are found by. */
export type CustomerIndex =
  "umaAddress" | "platformCustomerId" | "customerType" | "region" | "currency" | "existence";

/** What creation and update have in common. */
export type CustomerDetails = Partial<
  Pick<
    CustomerRecord,
    | "currencies"
    | "email"
    | "umaAddress"
    | "kycStatus"
    | "fullName"
    | "birthDate"
    | "nationality"
    | "address"
    | "businessInfo"
  >
>;

export interface NewCustomer {
  customerType: CustomerType;
  region: string | undefined;
  platformCustomerId: string | undefined;
  details: CustomerDetails;
}

export interface CustomerUpdate {
  customerType: CustomerType | undefined;
  region: string | undefined;
  details: CustomerDetails;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  accounts: InternalAccounts;
  platform: Platform;
  options: Pick<
    ResolvedOptions,
    | "regionCurrencies"
    | "incompatibleCurrencies"
    | "regionRequired"
    | "customerCryptoCurrencies"
    | "walletCurrency"
  >;
}

/** The platform's customers. */
export class Customers extends Store<CustomerRecord, CustomerIndex> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #events: EventLog;
  readonly #accounts: InternalAccounts;
  readonly #platform: Platform;
  readonly #options: Collaborators["options"];

  constructor({ state, clock, random, events, accounts, platform, options }: Collaborators) {
    super("Customer", state, {
      umaAddress: ({ umaAddress }) => umaAddress,
      platformCustomerId: ({ platformCustomerId }) => platformCustomerId,
      customerType: ({ customerType }) => customerType,
      region: ({ region }) => region,
      currency: ({ currencies }) => currencies,
      existence: ({ isDeleted }) => (isDeleted ? "deleted" : "active"),
    });
    this.#clock = clock;
    this.#random = random;
    this.#events = events;
    this.#accounts = accounts;
    this.#platform = platform;
    this.#options = options;
  }

  /** The customer, deleted or not, whom an account or a transaction belongs to; `undefined` for the platform's. */
  ownerOf({ customerId }: { customerId: string | null }): CustomerRecord | undefined {
    return customerId === null ? undefined : this.find(customerId);
  }

  /**
   * The customer with the platform's own identifier, deleted or not.
   *
   * @throws {Problem} when the request is refused: 404 when there is none.
   */
  withPlatformId(platformCustomerId: string): CustomerRecord {
    const [customer] = this.by("platformCustomerId", platformCustomerId);
    if (!customer) throw notFound("Customer", platformCustomerId);
    return customer;
  }

  /** The customer with the address, deleted or not. */
  withUmaAddress(umaAddress: string): CustomerRecord | undefined {
    return this.by("umaAddress", umaAddress)[0];
  }

  /**
   * Creates a customer with its accounts: fiat, crypto, and the embedded wallet (OP-38).
   *
   * @throws {Problem} when the request is refused: 400 for currencies that do not go together; 409 for a taken identifier or address.
   */
  create({ customerType, region, platformCustomerId, details }: NewCustomer): CustomerRecord {
    const currencies = details.currencies ?? this.#currenciesOf(region);
    this.#requireCompatibleCurrencies(currencies, region);
    if (platformCustomerId !== undefined && this.by("platformCustomerId", platformCustomerId).length > 0) {
      throw conflict(`There is a customer with the platformCustomerId ${platformCustomerId} already`);
    }
    if (details.umaAddress !== undefined) this.#requireFreeUmaAddress(details.umaAddress);

    const at = this.#clock.iso();
    const kycStatus = details.kycStatus ?? "UNVERIFIED";
    const customer: CustomerRecord = {
      id: this.#random.id("Customer"),
      platformCustomerId: platformCustomerId ?? this.#random.uuid(),
      customerType,
      ...present({ region, kybStatus: customerType === "BUSINESS" ? kycStatus : undefined }),
      ...details,
      umaAddress: details.umaAddress ?? this.#freshUmaAddress(),
      currencies,
      kycStatus,
      createdAt: at,
      updatedAt: at,
      isDeleted: false,
    };
    this.set(customer.id, customer);
    this.#openAccounts(customer);
    return customer;
  }

  /** @throws {Problem} when the request is refused: 400 for another region, another type or incompatible currencies; 409 for a taken address. */
  update(customer: CustomerRecord, { customerType, region, details }: CustomerUpdate): void {
    if (region !== undefined && region !== customer.region) {
      throw invalidInput("region cannot be changed after creation", { field: "region" });
    }
    // The contract's update names the type because it selects the fields (contract, CustomerUpdateRequestOneOf).
    if (customerType !== undefined && customerType !== customer.customerType) {
      throw invalidInput("customerType cannot be changed after creation", { field: "customerType" });
    }
    const { currencies, umaAddress, kycStatus, businessInfo, ...plain } = details;
    if (currencies) this.#requireCompatibleCurrencies(currencies, customer.region);
    if (umaAddress !== undefined) this.#requireFreeUmaAddress(umaAddress, customer.id);

    Object.assign(customer, plain);
    if (businessInfo) customer.businessInfo = { ...customer.businessInfo, ...businessInfo };
    if (umaAddress !== undefined) {
      this.change(customer.id, () => {
        customer.umaAddress = umaAddress;
      });
    }
    if (currencies) {
      this.change(customer.id, () => {
        customer.currencies = currencies;
      });
      this.#openCurrencyAccounts(customer);
    }
    if (kycStatus) this.setCheckStatus(customer, kycStatus);
    customer.updatedAt = this.#clock.iso();
  }

  /** Sets the outcome of the customer's KYC or KYB check and announces a change (OP-32). */
  setCheckStatus(customer: CustomerRecord, status: CheckStatus): void {
    const changed = customer.kycStatus !== status;
    const isBusiness = customer.customerType === "BUSINESS";
    customer.kycStatus = status;
    if (isBusiness) customer.kybStatus = status;
    customer.updatedAt = this.#clock.iso();
    if (changed && status !== "UNVERIFIED")
      this.#events.emit(`CUSTOMER.${isBusiness ? "KYB" : "KYC"}_${status}`, customer);
  }

  /**
   * Marks a customer as deleted, once and for all: it stays readable, and no list shows it unless asked. Its UMA address and its
   * platformCustomerId stay taken, its accounts keep their money.
   */
  markDeleted(id: string): CustomerRecord {
    const customer = this.get(id);
    if (!customer.isDeleted) {
      this.change(id, () => {
        customer.isDeleted = true;
        customer.updatedAt = this.#clock.iso();
      });
    }
    return customer;
  }

  #currenciesOf(region: string | undefined): string[] {
    const { regionCurrencies } = this.#options;
    const currencies =
      region !== undefined && Object.hasOwn(regionCurrencies, region) ? regionCurrencies[region] : undefined;
    return [...(currencies ?? ["USD"])];
  }

  #freshUmaAddress(): string {
    for (;;) {
      const address = `$${this.#random.text(12)}@${this.#platform.config.umaDomain}`;
      if (this.by("umaAddress", address).length === 0) return address;
    }
  }

  /** @throws {Problem} when the request is refused: 409 when another customer has the address (OP-36). */
  #requireFreeUmaAddress(umaAddress: string, customerId?: string): void {
    const [owner] = this.by("umaAddress", umaAddress);
    if (owner && owner.id !== customerId) {
      throw conflict(`The UMA address ${umaAddress} belongs to another customer`, "UMA_ADDRESS_EXISTS");
    }
  }

  /**
   * Checks whether one customer can have these currencies in this region (OP-37).
   *
   * @throws {Problem} when the request is refused: 400 when it cannot; `details` names the currencies.
   */
  #requireCompatibleCurrencies(currencies: readonly string[], region: string | undefined): void {
    const { incompatibleCurrencies, regionRequired } = this.#options;
    for (const set of incompatibleCurrencies) {
      const together = set.filter((code) => currencies.includes(code));
      if (together.length < 2) continue;
      throw badRequest("INVALID_INPUT", `The currencies ${together.join(", ")} need separate customers`, {
        field: "currencies",
        incompatibleCurrencies: together,
      });
    }
    const needy = region === undefined ? currencies.filter((code) => regionRequired.includes(code)) : [];
    if (needy.length > 0) {
      throw badRequest("INVALID_INPUT", `region is required with the currencies ${needy.join(", ")}`, {
        field: "region",
        currencies: needy,
      });
    }
  }

  #openAccounts(customer: CustomerRecord): void {
    this.#openCurrencyAccounts(customer);
    const { customerCryptoCurrencies, walletCurrency } = this.#options;
    for (const currency of customerCryptoCurrencies) {
      if (!customer.currencies.includes(currency))
        this.#accounts.open(customer.id, "INTERNAL_CRYPTO", currency);
    }
    this.#accounts.open(customer.id, "EMBEDDED_WALLET", walletCurrency);
  }

  /** Opens what the enabled currencies need and the customer does not have yet (OP-38). */
  #openCurrencyAccounts(customer: CustomerRecord): void {
    const existing = new Set(
      this.#accounts
        .of(customer.id)
        .filter(({ type }) => type !== "EMBEDDED_WALLET")
        .map(({ currency }) => currency),
    );
    for (const currency of customer.currencies) {
      if (existing.has(currency)) continue;
      this.#accounts.open(customer.id, managedType(currency), currency);
      existing.add(currency);
    }
  }
}
