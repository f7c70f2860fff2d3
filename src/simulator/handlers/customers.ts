import { paginate } from "../pagination";
import { present } from "../present";
import { invalidInput, notFound } from "../problem";
import type { ObjectReader } from "../read";
import { QueryReader, reader } from "../read";
import { created, ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import {
  addCustomer,
  changeUmaAddress,
  checkStatuses,
  customerTypes,
  openCurrencyAccounts,
  requireCompatibleCurrencies,
  requireFreePlatformCustomerId,
  requireFreeUmaAddress,
  setCheckStatus,
} from "../state/customers";
import type { CustomerRecord } from "../state/customers";
import type { World } from "../world";

/** The members that creation and update share, each checked when it is there. */
function readCommon(body: ObjectReader): Partial<CustomerRecord> {
  const businessInfo = body.optionalObject("businessInfo");
  businessInfo?.optionalString("registrationNumber");
  return present({
    currencies: body.optionalCurrencies("currencies"),
    email: body.optionalEmail("email"),
    umaAddress: body.optionalUmaAddress("umaAddress"),
    kycStatus: body.optionalEnum("kycStatus", checkStatuses) ?? body.optionalEnum("kybStatus", checkStatuses),
    fullName: body.optionalString("fullName"),
    birthDate: body.optionalDate("birthDate"),
    nationality: body.optionalCountry("nationality"),
    address: body.optionalAddress("address"),
    businessInfo: businessInfo && { ...businessInfo.raw },
  });
}

function freshUmaAddress(world: World): string {
  for (;;) {
    const address = `$${world.random.text(12)}@${world.options.umaDomain}`;
    if (!world.umaAddresses.has(address)) return address;
  }
}

function currenciesOf(world: World, region: string | undefined): string[] {
  const { regionCurrencies } = world.options;
  const currencies =
    region !== undefined && Object.hasOwn(regionCurrencies, region) ? regionCurrencies[region] : undefined;
  return [...(currencies ?? ["USD"])];
}

function create({ world, request }: Context): Reply {
  const body = reader(request.body);
  const customerType = body.enum("customerType", customerTypes);
  const region = body.optionalCountry("region");
  const platformCustomerId = body.optionalString("platformCustomerId");
  const common = readCommon(body);
  const currencies = common.currencies ?? currenciesOf(world, region);
  requireCompatibleCurrencies(world, currencies, region);
  if (platformCustomerId !== undefined) requireFreePlatformCustomerId(world, platformCustomerId);
  if (common.umaAddress !== undefined) requireFreeUmaAddress(world, common.umaAddress);

  const at = world.clock.iso();
  const kycStatus = common.kycStatus ?? "UNVERIFIED";
  const customer: CustomerRecord = {
    id: world.random.id("Customer"),
    platformCustomerId: platformCustomerId ?? world.random.uuid(),
    customerType,
    ...present({ region, kybStatus: customerType === "BUSINESS" ? kycStatus : undefined }),
    ...common,
    umaAddress: common.umaAddress ?? freshUmaAddress(world),
    currencies,
    kycStatus,
    createdAt: at,
    updatedAt: at,
    isDeleted: false,
  };
  addCustomer(world, customer);
  return created(customer);
}

function retrieve(context: Context): Reply {
  return ok(context.world.customer(parameter(context, "customerId")));
}

function update(context: Context): Reply {
  const { world, request } = context;
  const id = parameter(context, "customerId");
  const customer = world.customer(id);
  if (customer.isDeleted) throw notFound("Customer", id);
  const body = reader(request.body);
  const region = body.optionalString("region");
  if (region !== undefined && region !== customer.region) {
    throw invalidInput("region cannot be changed after creation", { field: "region" });
  }
  const customerType = body.optionalEnum("customerType", customerTypes);
  const { currencies, umaAddress, kycStatus, businessInfo, ...plain } = readCommon(body);
  if (currencies) requireCompatibleCurrencies(world, currencies, customer.region);
  if (umaAddress !== undefined) requireFreeUmaAddress(world, umaAddress, customer.id);

  Object.assign(customer, plain);
  if (customerType !== undefined && customerType !== customer.customerType) {
    customer.customerType = customerType;
    if (customerType === "BUSINESS") customer.kybStatus = customer.kycStatus;
    else delete customer.kybStatus;
  }
  if (businessInfo) customer.businessInfo = { ...customer.businessInfo, ...businessInfo };
  if (umaAddress !== undefined) changeUmaAddress(world, customer, umaAddress);
  if (currencies) {
    customer.currencies = currencies;
    openCurrencyAccounts(world, customer);
  }
  if (kycStatus) setCheckStatus(world, customer, kycStatus);
  customer.updatedAt = world.clock.iso();
  return ok(customer);
}

/** Whether an instant of a record lies between two bounds, both inclusive (CUS-18). */
function within(instant: string, after: number | undefined, before: number | undefined): boolean {
  if (after === undefined && before === undefined) return true;
  const ms = Date.parse(instant);
  return (after === undefined || ms >= after) && (before === undefined || ms <= before);
}

function list({ world, request }: Context): Reply {
  const query = new QueryReader(request.query);
  const platformCustomerId = query.optionalString("platformCustomerId");
  const customerType = query.optionalEnum("customerType", customerTypes);
  const region = query.optionalCountry("region");
  const currency = query.optionalCurrency("currency");
  const umaAddress = query.optionalString("umaAddress");
  const createdAfter = query.optionalInstant("createdAfter");
  const createdBefore = query.optionalInstant("createdBefore");
  const updatedAfter = query.optionalInstant("updatedAfter");
  const updatedBefore = query.optionalInstant("updatedBefore");
  const withDeleted = query.optionalBoolean("isIncludingDeleted") ?? false;
  const matches = (customer: CustomerRecord): boolean =>
    (withDeleted || !customer.isDeleted) &&
    (platformCustomerId === undefined || customer.platformCustomerId === platformCustomerId) &&
    (customerType === undefined || customer.customerType === customerType) &&
    (region === undefined || customer.region === region) &&
    (currency === undefined || customer.currencies.includes(currency)) &&
    (umaAddress === undefined || customer.umaAddress === umaAddress) &&
    within(customer.createdAt, createdAfter, createdBefore) &&
    within(customer.updatedAt, updatedAfter, updatedBefore);
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: [...world.customers.values()].filter(matches),
      at: (customer) => customer.createdAt,
      id: (customer) => customer.id,
      view: (customer) => customer,
    }),
  );
}

export const customerRoutes: Route[] = [
  route("POST", "/customers", create),
  route("GET", "/customers", list),
  route("GET", "/customers/{customerId}", retrieve),
  route("PATCH", "/customers/{customerId}", update),
];
