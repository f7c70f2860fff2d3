import { paginate } from "../pagination";
import { invalidInput, notFound } from "../problem";
import { QueryReader, reader } from "../read";
import type { ObjectReader } from "../read";
import { created, ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { checkOutcome, ownerRoles } from "../state/beneficial-owners";
import type { BeneficialOwnerRecord } from "../state/beneficial-owners";

const ownershipRules = { min: 0, max: 100 };

/** Checks the members that are there; `idType` and unknown members are kept as sent (BEN-05). */
function readPersonalInfo(info: ObjectReader): Record<string, unknown> {
  for (const member of ["firstName", "middleName", "lastName", "idType", "identifier", "phoneNumber"]) {
    info.optionalString(member);
  }
  info.optionalDate("birthDate");
  info.optionalCountry("nationality");
  info.optionalCountry("countryOfIssuance");
  info.optionalEmail("email");
  info.optionalAddress("address");
  return { ...info.raw };
}

function create({ world, request }: Context): Reply {
  const body = reader(request.body);
  const customerId = body.string("customerId");
  const roles = body.optionalEnums("roles", ownerRoles);
  if (roles === undefined) throw invalidInput("roles is required", { field: "roles" });
  // Only an owner's share is asked for (BEN-04); for other roles it is 0 unless sent.
  const ownershipPercentage = roles.includes("UBO")
    ? body.number("ownershipPercentage", ownershipRules)
    : (body.optionalNumber("ownershipPercentage", ownershipRules) ?? 0);
  const info = body.object("personalInfo");
  info.string("firstName");
  const lastName = info.string("lastName");
  const personalInfo = readPersonalInfo(info);
  const customer = world.customer(customerId);
  if (customer.isDeleted) throw notFound("Customer", customerId);
  if (customer.customerType !== "BUSINESS") {
    throw invalidInput("Only business customers have beneficial owners", { field: "customerId" });
  }

  const at = world.clock.iso();
  const owner: BeneficialOwnerRecord = {
    id: world.random.id("BeneficialOwner"),
    customerId,
    roles,
    ownershipPercentage,
    personalInfo,
    kycStatus: checkOutcome(lastName, world.options.environment),
    createdAt: at,
    updatedAt: at,
  };
  world.beneficialOwners.set(owner.id, owner);
  return created(owner);
}

function update(context: Context): Reply {
  const { world, request } = context;
  const owner = world.beneficialOwner(parameter(context, "beneficialOwnerId"));
  const body = reader(request.body);
  const roles = body.optionalEnums("roles", ownerRoles) ?? owner.roles;
  const ownershipPercentage =
    body.optionalNumber("ownershipPercentage", ownershipRules) ?? owner.ownershipPercentage;
  const info = body.optionalObject("personalInfo");
  const personalInfo = info && readPersonalInfo(info);

  Object.assign(owner, { roles, ownershipPercentage, updatedAt: world.clock.iso() });
  if (personalInfo) {
    owner.personalInfo = { ...owner.personalInfo, ...personalInfo };
    owner.kycStatus = checkOutcome(String(owner.personalInfo["lastName"]), world.options.environment);
  }
  return ok(owner);
}

function list({ world, request }: Context): Reply {
  const customerId = new QueryReader(request.query).string("customerId");
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: [...world.beneficialOwners.values()].filter((owner) => owner.customerId === customerId),
      at: (owner) => owner.createdAt,
      id: (owner) => owner.id,
      view: (owner) => owner,
    }),
  );
}

export const beneficialOwnerRoutes: Route[] = [
  route("POST", "/beneficial-owners", create),
  route("GET", "/beneficial-owners", list),
  route("GET", "/beneficial-owners/{beneficialOwnerId}", (context) =>
    ok(context.world.beneficialOwner(parameter(context, "beneficialOwnerId"))),
  ),
  route("PATCH", "/beneficial-owners/{beneficialOwnerId}", update),
];
