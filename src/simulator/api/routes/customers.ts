import {
  createCustomer,
  customerWithPlatformId,
  markCustomerDeleted,
  updateCustomer,
} from "../../domain/customers";
import { requireCustomer } from "../../domain/eligibility";
import {
  cancelInvitation,
  claimInvitation,
  createInvitation,
  invitationView,
} from "../../domain/invitations";
import { gone } from "../../domain/problem";
import { checkStatuses, customerTypes } from "../../domain/records/customers";
import type { CustomerDetails, NewCustomer } from "../../domain/records/customers";
import type { InvitationRecord } from "../../domain/records/onboarding";
import type { World } from "../../domain/world";
import { present } from "../../runtime/present";
import type { RouteResponse } from "../../runtime/wire";
import {
  address,
  amount,
  country,
  currency as currencyFormat,
  date,
  email,
  flag,
  freeText,
  identifier,
  instant,
  oneOf,
  setOf,
  text,
  umaAddress,
  umaAddress as umaFormat,
} from "../formats";
import { paginate, readPeriod, updatedIn } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Format, Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

const typeFormat = oneOf(customerTypes);
const statusFormat = oneOf(checkStatuses);

/** Fields of a customer that requests may repeat. */
const readOnly = ["id", "platformCustomerId", "createdAt", "updatedAt", "isDeleted"];

/** The fields that creation and update share, each checked when it is there. */
function readDetails(body: Reader): CustomerDetails {
  body.allow(...readOnly);
  const businessInfo = body.optional("businessInfo", object);
  const kybStatus = body.optional("kybStatus", statusFormat);
  businessInfo?.optional("registrationNumber", freeText);
  return present({
    currencies: body.optional("currencies", setOf(currencyFormat)),
    email: body.optional("email", email),
    umaAddress: body.optional("umaAddress", umaFormat),
    kycStatus: body.optional("kycStatus", statusFormat) ?? kybStatus,
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

function create(world: World, { request, allRead }: Call): RouteResponse {
  const customer = readNewCustomer(bodyReader(request.body));
  allRead();
  return created(createCustomer(world, customer));
}

function update(world: World, call: Call): RouteResponse {
  const customer = world.customers.get(parameter(call, "customerId"));
  requireCustomer("PATCH /customers/{customerId}", customer);
  const body = bodyReader(call.request.body);
  const changes = {
    region: body.optional("region", text),
    customerType: body.optional("customerType", typeFormat),
    details: readDetails(body),
  };
  call.allRead();
  updateCustomer(world, customer, changes);
  return ok(customer);
}

function list(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginate(request, world.customers, {
      where: {
        platformCustomerId: query.optional("platformCustomerId", text),
        customerType: query.optional("customerType", typeFormat),
        region: query.optional("region", country),
        currency: query.optional("currency", currencyFormat),
        umaAddress: query.optional("umaAddress", identifier),
        existence: query.optional("isIncludingDeleted", flag) ? undefined : "active",
      },
      ...readPeriod(query, "created"),
      matches: updatedIn(readPeriod(query, "updated")),
    }),
  );
}

function remove(world: World, call: Call): RouteResponse {
  const { id, isDeleted } = world.customers.get(parameter(call, "customerId"));
  if (isDeleted) throw gone(`The customer ${id} was deleted already`, "CUSTOMER_DELETED");
  call.allRead();
  return ok(markCustomerDeleted(world, id));
}

/** Where the hosted pages send the customer at the end: an address on the web, or one of the platform's app. */
const redirectFormat: Format<string> = {
  expected: "an absolute URI, of the web or of an app",
  parse(value) {
    const isAddress = typeof value === "string" && URL.canParse(value);
    return isAddress && !/^(javascript|data|blob|about):/i.test(new URL(value).protocol) ? value : undefined;
  },
};

const LINK_LIFETIME_MS = 24 * 3_600_000;

/** A fresh link to the hosted pages where a customer's KYC or KYB is done, with its end and where the customer goes then. */
function kycLink(world: World, { request, allRead }: Call): RouteResponse {
  const query = queryReader(request.query);
  const platformCustomerId = query.required("platformCustomerId", text);
  const redirectUri = query.optional("redirectUri", redirectFormat);
  const customer = customerWithPlatformId(world, platformCustomerId);
  requireCustomer("GET /customers/kyc-link", customer, "platformCustomerId");
  allRead();
  const url = new URL(`https://onboarding.payments.test/kyc/${world.random.text(32)}`);
  url.searchParams.set("expiresAt", world.clock.iso(world.clock.now() + LINK_LIFETIME_MS));
  if (redirectUri !== undefined) url.searchParams.set("redirectUri", redirectUri);
  return ok({ kycUrl: url.href, platformCustomerId, customerId: customer.id });
}

function invite(world: World, { request, allRead }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const invitation = {
    inviterUma: body.required("inviterUma", umaAddress),
    firstName: body.optional("firstName", text),
    amountToSend: body.optional("amountToSend", amount),
    expiresAtMs: body.optional("expiresAt", instant),
  };
  allRead();
  return created(invitationView(world, createInvitation(world, invitation)));
}

function findInvitation(world: World, call: Call): InvitationRecord {
  return world.invitations.get(parameter(call, "invitationCode"));
}

function claim(world: World, call: Call): RouteResponse {
  const invitation = findInvitation(world, call);
  const inviteeUma = bodyReader(call.request.body).required("inviteeUma", umaAddress);
  call.allRead();
  claimInvitation(world, invitation, inviteeUma);
  return ok(invitationView(world, invitation));
}

function cancel(world: World, call: Call): RouteResponse {
  const invitation = findInvitation(world, call);
  call.allRead();
  cancelInvitation(world, invitation);
  return ok(invitationView(world, invitation));
}

/** Customers (specification, "Customers") and invitations (contract, UmaInvitation). */
export const customerRoutes: readonly Route[] = [
  route("POST", "/customers", "MANAGE", create),
  route("GET", "/customers", "VIEW", list),
  route("GET", "/customers/{customerId}", "VIEW", (world, call) =>
    ok(world.customers.get(parameter(call, "customerId"))),
  ),
  route("PATCH", "/customers/{customerId}", "MANAGE", update),
  route("DELETE", "/customers/{customerId}", "MANAGE", remove),
  route("GET", "/customers/kyc-link", "MANAGE", kycLink),
  route("POST", "/invitations", "MANAGE", invite),
  route("GET", "/invitations/{invitationCode}", "VIEW", (world, call) =>
    ok(invitationView(world, findInvitation(world, call))),
  ),
  route("POST", "/invitations/{invitationCode}/claim", "MANAGE", claim),
  route("POST", "/invitations/{invitationCode}/cancel", "MANAGE", cancel),
];
