import type { AccountInfoParams } from "../models/account-info";
import { addressFormats, businessFormats, individualFormats } from "../models/account-kinds";
import type { TextFormat } from "../models/account-kinds";
import { anything } from "../options/kinds";
import { nearest } from "../options/nearest";
import { ownOptions } from "../options/read";
import { followsStandard } from "./check-digits";
import { accountKindData, nearestKind } from "./fields";
import type { AccountField, AccountTextField } from "./fields";
import type { AccountKindName } from "./kinds";
import { fieldsFor, normalizeAccount } from "./normalize";
import type { AccountValues } from "./normalize";
import { englishFormWords, wordIn } from "./words";
import type { AccountProblemCode, FormWords } from "./words";

/** A problem with one field of a form. */
export interface AccountProblem {
  /** The field with its groups, for example `beneficiary.address.city`. */
  field: string;
  code: AccountProblemCode;
  /** One sentence for the customer. */
  message: string;
}

/** The account that `checkAccount` has checked, as `externalAccounts.create` takes it. */
export type CheckedAccount<Kind extends AccountKindName> = Extract<AccountInfoParams, { accountType: Kind }>;

/** The result of `checkAccount`. */
export type AccountCheck<Kind extends AccountKindName> =
  | { ok: true; accountInfo: CheckedAccount<Kind>; problems?: undefined }
  | { ok: false; problems: AccountProblem[]; accountInfo?: undefined };

/** Options of `checkAccount`. */
export interface AccountCheckOptions {
  /** The texts in another language. Default: English. */
  words?: FormWords | undefined;
}

/**
 * Checks what a customer typed: normalizes it, and finds missing fields, wrong formats and wrong check digits. Never throws. The
 * simulator refuses the same check digits, with the same code in `details.reason`. The service may check more.
 *
 * @returns the account to send, or the problems by field
 * @see normalizeAccount
 * @example
 * ```ts
 * import { checkAccount } from "payments-sdk/forms";
 *
 * const typed = {
 *   clabeNumber: "002 010 07777777777 1",
 *   "beneficiary.beneficiaryType": "INDIVIDUAL",
 *   "beneficiary.fullName": "Ada Lovelace",
 * };
 * const { accountInfo, problems } = checkAccount("MXN_ACCOUNT", typed);
 * if (accountInfo) await payments.platform.externalAccounts.create({ currency: "MXN", accountInfo });
 * else for (const { field, message } of problems) console.log(field, message);
 * ```
 */
export function checkAccount<Kind extends AccountKindName>(
  kind: Kind,
  values: AccountValues,
  options: AccountCheckOptions = {},
): AccountCheck<Kind> {
  const { words = englishFormWords } = ownOptions<AccountCheckOptions>(options, { words: anything });
  const data = accountKindData(kind);
  if (data === undefined) {
    return { ok: false, problems: [problemOf("UNKNOWN_KIND", "accountType", words, nearestKind(kind))] };
  }
  const { accountType: _, ...read } = normalizeAccount(kind, values);
  const formats = { ...data.required, ...data.optional };
  const problems = [
    ...problemsOf(fieldsFor(kind, read), read, formats, words),
    ...(kind === "LIGHTNING" ? problemsOfLightning(read, Object.keys(formats), words) : []),
  ];
  if (problems.length > 0) return { ok: false, problems };
  // The checks above are the fields of the type.
  return { ok: true, accountInfo: { accountType: kind, ...read } as unknown as CheckedAccount<Kind> };
}

type Formats = Readonly<Record<string, TextFormat>>;

/** The formats inside of a group. */
function formatsIn(group: string, values: AccountValues): Formats {
  if (group === "address") return addressFormats();
  return values["beneficiaryType"] === "BUSINESS" ? businessFormats() : individualFormats();
}

function problemsOf(
  fields: readonly AccountField[],
  values: AccountValues,
  formats: Formats,
  words: FormWords,
  path = "",
): AccountProblem[] {
  const known = fields.map(({ name }) => name);
  const unknown = Object.keys(values)
    .filter((name) => !known.includes(name))
    .map((name) => problemOf("UNKNOWN_FIELD", path + name, words, nearest(name, known)));
  const wrong = fields.flatMap((field) => {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    const at = path + field.name;
    if (field.fields !== undefined && (value !== undefined || field.required)) {
      const inner = typeof value === "object" && value !== null ? (value as AccountValues) : {};
      return problemsOf(field.fields, inner, formatsIn(field.name, inner), words, `${at}.`);
    }
    const code = field.fields === undefined ? codeOf(field, formats[field.name], value, values) : undefined;
    return code === undefined ? [] : [problemOf(code, at, words, undefined, field as AccountTextField)];
  });
  return [...unknown, ...wrong];
}

/** What is wrong with the value of a text field. */
function codeOf(
  field: AccountTextField,
  format: TextFormat | undefined,
  value: unknown,
  siblings: AccountValues,
): AccountProblemCode | undefined {
  if (value === undefined) return field.required ? "REQUIRED" : undefined;
  if (typeof value !== "string" || format?.pattern.test(value) !== true) {
    return field.options === undefined ? "FORMAT" : "CHOICE";
  }
  return followsStandard(format, value, siblings) ? undefined : failureOf(format);
}

/** The code of a value that breaks its standard. Dates, countries and emails have no check digits. */
const failureOf = ({ standard }: TextFormat): AccountProblemCode =>
  standard === "COUNTRY" || standard === "DATE" || standard === "EMAIL" ? "FORMAT" : "CHECK_DIGITS";

/** A Lightning destination has exactly one of its fields. */
function problemsOfLightning(values: AccountValues, names: readonly string[], words: FormWords) {
  const given = names.filter((name) => Object.hasOwn(values, name));
  const [first, second] = given.length === 0 ? [undefined, names[0]] : given;
  return second === undefined && first !== undefined ? [] : [problemOf("ONE_OF", second ?? "", words)];
}

function problemOf(
  code: AccountProblemCode,
  field: string,
  words: FormWords,
  near?: string,
  { format = "", example = "" }: Partial<AccountTextField> = {},
): AccountProblem {
  const name = field.split(".").at(-1) ?? field;
  const label = wordIn(words, "labels", name) ?? name;
  const message = wordIn(words, "problems", code)?.({ label, format, example, nearest: near }) ?? "";
  return { field, code, message };
}
