import { checkStatuses, customerTypes } from "../../domain/customers";
import type { CustomerDetails, CustomerIndex } from "../../domain/customers";
import type { Domain } from "../../domain/domain";
import type { Condition } from "../../domain/store";
import { requireCustomer } from "../../domain/eligibility";
import { present } from "../../runtime/present";
import type { RouteResponse } from "../../runtime/wire";
import {
  address,
  country,
  currency as currencyFormat,
  date,
  email,
  flag,
  freeText,
  instant,
  oneOf,
  setOf,
  text,
  umaAddress as umaFormat,
} from "../formats";
import { paginateStore } from "../pagination";
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
  businessInfo?.optional("registrationNumber", freeText);
  return present({
    currencies: body.optional("currencies", setOf(currencyFormat)),
    email: body.optional("email", email),
    umaAddress: body.optional("umaAddress", umaFormat),
    kycStatus: body.optional("kycStatus", statusFormat) ?? body.optional("kybStatus", statusFormat),
    fullName: body.optional("fullName", freeText),
    birthDate: body.optional("birthDate", date),
    nationality: body.optional("nationality", country),
    address: body.optional("address", address),
    businessInfo: businessInfo && { ...businessInfo.raw },
  });
}

function create({ customers }: Needs, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  return created(
    customers.create({
      customerType: body.required("customerType", typeFormat),
      region: body.optional("region", country),
      platformCustomerId: body.optional("platformCustomerId", text),
      details: readDetails(body),
    }),
  );
}

function update({ customers }: Needs, call: Call): RouteResponse {
  const customer = customers.get(parameter(call, "customerId"));
  requireCustomer("PATCH /customers/{customerId}", customer);
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
  const ms = Date.parse(at);
  return (after === undefined || ms >= after) && (before === undefined || ms <= before);
}

/** One condition for each parameter that is sent. */
function conditions(query: Reader): Condition<CustomerIndex>[] {
  const sent: [CustomerIndex, string | undefined][] = [
    ["platformCustomerId", query.optional("platformCustomerId", text)],
    ["customerType", query.optional("customerType", typeFormat)],
    ["region", query.optional("region", country)],
    ["currency", query.optional("currency", currencyFormat)],
    ["umaAddress", query.optional("umaAddress", text)],
    ["existence", query.optional("isIncludingDeleted", flag) ? undefined : "active"],
  ];
  return sent.flatMap(([index, key]) => (key === undefined ? [] : [[index, key] as const]));
}

function list({ customers }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const updatedAfter = query.optional("updatedAfter", instant);
  const updatedBefore = query.optional("updatedBefore", instant);
  const isBounded = updatedAfter !== undefined || updatedBefore !== undefined;
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: customers,
      where: conditions(query),
      fromMs: query.optional("createdAfter", instant),
      toMs: query.optional("createdBefore", instant),
      matches: isBounded ? ({ updatedAt }) => within(updatedAt, updatedAfter, updatedBefore) : undefined,
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
