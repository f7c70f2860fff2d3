import { CUSTOMERS } from "../../../operations/customers";
import { INVITATIONS } from "../../../operations/platform";
import * as customers from "../../domain/customers";
import { requireCustomer } from "../../domain/eligibility";
import { matching, enumOf, nonEmptyText } from "../../domain/format";
import { addInvitation, cancelInvitation, claimInvitation, invitationView } from "../../domain/invitations";
import { notFound, problem } from "../../domain/problem";
import type { CustomerRecord } from "../../domain/records/customers";
import { checkStatuses, customerTypes } from "../../domain/records/customers";
import { checkContract, customerChange, keptBusinessInfo, newBusinessInfo } from "../contract";
import { ignored, openObject, requiredField } from "../fields";
import * as format from "../formats";
import { inPeriod, serveList, periodFields } from "../pagination";
import { retrieve, serve } from "../serve";

const customerType = enumOf(customerTypes);
const checkStatus = enumOf(checkStatuses);

const ofBusiness = { notIn: { customerType: ["INDIVIDUAL"] } };
const ofIndividual = { notIn: { customerType: ["BUSINESS"] } };

const details = {
  currencies: format.setOf(format.currency),
  email: format.email,
  phoneNumber: format.phone,
  umaAddress: format.umaAddress,
  kycStatus: checkStatus,
  kybStatus: { ...checkStatus, ...ofBusiness },
  fullName: { ...format.freeText, ...ofIndividual },
  birthDate: { ...format.date, ...ofIndividual },
  nationality: { ...format.country, ...ofIndividual },
  address: format.address,
  businessInfo: { ...openObject({ registrationNumber: format.freeText }), ...ofBusiness },
  // Requests may repeat them.
  id: ignored,
  beneficialOwners: ignored,
  createdAt: ignored,
  updatedAt: ignored,
  isDeleted: ignored,
};

/** A customer to create, alone or as a row of a bulk import. */
export const newCustomer = {
  customerType: requiredField(customerType),
  region: format.country,
  platformCustomerId: nonEmptyText,
  ...details,
};

/** The final address of the hosted pages: on the web, or of the platform's app. */
const redirectUri = matching(
  "an absolute URI, of the web or of an app",
  (value) => URL.canParse(value) && !/^(javascript|data|blob|about):/i.test(new URL(value).protocol),
);

const LINK_LIFETIME_MS = 24 * 3_600_000;

/** Customers (specification, "Customers") and invitations (contract, UmaInvitation). */
export const customerRoutes = [
  serve(
    CUSTOMERS.create,
    { status: 201, refusals: [409], unmodelled: [501], fields: newCustomer },
    (world, { sent }) => {
      checkContract(newBusinessInfo, sent.businessInfo, "businessInfo");
      return customers.customerView(world, customers.addCustomer(world, sent));
    },
  ),
  serveList(
    CUSTOMERS.list,
    {
      ...periodFields,
      platformCustomerId: nonEmptyText,
      customerType,
      region: format.country,
      currency: format.currency,
      umaAddress: format.identifier,
      isIncludingDeleted: format.queryFlag,
    },
    (world, query) => {
      const { filters, period } = inPeriod(query);
      const { isIncludingDeleted, ...where } = filters;
      return {
        table: world.customers,
        where: { ...where, existence: isIncludingDeleted ? undefined : "active" },
        ...period,
        view: (customer: CustomerRecord) => customers.customerView(world, customer),
      };
    },
  ),
  retrieve(CUSTOMERS.retrieve, (world, id) => customers.customerView(world, world.customers.get(id))),
  serve(
    CUSTOMERS.update,
    { fields: { customerType, region: nonEmptyText, platformCustomerId: ignored, ...details } },
    (world, { params, sent }) => {
      const customer = world.customers.get(params.customerId);
      checkContract(customerChange, sent);
      const kept = sent.businessInfo && { ...customer.businessInfo, ...sent.businessInfo };
      checkContract(keptBusinessInfo, kept, "businessInfo");
      return customers.customerView(world, customers.changeCustomer(world, customer, sent));
    },
  ),
  serve(CUSTOMERS.delete, { refusals: [410] }, (world, { params: { customerId } }) => {
    const { isDeleted } = world.customers.get(customerId);
    if (isDeleted) throw problem(410, "CUSTOMER_DELETED", `The customer ${customerId} was deleted already`);
    return customers.customerView(world, customers.markCustomerDeleted(world, customerId));
  }),
  // A fresh link to the hosted pages where a customer's KYC or KYB is done, with its end and where the customer goes then.
  serve(
    CUSTOMERS.kycLink,
    {
      permission: "MANAGE",
      refusals: [404],
      fields: { platformCustomerId: requiredField(nonEmptyText), redirectUri },
    },
    (world, { sent }) => {
      const { platformCustomerId } = sent;
      const [customer] = world.customers.by("platformCustomerId", platformCustomerId);
      if (!customer) throw notFound("Customer", platformCustomerId);
      requireCustomer(customer);
      const url = new URL(`https://onboarding.payments.test/kyc/${world.random.text(32)}`);
      url.searchParams.set("expiresAt", world.clock.iso(world.clock.now() + LINK_LIFETIME_MS));
      if (sent.redirectUri !== undefined) url.searchParams.set("redirectUri", sent.redirectUri);
      return { kycUrl: url.href, platformCustomerId, customerId: customer.id };
    },
  ),
  serve(
    INVITATIONS.create,
    {
      status: 201,
      fields: {
        inviterUma: requiredField(format.umaAddress),
        firstName: nonEmptyText,
        amountToSend: format.positiveAmount,
        expiresAt: format.dateTime,
      },
    },
    (world, { sent }) => addInvitation(world, sent),
  ),
  retrieve(INVITATIONS.retrieve, (world, id) => invitationView(world, world.invitations.get(id))),
  serve(
    INVITATIONS.claim,
    { fields: { inviteeUma: requiredField(format.umaAddress) } },
    (world, { params, sent }) => claimInvitation(world, params.invitationCode, sent.inviteeUma),
  ),
  serve(INVITATIONS.cancel, { unmodelled: [403] }, (world, { params }) =>
    cancelInvitation(world, params.invitationCode),
  ),
];
