import { checkStatuses, customerTypes } from "../../domain/customers";
import type { CustomerDetails, CustomerRecord, NewCustomer } from "../../domain/customers";
import type { Domain } from "../../domain/domain";
import { present } from "../../runtime/present";
import type { RouteResponse } from "../../runtime/wire";
import {
  address,
  country,
  currency as currencyFormat,
  date,
  email,
  flag,
  instant,
  oneOf,
  setOf,
  text,
  umaAddress as umaFormat,
} from "../formats";
import { paginate } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "customers">;

const typeFormat = oneOf(customerTypes);
const statusFormat = oneOf(checkStatuses);

/** The fields that creation and update share, each checked when it is there. */
function readDetails(body: Reader): CustomerDetails {
  const businessInfo = body.optional("businessInfo", object);
  businessInfo?.optional("registrationNumber", text);
  return present({
    currencies: body.optional("currencies", setOf(currencyFormat)),
    email: body.optional("email", email),
    umaAddress: body.optional("umaAddress", umaFormat),
    kycStatus: body.optional("kycStatus", statusFormat) ?? body.optional("kybStatus", statusFormat),
    fullName: body.optional("fullName", text),
    birthDate: body.optional("birthDate", date),
    nationality: body.optional("nationality", country),
    address: body.optional("address", address),
    businessInfo: businessInfo && { ...businessInfo.raw },
  });
}

/** Reads a customer to be created, by itself or as a row of a bulk import. */
export function readNewCustomer(body: Reader): NewCustomer {
  return {
    customerType: body.required("customerType", typeFormat),
    region: body.optional("region", country),
    platformCustomerId: body.optional("platformCustomerId", text),
    details: readDetails(body),
  };
}

function create({ customers }: Needs, { request }: Call): RouteResponse {
  return created(customers.create(readNewCustomer(bodyReader(request.body))));
}

function update({ customers }: Needs, call: Call): RouteResponse {
  const customer = customers.active(parameter(call, "customerId"));
  const body = bodyReader(call.request.body);
  customers.update(customer, {
    region: body.optional("region", text),
    customerType: body.optional("customerType", typeFormat),
    details: readDetails(body),
  });
  return ok(customer);
}

/** Whether an instant of a record lies between two bounds, both inclusive. */
function within(at: string, after: number | undefined, before: number | undefined): boolean {
  if (after === undefined && before === undefined) return true;
  const ms = Date.parse(at);
  return (after === undefined || ms >= after) && (before === undefined || ms <= before);
}

function filterOf(query: Reader): (customer: CustomerRecord) => boolean {
  const platformCustomerId = query.optional("platformCustomerId", text);
  const customerType = query.optional("customerType", typeFormat);
  const region = query.optional("region", country);
  const currency = query.optional("currency", currencyFormat);
  const umaAddress = query.optional("umaAddress", text);
  const createdAfter = query.optional("createdAfter", instant);
  const createdBefore = query.optional("createdBefore", instant);
  const updatedAfter = query.optional("updatedAfter", instant);
  const updatedBefore = query.optional("updatedBefore", instant);
  const withDeleted = query.optional("isIncludingDeleted", flag) ?? false;
  return (customer) =>
    (withDeleted || !customer.isDeleted) &&
    (platformCustomerId === undefined || customer.platformCustomerId === platformCustomerId) &&
    (customerType === undefined || customer.customerType === customerType) &&
    (region === undefined || customer.region === region) &&
    (currency === undefined || customer.currencies.includes(currency)) &&
    (umaAddress === undefined || customer.umaAddress === umaAddress) &&
    within(customer.createdAt, createdAfter, createdBefore) &&
    within(customer.updatedAt, updatedAfter, updatedBefore);
}

function list({ customers }: Needs, { request }: Call): RouteResponse {
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: customers.all().filter(filterOf(queryReader(request.query))),
      at: (customer) => customer.createdAt,
      id: (customer) => customer.id,
      view: (customer) => customer,
    }),
  );
}

/** Customers (specification, "Customers"). */
export const customerRoutes = (needs: Needs): Route[] => [
  route("POST", "/customers", (call) => create(needs, call)),
  route("GET", "/customers", (call) => list(needs, call)),
  route("GET", "/customers/{customerId}", (call) => ok(needs.customers.get(parameter(call, "customerId")))),
  route("PATCH", "/customers/{customerId}", (call) => update(needs, call)),
];
