import { ownerRoles } from "../../domain/beneficial-owners";
import type { Domain } from "../../domain/domain";
import type { RouteResponse } from "../../runtime/wire";
import { address, country, date, email, freeText, numberFrom, oneOf, setOf, text } from "../formats";
import { paginateStore } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "beneficialOwners">;

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

function create({ beneficialOwners }: Needs, { request }: Call): RouteResponse {
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
  return created(beneficialOwners.create({ customerId, roles, ownershipPercentage, personalInfo }));
}

function update({ beneficialOwners }: Needs, call: Call): RouteResponse {
  const owner = beneficialOwners.get(parameter(call, "beneficialOwnerId"));
  const body = bodyReader(call.request.body);
  const info = body.optional("personalInfo", object);
  beneficialOwners.update(owner, {
    roles: body.optional("roles", roleSet),
    ownershipPercentage: body.optional("ownershipPercentage", percentage),
    personalInfo: info && readPersonalInfo(info),
  });
  return ok(owner);
}

function list({ beneficialOwners }: Needs, { request }: Call): RouteResponse {
  const customerId = queryReader(request.query).required("customerId", text);
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: beneficialOwners,
      where: [["customerId", customerId]],
      view: (owner) => owner,
    }),
  );
}

/** Beneficial owners (specification, "BeneficialOwner"). */
export const beneficialOwnerRoutes = (needs: Needs): Route[] => [
  route("POST", "/beneficial-owners", (call) => create(needs, call)),
  route("GET", "/beneficial-owners", (call) => list(needs, call)),
  route("GET", "/beneficial-owners/{beneficialOwnerId}", (call) =>
    ok(needs.beneficialOwners.get(parameter(call, "beneficialOwnerId"))),
  ),
  route("PATCH", "/beneficial-owners/{beneficialOwnerId}", (call) => update(needs, call)),
];
