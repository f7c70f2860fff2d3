import { paginate } from "../pagination";
import { present } from "../present";
import { badRequest, internal, invalidInput } from "../problem";
import { ObjectReader, QueryReader, reader } from "../read";
import { created, noContent, ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { primaryIdentifier, testSuffix } from "../state/account-identifiers";
import { defaultCryptoNetwork, requiredMembers, withPaymentRails } from "../state/account-types";
import { addExternalAccount, externalAccountBody } from "../state/external-accounts";
import type {
  AccountInfo,
  BeneficiaryVerificationStatus,
  ExternalAccountRecord,
} from "../state/external-accounts";
import type { World } from "../world";

/** Checks what is known about the account's type; unknown types and members are kept as sent (ACC-18). */
function readAccountInfo(info: ObjectReader): AccountInfo {
  const accountType = info.string("accountType");
  const { oneOf, allOf } = requiredMembers(accountType);
  if (oneOf.length > 0 && !oneOf.some((member) => info.has(member))) {
    throw info.refuse(
      oneOf[0] ?? "",
      oneOf.length === 1 ? "a non-empty string" : `one of ${oneOf.join(", ")}`,
    );
  }
  for (const member of oneOf) info.optionalString(member);
  for (const member of allOf) info.string(member);
  const beneficiary = info.optionalObject("beneficiary");
  beneficiary?.optionalString("fullName");
  beneficiary?.optionalDate("birthDate");
  beneficiary?.optionalCountry("nationality");
  beneficiary?.optionalAddress("address");
  return { ...info.raw, accountType };
}

/** Outcomes of the beneficiary check by suffix (SBX-18 to SBX-25); every other suffix is a match. */
const checkOutcomes: Readonly<Record<string, BeneficiaryVerificationStatus>> = {
  "102": "NOT_MATCHED",
  "103": "PARTIAL_MATCH",
  "104": "PENDING",
  "106": "UNSUPPORTED",
  "107": "CHECKED_BY_RECEIVING_FI",
};

/** @throws {Problem} 400 for suffix 105, 500 for suffix 109 (OP-42). */
function checkBeneficiary(world: World, accountInfo: AccountInfo): BeneficiaryVerificationStatus {
  const suffix = world.options.environment === "sandbox" ? testSuffix(primaryIdentifier(accountInfo)) : "";
  if (suffix === "105")
    throw badRequest("INVALID_BANK_ACCOUNT", "The account is invalid", { field: "accountInfo" });
  if (suffix === "109") throw internal("Simulated API error of the beneficiary check");
  return checkOutcomes[suffix] ?? "MATCHED";
}

/** The name that the payment rail gives back, where the check has one (ACC-16). */
function verifiedData(
  status: BeneficiaryVerificationStatus,
  { beneficiary }: AccountInfo,
): { fullName: string } | undefined {
  if (
    (status !== "MATCHED" && status !== "PARTIAL_MATCH") ||
    typeof beneficiary !== "object" ||
    beneficiary === null
  ) {
    return undefined;
  }
  const named = new ObjectReader({ ...beneficiary }, "accountInfo.beneficiary");
  const fullName = named.optionalString("fullName") ?? named.optionalString("legalName");
  return fullName === undefined ? undefined : { fullName };
}

function readCustomerId(world: World, body: ObjectReader): string | null {
  const customerId = body.optionalString("customerId") ?? null;
  const customer = customerId === null ? undefined : world.customers.get(customerId);
  if (customerId !== null && (customer === undefined || customer.isDeleted)) {
    throw body.refuse("customerId", "the id of a customer");
  }
  return customerId;
}

function create({ world, request }: Context): Reply {
  const body = reader(request.body);
  const currency = body.currency("currency");
  const accountInfo = readAccountInfo(body.object("accountInfo"));
  const customerId = readCustomerId(world, body);
  const platformAccountId = body.optionalString("platformAccountId");
  const isDefault = body.optionalBoolean("defaultUmaDepositAccount") ?? false;
  if (isDefault && customerId === null) {
    throw invalidInput("defaultUmaDepositAccount needs a customerId", { field: "defaultUmaDepositAccount" });
  }
  const { accountType } = accountInfo;
  const defaultNetwork = defaultCryptoNetwork(accountType, world.options.environment);
  const cryptoNetwork = defaultNetwork && (body.optionalString("cryptoNetwork") ?? defaultNetwork);
  const beneficiaryVerificationStatus = checkBeneficiary(world, accountInfo);
  const beneficiaryVerifiedData = verifiedData(beneficiaryVerificationStatus, accountInfo);

  const account: ExternalAccountRecord = {
    id: world.random.id("ExternalAccount"),
    customerId,
    status: "ACTIVE",
    currency,
    defaultUmaDepositAccount: isDefault,
    beneficiaryVerificationStatus,
    ...present({ platformAccountId, beneficiaryVerifiedData, cryptoNetwork }),
    accountInfo: withPaymentRails(accountInfo),
    createdAt: world.clock.iso(),
  };
  addExternalAccount(world, account);
  return created(externalAccountBody(account));
}

function retrieve(context: Context): Reply {
  return ok(externalAccountBody(context.world.externalAccount(parameter(context, "externalAccountId"))));
}

function remove(context: Context): Reply {
  const { id } = context.world.externalAccount(parameter(context, "externalAccountId"));
  context.world.externalAccounts.delete(id);
  return noContent();
}

function listOfCustomers({ world, request }: Context): Reply {
  const query = new QueryReader(request.query);
  const currency = query.optionalCurrency("currency");
  const customerId = query.optionalString("customerId");
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: [...world.externalAccounts.values()].filter(
        (account) =>
          account.customerId !== null &&
          (customerId === undefined || account.customerId === customerId) &&
          (currency === undefined || account.currency === currency),
      ),
      at: (account) => account.createdAt,
      id: (account) => account.id,
      view: externalAccountBody,
    }),
  );
}

function listOfPlatform({ world, request }: Context): Reply {
  const currency = new QueryReader(request.query).optionalCurrency("currency");
  const accounts = [...world.externalAccounts.values()].filter(
    (account) => account.customerId === null && (currency === undefined || account.currency === currency),
  );
  return ok({ data: accounts.map(externalAccountBody) });
}

export const externalAccountRoutes: Route[] = [
  ...["/customers/external-accounts", "/platform/external-accounts"].flatMap((path) => [
    route("POST", path, create),
    route("GET", `${path}/{externalAccountId}`, retrieve),
    route("DELETE", `${path}/{externalAccountId}`, remove),
  ]),
  route("GET", "/customers/external-accounts", listOfCustomers),
  route("GET", "/platform/external-accounts", listOfPlatform),
];
