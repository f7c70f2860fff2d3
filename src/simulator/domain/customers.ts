import { requireCustomer } from "./eligibility";
import { openAccount, openManagedAccounts } from "./accounts";
import { conflict, invalidField, invalidInput, missingField } from "./problem";
import type { CustomerType } from "../../models/customer";
import type { CheckStatus, CustomerChanges, CustomerRecord, NewCustomer } from "./records/customers";
import { umaKey } from "./records/customers";
import { words } from "../runtime/words";
import { emit, newRecord } from "./world";
import type { World } from "./world";

/** The currency of a customer who names a region and no currencies. A code starts with its country, but that of the euro (ISO 4217). */
const REGION_CURRENCIES: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...words("AED BRL CAD DKK GBP INR KES MXN NGN PHP USD ZAR").map((code) => [code.slice(0, 2), [code]]),
  ...words("DE ES FR IT NL").map((region) => [region, ["EUR"]]),
]);

/** The customer, deleted or not, whom an account or a transaction belongs to; `undefined` for the platform's. */
export function ownerOf(
  world: World,
  { customerId }: { customerId: string | null },
): CustomerRecord | undefined {
  return customerId === null ? undefined : world.customers.find(customerId);
}

/** The customer with the address, deleted or not. */
export function customerWithUmaAddress(world: World, umaAddress: string): CustomerRecord | undefined {
  return world.customers.all().find((customer) => umaKey(customer.umaAddress) === umaKey(umaAddress));
}

/** The customer as responses and events show it. A business has its owners (contract, BusinessCustomer). */
export function customerView(world: World, customer: CustomerRecord) {
  if (customer.customerType === "INDIVIDUAL") return customer;
  const beneficialOwners = world.beneficialOwners.by("customerId", customer.id);
  return { ...customer, kybStatus: customer.kycStatus, beneficialOwners };
}

/** The status that a request names. Only a business has `kybStatus` (OP-32). */
const statusIn = ({ kycStatus, kybStatus }: CustomerChanges, type: CustomerType) =>
  kycStatus ?? (type === "BUSINESS" ? kybStatus : undefined);

/** Creates a customer with its accounts: fiat, crypto, and the embedded wallet (OP-38). */
export function addCustomer(world: World, customer: NewCustomer): CustomerRecord {
  const { platformCustomerId, kybStatus: _, ...details } = customer;
  const { customerType, region, umaAddress } = details;
  // A region is two capitals, so it names no property that every object has.
  const currencies = details.currencies ?? [...(REGION_CURRENCIES[region ?? ""] ?? ["USD"])];
  requireCompatibleCurrencies(world, currencies, region);
  const isTaken = (id: string) => world.customers.by("platformCustomerId", id).length > 0;
  if (platformCustomerId !== undefined && isTaken(platformCustomerId))
    throw conflict(`Another customer already has the platformCustomerId ${platformCustomerId}`);
  if (umaAddress !== undefined) requireFreeUmaAddress(world, umaAddress);

  const record: CustomerRecord = {
    ...newRecord(world, "Customer"),
    platformCustomerId: platformCustomerId ?? world.random.uuid(),
    ...details,
    umaAddress: umaAddress ?? `$${world.random.text(12)}@${world.platform.umaDomain}`,
    currencies,
    kycStatus: statusIn(customer, customerType) ?? "UNVERIFIED",
    isDeleted: false,
  };
  world.customers.add(record);
  openManagedAccounts(world, record.id, [...currencies, "USDC"]);
  const wallet = openAccount(world, record.id, "EMBEDDED_WALLET", "USDC");
  // Wallets of the newest service start with the customer's e-mail address. No code is sent yet.
  if (world.options.newestAccounts && record.email !== undefined) {
    const credential = { type: "EMAIL_OTP", nickname: record.email } as const;
    world.credentials.add({ ...newRecord(world, "AuthMethod"), accountId: wallet.id, ...credential });
  }
  return record;
}

export function changeCustomer(
  world: World,
  customer: CustomerRecord,
  changes: CustomerChanges,
): CustomerRecord {
  requireCustomer(customer);
  const { customerType, region, kybStatus: _, kycStatus: __, businessInfo, ...plain } = changes;
  const { currencies, umaAddress } = plain;
  if (region !== undefined && region !== customer.region)
    throw invalidField("region", "the region of the creation");
  // The contract's update names the type because it selects the fields (contract, CustomerUpdateRequestOneOf).
  if (customerType !== undefined && customerType !== customer.customerType)
    throw invalidField("customerType", customer.customerType);
  if (currencies) requireCompatibleCurrencies(world, currencies, customer.region);
  if (umaAddress !== undefined) requireFreeUmaAddress(world, umaAddress, customer.id);

  Object.assign(customer, plain);
  if (businessInfo) customer.businessInfo = { ...customer.businessInfo, ...businessInfo };
  if (currencies) openManagedAccounts(world, customer.id, currencies);
  const status = statusIn(changes, customer.customerType);
  if (status) setCheckStatus(world, customer, status);
  customer.updatedAt = world.clock.iso();
  return customer;
}

/** Sets the outcome of the customer's KYC or KYB check and announces a change (OP-32). */
export function setCheckStatus(world: World, customer: CustomerRecord, status: CheckStatus): void {
  const changed = customer.kycStatus !== status;
  const check = customer.customerType === "BUSINESS" ? "KYB" : "KYC";
  customer.kycStatus = status;
  customer.updatedAt = world.clock.iso();
  if (changed && status !== "UNVERIFIED")
    emit(world, `CUSTOMER.${check}_${status}`, () => customerView(world, customer));
}

/** Deletes a customer for good. It stays readable, its addresses stay taken, and its accounts keep their money. */
export function markCustomerDeleted(world: World, id: string): CustomerRecord {
  const customer = world.customers.get(id);
  if (customer.isDeleted) return customer;
  customer.isDeleted = true;
  customer.updatedAt = world.clock.iso();
  return customer;
}

function requireFreeUmaAddress(world: World, umaAddress: string, customerId?: string): void {
  const owner = customerWithUmaAddress(world, umaAddress);
  if (owner && owner.id !== customerId) {
    throw conflict(`The UMA address ${umaAddress} belongs to another customer`, "UMA_ADDRESS_EXISTS");
  }
}

/** Checks whether one customer can have these currencies in this region (OP-37). */
function requireCompatibleCurrencies(
  { options }: World,
  currencies: readonly string[],
  region: string | undefined,
): void {
  for (const set of options.incompatibleCurrencies) {
    const together = set.filter((code) => currencies.includes(code));
    if (together.length < 2) continue;
    const message = `The currencies ${together.join(", ")} need separate customers`;
    throw invalidInput(message, { field: "currencies", incompatibleCurrencies: together });
  }
  const needy = currencies.filter((code) => options.regionRequired.includes(code));
  if (region === undefined && needy.length > 0)
    throw missingField("region", `a region for the currencies ${needy.join(", ")}`);
}
