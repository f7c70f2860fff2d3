import { refuse } from "../core/errors";
import {
  accountKindTable,
  addressFormats,
  businessFormats,
  individualFormats,
} from "../models/account-kinds";
import type { AccountKindData, TextFormat } from "../models/account-kinds";
import { anything } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { nearest } from "../options/nearest";
import { ownOptions } from "../options/read";
import type { AccountKindName } from "./kinds";
import { englishFormWords, wordIn } from "./words";
import type { FormWords } from "./words";

/** A value that a customer chooses. */
export interface AccountOption {
  value: string;
  label: string;
}

/** A field of an account that holds text. */
export interface AccountTextField {
  /** The name in `accountInfo`. */
  name: string;
  required: boolean;
  label: string;
  /** Where customers find the value, or how it looks. */
  hint?: string | undefined;
  /** What the value must be, in English. */
  format: string;
  /** A regular expression for the whole value, as the attribute `pattern` of an `<input>` takes it. Apply it after `normalizeAccount`. */
  pattern: string;
  example: string;
  /** The values to choose from, if the field is a choice. A field with one option needs no input. */
  options?: readonly AccountOption[] | undefined;
  /** The field before it that decides what the value must be, such as `pixKeyType`. */
  dependsOn?: string | undefined;
  fields?: undefined;
}

/** A field of an account that holds an object, such as `beneficiary`. */
export interface AccountGroupField {
  name: string;
  required: boolean;
  label: string;
  fields: readonly AccountField[];
}

/** A field of an account. Narrow on `fields`. */
export type AccountField = AccountTextField | AccountGroupField;

/** Options of `accountFields`. */
export interface AccountFieldsOptions {
  /** Whether a person or a business owns the account. Default `"INDIVIDUAL"`. */
  beneficiaryType?: "INDIVIDUAL" | "BUSINESS" | undefined;
  /** The texts in another language. Default: English. */
  words?: FormWords | undefined;
}

/** The fields of a kind of account, or `undefined` for an unknown kind. */
export function accountKindData(kind: unknown): AccountKindData | undefined {
  const table: Readonly<Record<string, AccountKindData>> = accountKindTable();
  return typeof kind === "string" && Object.hasOwn(table, kind) ? table[kind] : undefined;
}

/** The known kind that is nearest to a wrong one. */
export const nearestKind = (kind: unknown): string | undefined =>
  typeof kind === "string" ? nearest(kind, Object.keys(accountKindTable())) : undefined;

const OPERATION = "accountFields";
const OPTIONS: Kinds<AccountFieldsOptions> = { beneficiaryType: anything, words: anything };

/**
 * The fields of one kind of account, in the order of a form. A field stands after the field that it depends on. Bank accounts end with
 * `beneficiary`, which has fields of its own. `accountType` itself is not among them.
 *
 * Of the three fields of `LIGHTNING`, send exactly one.
 *
 * @param kind an `accountType`, for example `EUR_ACCOUNT`
 * @throws {InvalidRequestError} when the kind or the beneficiary type is unknown
 * @example
 * ```ts
 * import { accountFields } from "payments-sdk/forms";
 *
 * for (const field of accountFields("MXN_ACCOUNT")) {
 *   if (field.fields === undefined) console.log(field.label, field.format); // CLABE 18 digits
 * }
 * ```
 */
export function accountFields(kind: AccountKindName, options: AccountFieldsOptions = {}): AccountField[] {
  const { beneficiaryType = "INDIVIDUAL", words = englishFormWords } = ownOptions<AccountFieldsOptions>(
    options,
    OPTIONS,
  );
  const data = accountKindData(kind);
  if (data === undefined) {
    const meant = nearestKind(kind);
    const advice = meant === undefined ? ", such as one of `accountKindsFor`" : `. Did you mean ${meant}?`;
    refuse("kind", `must be a known kind of account${advice}`, OPERATION);
  }
  const isRequired = (name: string) => Object.hasOwn(data.required, name);
  const own = fieldsOf({ ...data.required, ...data.optional }, isRequired, words);
  return data.rails.length === 0
    ? own
    : [...own, beneficiaryField(beneficiaryType, Object.keys(data.needs), words)];
}

function beneficiaryField(type: string, needs: readonly string[], words: FormWords): AccountGroupField {
  if (type !== "INDIVIDUAL" && type !== "BUSINESS") {
    refuse("beneficiaryType", 'must be "INDIVIDUAL" or "BUSINESS"', OPERATION);
  }
  const [formats, ...needed] =
    type === "INDIVIDUAL" ? [individualFormats(), "fullName", ...needs] : [businessFormats(), "legalName"];
  const isNeeded = (name: string) => name === "beneficiaryType" || needed.includes(name);
  const address = fieldsOf(addressFormats(), (name) => name !== "line2", words);
  return {
    name: "beneficiary",
    required: true,
    label: labelOf("beneficiary", words),
    fields: [
      ...fieldsOf(formats, isNeeded, words),
      { name: "address", required: isNeeded("address"), label: labelOf("address", words), fields: address },
    ],
  };
}

const labelOf = (name: string, words: FormWords): string => wordIn(words, "labels", name) ?? name;

function fieldsOf(
  formats: Readonly<Record<string, TextFormat>>,
  isRequired: (name: string) => boolean,
  words: FormWords,
): AccountTextField[] {
  return Object.entries(formats).map(([name, { expected, pattern, example, options, standard }]) => {
    const hint = wordIn(words, "hints", name);
    return {
      name,
      required: isRequired(name),
      label: labelOf(name, words),
      ...(hint === undefined ? {} : { hint }),
      format: expected,
      pattern: pattern.source,
      example,
      ...(options === undefined
        ? {}
        : { options: options.map((value) => ({ value, label: wordIn(words, "choices", value) ?? value })) }),
      ...(standard === "PIX" ? { dependsOn: "pixKeyType" } : {}),
    };
  });
}
