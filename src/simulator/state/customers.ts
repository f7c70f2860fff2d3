import { badRequest, conflict } from "../problem";
import type { World } from "../world";
import { currencyDefinition } from "./currencies";
import { openInternalAccount } from "./internal-accounts";

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

/** A customer as the service keeps and answers it (specification, Customer). */
export interface CustomerRecord {
  id: `Customer:${string}`;
  platformCustomerId: string;
  customerType: (typeof customerTypes)[number];
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

/** @throws {Problem} 409 when another customer has the address (OP-36). */
export function requireFreeUmaAddress(world: World, umaAddress: string, customerId?: string): void {
  const owner = world.umaAddresses.get(umaAddress);
  if (owner !== undefined && owner !== customerId) {
    throw conflict(`The UMA address ${umaAddress} belongs to another customer`, "UMA_ADDRESS_EXISTS");
  }
}

/** @throws {Problem} 409 when another customer has the platform's identifier (OP-36). */
export function requireFreePlatformCustomerId(world: World, platformCustomerId: string): void {
  if (world.platformCustomerIds.has(platformCustomerId)) {
    throw conflict(`There is a customer with the platformCustomerId ${platformCustomerId} already`);
  }
}

/**
 * Checks whether one customer can have these currencies in this region (OP-37).
 *
 * @throws {Problem} 400 with `details`.
 */
export function requireCompatibleCurrencies(
  world: World,
  currencies: readonly string[],
  region: string | undefined,
): void {
  const { incompatibleCurrencies, regionRequired } = world.options;
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

/** Opens what the enabled currencies need and the customer does not have yet (OP-38). */
export function openCurrencyAccounts(world: World, customer: CustomerRecord): void {
  const present = new Set(
    world
      .accountsOf(customer.id)
      .filter(({ type }) => type !== "EMBEDDED_WALLET")
      .map(({ currency }) => currency),
  );
  for (const currency of customer.currencies) {
    if (present.has(currency)) continue;
    const type = currencyDefinition(currency).kind === "fiat" ? "INTERNAL_FIAT" : "INTERNAL_CRYPTO";
    openInternalAccount(world, customer.id, type, currency);
    present.add(currency);
  }
}

/** Stores a new customer and opens its accounts: fiat, crypto, and the embedded wallet (OP-38). */
export function addCustomer(world: World, customer: CustomerRecord): void {
  world.customers.set(customer.id, customer);
  world.umaAddresses.set(customer.umaAddress, customer.id);
  world.platformCustomerIds.set(customer.platformCustomerId, customer.id);
  openCurrencyAccounts(world, customer);
  const { customerCryptoCurrencies, walletCurrency } = world.options;
  for (const currency of customerCryptoCurrencies) {
    if (!customer.currencies.includes(currency))
      openInternalAccount(world, customer.id, "INTERNAL_CRYPTO", currency);
  }
  openInternalAccount(world, customer.id, "EMBEDDED_WALLET", walletCurrency);
}

export function changeUmaAddress(world: World, customer: CustomerRecord, umaAddress: string): void {
  world.umaAddresses.delete(customer.umaAddress);
  world.umaAddresses.set(umaAddress, customer.id);
  customer.umaAddress = umaAddress;
}

/** Sets the outcome of the customer's KYC or KYB check and announces a change (VER-06, OP-32). */
export function setCheckStatus(world: World, customer: CustomerRecord, status: CheckStatus): void {
  const changed = customer.kycStatus !== status;
  const business = customer.customerType === "BUSINESS";
  customer.kycStatus = status;
  if (business) customer.kybStatus = status;
  customer.updatedAt = world.clock.iso();
  if (changed && status !== "UNVERIFIED")
    world.events.emit(`CUSTOMER.${business ? "KYB" : "KYC"}_${status}`, customer);
}

/** Marks a customer as deleted: it stays readable, and no list shows it unless asked. Its UMA address stays taken. */
export function markDeleted(world: World, customerId: string): CustomerRecord {
  const customer = world.customer(customerId);
  customer.isDeleted = true;
  customer.updatedAt = world.clock.iso();
  return customer;
}
