import { refuse } from "./core/errors";
import { accountKindTable, addressFormats, businessFormats, individualFormats } from "./models/account-kinds";
import type { AccountKindData, AccountKindTable, TextFormat } from "./models/account-kinds";
import { nearest } from "./options/nearest";

/** A kind of account that {@link accountFields} knows: the 35 kinds of bank account, six wallets and Lightning. */
export type AccountKindName = keyof AccountKindTable;

/** A field of an account that holds text. */
export interface AccountTextField {
  name: string;
  required: boolean;
  /** What the value must be, in words. */
  format: string;
  /** A regular expression for the whole value, as the attribute `pattern` of an `<input>` takes it. */
  pattern: string;
  example: string;
  /** The values to choose from, if the field is a choice. */
  options?: readonly string[] | undefined;
  fields?: undefined;
}

/** A field of an account that holds an object, such as `beneficiary`. */
export interface AccountGroupField {
  name: string;
  required: boolean;
  fields: readonly AccountField[];
}

/** A field of an account. Narrow on `fields`. */
export type AccountField = AccountTextField | AccountGroupField;

/**
 * The fields of one kind of account, for forms. Bank accounts end with `beneficiary`, which has fields of its own. `accountType` itself is
 * not among them. The service may check more.
 *
 * Of the three fields of `LIGHTNING`, send exactly one.
 *
 * @param kind an `accountType`, for example `EUR_ACCOUNT`
 * @param beneficiaryType whether a person or a business owns the account. Default `"INDIVIDUAL"`
 * @throws {InvalidRequestError} when the kind or the beneficiary type is unknown
 * @example
 * ```ts
 * import { accountFields } from "payments-sdk";
 *
 * for (const field of accountFields("MXN_ACCOUNT")) {
 *   if (field.fields === undefined) console.log(field.name, field.format); // clabeNumber 18 digits
 * }
 * ```
 */
export function accountFields(
  kind: AccountKindName,
  beneficiaryType: "INDIVIDUAL" | "BUSINESS" = "INDIVIDUAL",
): AccountField[] {
  const table: Readonly<Record<string, AccountKindData>> = accountKindTable();
  const data = typeof kind === "string" && Object.hasOwn(table, kind) ? table[kind] : undefined;
  if (data === undefined) {
    const meant = typeof kind === "string" ? nearest(kind, Object.keys(table)) : undefined;
    const advice = meant === undefined ? "" : `. Did you mean ${meant}?`;
    refuse("kind", `must be a known kind of account${advice}`, OPERATION);
  }
  const own = [...fieldsOf(data.required, () => true), ...fieldsOf(data.optional, () => false)];
  return data.rails.length === 0 ? own : [...own, beneficiaryField(beneficiaryType, Object.keys(data.needs))];
}

const OPERATION = "accountFields";

function beneficiaryField(type: string, needs: readonly string[]): AccountGroupField {
  if (type !== "INDIVIDUAL" && type !== "BUSINESS") {
    refuse("beneficiaryType", 'must be "INDIVIDUAL" or "BUSINESS"', OPERATION);
  }
  const [formats, ...needed] =
    type === "INDIVIDUAL" ? [individualFormats(), "fullName", ...needs] : [businessFormats(), "legalName"];
  const isNeeded = (name: string) => name === "beneficiaryType" || needed.includes(name);
  return {
    name: "beneficiary",
    required: true,
    fields: [
      ...fieldsOf(formats, isNeeded),
      {
        name: "address",
        required: isNeeded("address"),
        fields: fieldsOf(addressFormats(), (name) => name !== "line2"),
      },
    ],
  };
}

function fieldsOf(
  formats: Readonly<Record<string, TextFormat>>,
  isRequired: (name: string) => boolean,
): AccountTextField[] {
  return Object.entries(formats).map(([name, { expected, pattern, example, options }]) => ({
    name,
    required: isRequired(name),
    format: expected,
    pattern: pattern.source,
    example,
    ...(options === undefined ? {} : { options }),
  }));
}
