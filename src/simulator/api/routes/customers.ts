import { checkStatuses, customerTypes } from "../../domain/customers";
import type { CustomerDetails, CustomerIndex, NewCustomer } from "../../domain/customers";
import type { Domain } from "../../domain/domain";
import type { Condition } from "../../domain/store";
import { requireCustomer } from "../../domain/eligibility";
import { gone } from "../../domain/problem";
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
  oneOf,
  setOf,
  text,
  umaAddress as umaFormat,
} from "../formats";
import { paginateStore } from "../pagination";
import { readPeriod, updatedIn } from "../period";
import { bodyReader, object, queryReader } from "../reader";
import type { Format, Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "clock" | "customers" | "random">;

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
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: customers,
      where: conditions(query),
      ...readPeriod(query, "created"),
      matches: updatedIn(readPeriod(query, "updated")),
      view: (customer) => customer,
    }),
  );
}

function remove({ customers }: Needs, call: Call): RouteResponse {
  const { id, isDeleted } = customers.get(parameter(call, "customerId"));
  if (isDeleted) throw gone(`The customer ${id} was deleted already`, "CUSTOMER_DELETED");
  return ok(customers.markDeleted(id));
}

/** Where the hosted pages send the customer at the end: an address on the web, or one of the platform's app. */
const redirectFormat: Format<string> = {
  expected: "an absolute URI, of the web or of an app",
  parse(value) {
    const isAddress = typeof value === "string" && URL.canParse(value);
    return isAddress && !/^(javascript|data|blob|about):/i.test(new URL(value).protocol) ? value : undefined;
  },
};

/** How long a hosted link can be opened. */
const LINK_LIFETIME_MS = 24 * 3_600_000;

/** A fresh link to the hosted pages where a customer's KYC or KYB is done, with its end and where the customer goes then. */
function kycLink({ clock, customers, random }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const platformCustomerId = query.required("platformCustomerId", text);
  const redirectUri = query.optional("redirectUri", redirectFormat);
  const customer = customers.withPlatformId(platformCustomerId);
  requireCustomer("GET /customers/kyc-link", customer, "platformCustomerId");
  const url = new URL(`https://onboarding.payments.test/kyc/${random.text(32)}`);
  url.searchParams.set("expiresAt", clock.iso(clock.now() + LINK_LIFETIME_MS));
  if (redirectUri !== undefined) url.searchParams.set("redirectUri", redirectUri);
  return ok({ kycUrl: url.href, platformCustomerId, customerId: customer.id });
}

/** Customers (specification, "Customers"; deletion and hosted links: contract). */
export const customerRoutes = (needs: Needs): Route[] => [
  route("POST", "/customers", (call) => create(needs, call)),
  route("GET", "/customers", (call) => list(needs, call)),
  route("GET", "/customers/{customerId}", (call) => ok(needs.customers.get(parameter(call, "customerId")))),
  route("PATCH", "/customers/{customerId}", (call) => update(needs, call)),
  route("DELETE", "/customers/{customerId}", (call) => remove(needs, call)),
  route("GET", "/customers/kyc-link", (call) => kycLink(needs, call)),
];
