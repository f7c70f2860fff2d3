import { createBeneficialOwner, updateBeneficialOwner } from "../../domain/beneficial-owners";
import { ownerRoles } from "../../domain/records/onboarding";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { address, country, date, email, freeText, numberFrom, oneOf, setOf, text } from "../formats";
import { paginateTable } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

const percentage = numberFrom(0, 100);
const roleSet = setOf(oneOf(ownerRoles));

/** Checks the fields that are there; `idType` and unknown fields are kept as sent. */
function readPersonalInfo(info: Reader): Record<string, unknown> {
  for (const field of ["firstName", "lastName"]) info.optional(field, text);
  for (const field of ["middleName", "idType", "identifier", "phoneNumber"]) info.optional(field, freeText);
  info.optional("birthDate", date);
  info.optional("nationality", country);
  info.optional("countryOfIssuance", country);
  info.optional("email", email);
  info.optional("address", address);
  return { ...info.raw };
}

function create(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const customerId = body.required("customerId", text);
  const roles = body.required("roles", roleSet);
  // Only an owner's share is asked for; for other roles it is 0 unless sent.
  const ownershipPercentage = roles.includes("UBO")
    ? body.required("ownershipPercentage", percentage)
    : (body.optional("ownershipPercentage", percentage) ?? 0);
  const info = body.required("personalInfo", object);
  info.required("firstName", text);
  info.required("lastName", text);
  const personalInfo = readPersonalInfo(info);
  return created(createBeneficialOwner(world, { customerId, roles, ownershipPercentage, personalInfo }));
}

function update(world: World, call: Call): RouteResponse {
  const owner = world.beneficialOwners.get(parameter(call, "beneficialOwnerId"));
  const body = bodyReader(call.request.body);
  const info = body.optional("personalInfo", object);
  updateBeneficialOwner(world, owner, {
    roles: body.optional("roles", roleSet),
    ownershipPercentage: body.optional("ownershipPercentage", percentage),
    personalInfo: info && readPersonalInfo(info),
  });
  return ok(owner);
}

function list(world: World, { request }: Call): RouteResponse {
  const customerId = queryReader(request.query).required("customerId", text);
  return ok(paginateTable(request, world.beneficialOwners, { where: { customerId } }));
}

/** Beneficial owners (specification, "BeneficialOwner"). */
export const beneficialOwnerRoutes: readonly Route[] = [
  route("POST", "/beneficial-owners", "MANAGE", create),
  route("GET", "/beneficial-owners", "VIEW", list),
  route("GET", "/beneficial-owners/{beneficialOwnerId}", "VIEW", (world, call) =>
    ok(world.beneficialOwners.get(parameter(call, "beneficialOwnerId"))),
  ),
  route("PATCH", "/beneficial-owners/{beneficialOwnerId}", "MANAGE", update),
];
