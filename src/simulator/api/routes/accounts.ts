import { businessFormats, individualFormats } from "../../../models/account-kinds";
import type { AccountKindData, TextFormat } from "../../../models/account-kinds";
import {
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  PLATFORM_EXTERNAL_ACCOUNTS,
  PLATFORM_INTERNAL_ACCOUNTS,
} from "../../../operations/accounts";
import { wrongNumbers } from "../../../forms/check-digits";
import { nearest } from "../../../options/nearest";
import * as kinds from "../../domain/account-kinds";
import {
  accountsOf,
  addExternalAccount,
  externalAccountView,
  internalAccountView,
} from "../../domain/accounts";
import type { NewExternalAccount } from "../../domain/accounts";
import { chains } from "../../domain/estimates";
import { enumOf, matching, nonEmptyText } from "../../domain/format";
import { invalidField, notFound } from "../../domain/problem";
import { internalAccountTypes } from "../../domain/records/accounts";
import type { AccountInfoRecord, InternalAccountRecord } from "../../domain/records/accounts";
import type { World } from "../../domain/world";
import { openObject, readFields, requiredField, requiring } from "../fields";
import type { Fields } from "../fields";
import * as format from "../formats";
import { isLike, serveList, listAll } from "../pagination";
import { retrieve, serve } from "../serve";

const newPlatformAccount = {
  currency: requiredField(format.currency),
  accountInfo: requiredField(openObject({ accountType: requiredField(nonEmptyText) })),
  platformAccountId: nonEmptyText,
};

const newAccount = {
  ...newPlatformAccount,
  customerId: nonEmptyText,
  defaultUmaDepositAccount: format.trueOrFalse,
  cryptoNetwork: nonEmptyText,
};

/** The fields of a beneficiary (contract, `<Ccy>Beneficiary` and BusinessBeneficiary): the contract has no formats for most texts. */
const beneficiaryFields: Fields = {
  ...Object.fromEntries(
    Object.keys({ ...individualFormats(), ...businessFormats() }).map((name) => [name, nonEmptyText]),
  ),
  birthDate: format.date,
  nationality: format.country,
  address: format.address,
};

const beneficiaryType = requiredField(enumOf(["INDIVIDUAL", "BUSINESS"]));

function checkFields({ options }: World, info: AccountInfoRecord, kind: AccountKindData): void {
  const { required: needed, optional, rails } = kind;
  const formats = Object.entries<TextFormat>({ ...needed, ...optional }).map(
    ([name, { expected, pattern }]) => [name, matching(expected, (value) => pattern.test(value))] as const,
  );
  readFields(requiring(Object.fromEntries(formats), Object.keys(needed)), info, "accountInfo");
  const [wrong] = options.checkDigits ? wrongNumbers(kind, info) : [];
  if (wrong !== undefined)
    throw invalidField(`accountInfo.${wrong}`, "right check digits", undefined, { reason: "CHECK_DIGITS" });
  if (rails.length === 0) return;
  const parts = {
    paymentRails: format.setOf(enumOf(rails)),
    beneficiary: requiredField(openObject({ beneficiaryType })),
  };
  const { beneficiary } = readFields(parts, info, "accountInfo");
  const isPerson = beneficiary.beneficiaryType === "INDIVIDUAL";
  const needs = isPerson ? ["fullName", ...Object.keys(kind.needs)] : ["legalName"];
  readFields(requiring(beneficiaryFields, needs), beneficiary, "accountInfo.beneficiary");
}

/** A Lightning destination has exactly one of the three fields in the contract's schema. */
function requireOnlyOne(info: AccountInfoRecord, fields: readonly string[]): void {
  const [first, second] = fields.filter((field) => (info[field] ?? undefined) !== undefined);
  if (first === undefined)
    throw invalidField(`accountInfo.${fields[0] ?? ""}`, `one of ${fields.join(", ")}`);
  if (second !== undefined) throw invalidField(`accountInfo.${second}`, `only one of ${fields.join(", ")}`);
}

/** A kind that the contract lacks is a mistake, unless an option names it (ACC-18). */
function requireListed({ options }: World, accountType: string): void {
  if (options.accountKinds.includes(accountType)) return;
  const similar = nearest(accountType, Object.keys(kinds.accountKinds));
  const hint = similar === undefined ? "" : `. Did you mean ${similar}?`;
  throw invalidField("accountInfo.accountType", `a kind of account of the contract${hint}`, undefined, {
    nearest: similar,
  });
}

/** Checks a new external account by the contract (OP-44). Keeps unknown fields, and the kinds of the option, as sent. */
function checkAccount(world: World, account: NewExternalAccount): void {
  const { accountInfo } = account;
  const kind = kinds.findAccountKind(accountInfo.accountType);
  if (!kind) {
    requireListed(world, accountInfo.accountType);
    return;
  }
  checkFields(world, accountInfo, kind);
  if (accountInfo.accountType === "LIGHTNING") requireOnlyOne(accountInfo, Object.keys(kind.optional));
  checkCurrency(account);
}

/** Currency and network must match the account: a bank account has its own currency, a wallet a coin of its chain (OP-41). */
function checkCurrency({
  currency: code,
  cryptoNetwork,
  accountInfo: { accountType },
}: NewExternalAccount): void {
  const isCrypto = kinds.isCryptoAccount(accountType);
  const chain = kinds.chainOf(accountType);
  const held = isCrypto ? chains.find(({ name }) => name === chain)?.coins : [accountType.slice(0, 3)];
  if (!held?.includes(code))
    throw invalidField("currency", `${held?.join(" or ")} for a ${accountType}`, "INVALID_CURRENCY");
  const networks = kinds.networksOf(chain);
  if (isCrypto && cryptoNetwork !== undefined && !networks.includes(cryptoNetwork))
    throw invalidField("cryptoNetwork", networks.join(" or "));
}

const internalFilters = { currency: format.currency, type: enumOf(internalAccountTypes) };

function createAccount(world: World, { sent }: { sent: NewExternalAccount }) {
  checkAccount(world, sent);
  return externalAccountView(addExternalAccount(world, sent));
}

/** Customers and the platform have a path each. An account of the other owner is unknown there (OP-39). */
function ownExternalAccount(world: World, id: string, isOfPlatform: boolean) {
  const account = world.externalAccounts.get(id);
  if ((account.customerId === null) !== isOfPlatform) throw notFound("ExternalAccount", id);
  return account;
}

/** Internal and external accounts (specification, "InternalAccount" and "ExternalAccount"). */
export const accountRoutes = [
  ...[EXTERNAL_ACCOUNTS, PLATFORM_EXTERNAL_ACCOUNTS].flatMap((accounts) => {
    const find = (world: World, id: string) =>
      ownExternalAccount(world, id, accounts === PLATFORM_EXTERNAL_ACCOUNTS);
    return [
      retrieve(accounts.retrieve, (world, id) => externalAccountView(find(world, id))),
      serve(accounts.delete, {}, (world, { params }) =>
        world.externalAccounts.delete(find(world, params.externalAccountId).id),
      ),
    ];
  }),
  serve(EXTERNAL_ACCOUNTS.create, { status: 201, unmodelled: [409], fields: newAccount }, createAccount),
  serve(
    PLATFORM_EXTERNAL_ACCOUNTS.create,
    { status: 201, unmodelled: [409], fields: newPlatformAccount },
    createAccount,
  ),
  serveList(
    EXTERNAL_ACCOUNTS.list,
    { customerId: nonEmptyText, currency: format.currency },
    ({ externalAccounts: table }, query) => ({
      table,
      where: { ...query, owner: "customer" },
      view: externalAccountView,
    }),
  ),
  listAll(PLATFORM_EXTERNAL_ACCOUNTS.list, { currency: format.currency }, ({ externalAccounts }, query) =>
    externalAccounts.by("customerId", null).filter(isLike(query)).map(externalAccountView),
  ),
  serveList(INTERNAL_ACCOUNTS.list, { customerId: nonEmptyText, ...internalFilters }, (world, query) => ({
    table: world.internalAccounts,
    where: { ...query, owner: "customer" },
    view: (account: InternalAccountRecord) => internalAccountView(world, account),
  })),
  listAll(PLATFORM_INTERNAL_ACCOUNTS.list, internalFilters, (world, query) =>
    accountsOf(world, null)
      .filter(isLike(query))
      .map((account) => internalAccountView(world, account)),
  ),
];
