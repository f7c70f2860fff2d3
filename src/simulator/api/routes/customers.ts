import {
  createCustomer,
  customerWithPlatformId,
  markCustomerDeleted,
  updateCustomer,
} from "../../domain/customers";
import { requireCustomer } from "../../domain/eligibility";
import { matching, oneOf, text } from "../../domain/format";
import {
  cancelInvitation,
  claimInvitation,
  createInvitation,
  invitationView,
} from "../../domain/invitations";
import { problem } from "../../domain/problem";
import { checkStatuses, customerTypes } from "../../domain/records/customers";
import { businessInfo, checkContract, newBusinessInfo } from "../contract";
import { ignored, openObject, required } from "../fields";
import {
  address,
  amount,
  country,
  currency,
  date,
  email,
  flag,
  freeText,
  identifier,
  instant,
  setOf,
  umaAddress,
} from "../formats";
import { inPeriod, list, periodFields } from "../pagination";
import { created, ok, retrieve, route } from "../route";
import type { Route } from "../route";

const customerType = oneOf(customerTypes);
const checkStatus = oneOf(checkStatuses);

const details = {
  currencies: setOf(currency),
  email,
  umaAddress,
  kycStatus: checkStatus,
  kybStatus: checkStatus,
  fullName: freeText,
  birthDate: date,
  nationality: country,
  address,
  businessInfo: openObject({ registrationNumber: freeText }),
  // Requests may repeat them.
  id: ignored,
  createdAt: ignored,
  updatedAt: ignored,
  isDeleted: ignored,
};

/** A customer to create, alone or as a row of a bulk import. */
export const newCustomer = {
  customerType: required(customerType),
  region: country,
  platformCustomerId: text,
  ...details,
};

/** The final address of the hosted pages: on the web, or of the platform's app. */
const redirectUri = matching(
  "an absolute URI, of the web or of an app",
  (value) => URL.canParse(value) && !/^(javascript|data|blob|about):/i.test(new URL(value).protocol),
);

const LINK_LIFETIME_MS = 24 * 3_600_000;

/** Customers (specification, "Customers") and invitations (contract, UmaInvitation). */
export const routes: readonly Route[] = [
  route("POST /customers", "MANAGE", { body: newCustomer }, (world, { body }) => {
    checkContract(world, newBusinessInfo, body.businessInfo, "businessInfo");
    return created(createCustomer(world, body));
  }),
  list(
    "GET /customers",
    {
      ...periodFields,
      platformCustomerId: text,
      customerType,
      region: country,
      currency,
      umaAddress: identifier,
      isIncludingDeleted: flag,
    },
    ({ customers: table }, query) => {
      const { filters, period } = inPeriod(query);
      const { isIncludingDeleted, ...where } = filters;
      return { table, where: { ...where, existence: isIncludingDeleted ? undefined : "active" }, ...period };
    },
  ),
  retrieve("GET /customers/{customerId}", (world, id) => world.customers.get(id)),
  route(
    "PATCH /customers/{customerId}",
    "MANAGE",
    { body: { customerType, region: text, platformCustomerId: ignored, ...details } },
    (world, { params, body }) => {
      const customer = world.customers.get(params.customerId);
      checkContract(world, businessInfo, body.businessInfo, "businessInfo");
      return ok(updateCustomer(world, customer, body));
    },
  ),
  route("DELETE /customers/{customerId}", "MANAGE", {}, (world, { params: { customerId } }) => {
    const { isDeleted } = world.customers.get(customerId);
    if (isDeleted) throw problem(410, "CUSTOMER_DELETED", `The customer ${customerId} was deleted already`);
    return ok(markCustomerDeleted(world, customerId));
  }),
  // A fresh link to the hosted pages where a customer's KYC or KYB is done, with its end and where the customer goes then.
  route(
    "GET /customers/kyc-link",
    "MANAGE",
    { query: { platformCustomerId: required(text), redirectUri } },
    (world, { query }) => {
      const { platformCustomerId } = query;
      const customer = customerWithPlatformId(world, platformCustomerId);
      requireCustomer(customer);
      const url = new URL(`https://onboarding.payments.test/kyc/${world.random.text(32)}`);
      url.searchParams.set("expiresAt", world.clock.iso(world.clock.now() + LINK_LIFETIME_MS));
      if (query.redirectUri !== undefined) url.searchParams.set("redirectUri", query.redirectUri);
      return ok({ kycUrl: url.href, platformCustomerId, customerId: customer.id });
    },
  ),
  route(
    "POST /invitations",
    "MANAGE",
    { body: { inviterUma: required(umaAddress), firstName: text, amountToSend: amount, expiresAt: instant } },
    (world, { body }) => created(invitationView(world, createInvitation(world, body))),
  ),
  retrieve("GET /invitations/{invitationCode}", (world, id) =>
    invitationView(world, world.invitations.get(id)),
  ),
  route(
    "POST /invitations/{invitationCode}/claim",
    "MANAGE",
    { body: { inviteeUma: required(umaAddress) } },
    (world, { params, body }) => {
      const invitation = world.invitations.get(params.invitationCode);
      claimInvitation(world, invitation, body.inviteeUma);
      return ok(invitationView(world, invitation));
    },
  ),
  route("POST /invitations/{invitationCode}/cancel", "MANAGE", {}, (world, { params }) => {
    const invitation = world.invitations.get(params.invitationCode);
    cancelInvitation(world, invitation);
    return ok(invitationView(world, invitation));
  }),
];
