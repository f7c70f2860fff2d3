import {
  chainOf,
  findAccountKind,
  fits,
  holdsCurrency,
  isCryptoAccount,
  requiredFields,
} from "../../domain/account-kinds";
import type { AccountInfo, AccountKind, FieldRule } from "../../domain/account-kinds";
import { createExternalAccount, externalAccountView } from "../../domain/external-accounts";
import { accountsOf, internalAccountView } from "../../domain/internal-accounts";
import { internalAccountTypes } from "../../domain/records/accounts";
import type { World } from "../../domain/world";
import type { ResolvedOptions } from "../../runtime/options";
import type { RouteResponse } from "../../runtime/wire";
import { address, boolean, country, currency as currencyFormat, date, oneOf, setOf, text } from "../formats";
import { paginate } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Format, Reader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

function create(world: World, { request, allRead }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const account = {
    currency: body.required("currency", currencyFormat),
    accountInfo: readAccountInfo(body, world.options),
    customerId: body.optional("customerId", text) ?? null,
    platformAccountId: body.optional("platformAccountId", text),
    defaultUmaDepositAccount: body.optional("defaultUmaDepositAccount", boolean) ?? false,
    cryptoNetwork: body.optional("cryptoNetwork", text),
  };
  allRead();
  return created(externalAccountView(createExternalAccount(world, account)));
}

function retrieve(world: World, call: Call): RouteResponse {
  return ok(externalAccountView(world.externalAccounts.get(parameter(call, "externalAccountId"))));
}

function remove(world: World, call: Call): RouteResponse {
  const { id } = world.externalAccounts.get(parameter(call, "externalAccountId"));
  call.allRead();
  world.externalAccounts.delete(id);
  return noContent();
}

function externalOfCustomers(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  return ok(
    paginate(request, world.externalAccounts, {
      where: {
        owner: customerId === undefined ? "customer" : undefined,
        customerId,
        currency: query.optional("currency", currencyFormat),
      },
      view: externalAccountView,
    }),
  );
}

function externalOfPlatform(world: World, { request }: Call): RouteResponse {
  const currency = queryReader(request.query).optional("currency", currencyFormat);
  const matches = world.externalAccounts
    .by("customerId", null)
    .filter((account) => currency === undefined || account.currency === currency);
  return ok({ data: matches.map(externalAccountView) });
}

const filtersOf = (query: Reader) => ({
  currency: query.optional("currency", currencyFormat),
  type: query.optional("type", oneOf(internalAccountTypes)),
});

function internalOfCustomers(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  const owner = customerId === undefined ? "customer" : undefined;
  return ok(
    paginate(request, world.internalAccounts, {
      where: { owner, customerId, ...filtersOf(query) },
      view: (account) => internalAccountView(world, account),
    }),
  );
}

function internalOfPlatform(world: World, { request }: Call): RouteResponse {
  const { currency, type } = filtersOf(queryReader(request.query));
  const matching = accountsOf(world, null).filter(
    (account) =>
      (currency === undefined || account.currency === currency) &&
      (type === undefined || account.type === type),
  );
  return ok({ data: matching.map((account) => internalAccountView(world, account)) });
}

const formatOf = (rule: FieldRule): Format<string> => ({
  expected: rule.expected,
  parse: (value) => (typeof value === "string" && fits(rule, value) ? value : undefined),
});

const beneficiaryType = oneOf(["INDIVIDUAL", "BUSINESS"]);

/** What a beneficiary can have (contract, `<Ccy>Beneficiary` and BusinessBeneficiary). */
const beneficiaryFormats: Readonly<Record<string, Format<unknown>>> = {
  fullName: text,
  legalName: text,
  birthDate: date,
  nationality: country,
  email: text,
  phoneNumber: text,
  countryOfResidence: text,
  registrationNumber: text,
  taxId: text,
  documentType: text,
  documentNumber: text,
  address,
};

function checkBeneficiary(beneficiary: Reader, personNeeds: readonly string[] = []): void {
  const isPerson = beneficiary.required("beneficiaryType", beneficiaryType) === "INDIVIDUAL";
  const needs = isPerson ? ["fullName", ...personNeeds] : ["legalName"];
  for (const [field, format] of Object.entries(beneficiaryFormats)) {
    if (needs.includes(field)) beneficiary.required(field, format);
    else beneficiary.optional(field, format);
  }
}

function checkByContract(info: Reader, kind: AccountKind): void {
  for (const [field, rule] of Object.entries(kind.required)) info.required(field, formatOf(rule));
  for (const [field, rule] of Object.entries(kind.optional ?? {})) info.optional(field, formatOf(rule));
  if (kind.rails.length === 0) return;
  info.optional("paymentRails", setOf(oneOf(kind.rails)));
  checkBeneficiary(info.required("beneficiary", object), kind.personNeeds);
}

/** What the specification shows: the primary identifier, and the forms of a few fields. */
function checkBySpecification(info: Reader, accountType: string): void {
  const { oneOf: identifiers, allOf } = requiredFields(accountType);
  requireOne(info, identifiers);
  for (const field of identifiers) info.optional(field, text);
  for (const field of allOf) info.required(field, text);
  const beneficiary = info.optional("beneficiary", object);
  for (const field of ["fullName", "legalName"]) beneficiary?.optional(field, text);
  beneficiary?.optional("birthDate", date);
  beneficiary?.optional("nationality", country);
  beneficiary?.optional("address", address);
}

function requireOne(info: Reader, fields: readonly string[]): void {
  if (fields.length === 0 || fields.some((field) => info.has(field))) return;
  throw info.invalid(fields[0] ?? "", fields.length === 1 ? text.expected : `one of ${fields.join(", ")}`);
}

/** A Lightning destination is one thing: the contract's schema lists three fields, of which one is given. */
function requireOnlyOne(info: Reader, fields: readonly string[]): void {
  requireOne(info, fields);
  const [, second] = fields.filter((field) => info.has(field));
  if (second !== undefined) throw info.invalid(second, `only one of ${fields.join(", ")}`);
}

/** The `accountInfo` of a new external account, checked as the option says (OP-44); unknown kinds and fields are kept as sent. */
export function readAccountInfo(
  body: Reader,
  { accountChecks }: Pick<ResolvedOptions, "accountChecks">,
): AccountInfo {
  const info = body.required("accountInfo", object);
  const accountType = info.required("accountType", text);
  const kind = findAccountKind(accountType);
  if (accountChecks === "specification") checkBySpecification(info, accountType);
  else if (kind) {
    checkByContract(info, kind);
    if (accountType === "LIGHTNING") requireOnlyOne(info, Object.keys(kind.optional ?? {}));
    checkCurrency(body, accountType);
  }
  return { ...info.raw, accountType };
}

/** Currency and network must be those of the account. */
function checkCurrency(body: Reader, accountType: string): void {
  const isCrypto = isCryptoAccount(accountType);
  if (!holdsCurrency(accountType, body.required("currency", text))) {
    const expected = isCrypto ? "a crypto currency" : accountType.slice(0, 3);
    throw body.invalid("currency", `${expected} for a ${accountType}`, "INVALID_CURRENCY");
  }
  const network = body.optional("cryptoNetwork", text);
  if (isCrypto && network !== undefined && !network.startsWith(`${chainOf(accountType)}_`)) {
    throw body.invalid("cryptoNetwork", `a network of ${chainOf(accountType)}`);
  }
}

/** Internal and external accounts (specification, "InternalAccount" and "ExternalAccount"). */
export const accountRoutes: readonly Route[] = [
  ...["/customers/external-accounts", "/platform/external-accounts"].flatMap((path) => [
    route("POST", path, "MANAGE", create),
    route("GET", `${path}/{externalAccountId}`, "VIEW", retrieve),
    route("DELETE", `${path}/{externalAccountId}`, "MANAGE", remove),
  ]),
  route("GET", "/customers/external-accounts", "VIEW", externalOfCustomers),
  route("GET", "/platform/external-accounts", "VIEW", externalOfPlatform),
  route("GET", "/customers/internal-accounts", "VIEW", internalOfCustomers),
  route("GET", "/platform/internal-accounts", "VIEW", internalOfPlatform),
];
