import { accountFields, accountKindData } from "./fields";
import type { AccountField, AccountTextField } from "./fields";
import type { AccountKindName } from "./kinds";

/** The values of a form: texts by field. A group is an object, or has names with dots, such as `beneficiary.fullName`. */
export type AccountValues = Readonly<Record<string, unknown>>;

type Mutable = Record<string, unknown>;

const isObject = (value: unknown): value is Mutable =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Puts values with dotted names, as an HTML form has them, into objects. */
function nested(values: AccountValues): Mutable {
  const result: Mutable = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let target = result;
    for (const name of names) {
      const inner: unknown = Object.hasOwn(target, name) ? target[name] : undefined;
      const next = isObject(inner) ? { ...inner } : {};
      set(target, name, next);
      target = next;
    }
    set(target, last, isObject(value) ? nested(value) : value);
  }
  return result;
}

/** Also a field called `__proto__` is only a field. */
const set = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });

/** Marks of direction and of width that people paste without seeing them. */
const INVISIBLE = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** Full-width and other forms of the same characters become the usual ones. Each run of white space becomes one space. */
const clean = (text: string) => text.normalize("NFKC").replace(INVISIBLE, "").replace(/\s+/gu, " ").trim();

const withoutSeparators = (text: string) => text.replace(/[\s.\-–/()]/gu, "");
const upperCase = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** `+` instead of `00`, and digits only. */
const phoneNumber = (text: string) => withoutSeparators(text).replace(/^00(?=[1-9])/, "+");

const pixKeys: Readonly<Record<string, (text: string) => string>> = {
  CPF: withoutSeparators,
  CNPJ: (text) => upperCase(withoutSeparators(text)),
  EMAIL: (text) => text.toLowerCase(),
  PHONE: phoneNumber,
  RANDOM: (text) => text.toLowerCase(),
};

const byName: Readonly<Record<string, (text: string, siblings: AccountValues) => string>> = {
  iban: (text) => upperCase(withoutSeparators(text)),
  swiftCode: (text) => upperCase(withoutSeparators(text)),
  country: upperCase,
  countryOfResidence: upperCase,
  nationality: upperCase,
  phoneNumber,
  pixKey: (text, { pixKeyType }) => {
    const type = upperCase(clean(String(pixKeyType)));
    return Object.hasOwn(pixKeys, type) ? (pixKeys[type]?.(text) ?? text) : text;
  },
};

function normalizeText(field: AccountTextField, given: string, siblings: AccountValues): string {
  const text = clean(given);
  const own = Object.hasOwn(byName, field.name) ? byName[field.name] : undefined;
  if (own !== undefined) return own(text, siblings);
  if (field.options !== undefined) {
    const value = upperCase(text);
    return field.options.some((option) => option.value === value) ? value : text;
  }
  return field.pattern.startsWith("^[0-9]{") ? withoutSeparators(text) : text;
}

function normalizeFields(fields: readonly AccountField[], values: Mutable): Mutable {
  const result: Mutable = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((one) => one.name === name);
    const read =
      field === undefined
        ? value
        : field.fields !== undefined
          ? isObject(value)
            ? withoutEmpty(normalizeFields(field.fields, value))
            : value
          : typeof value === "string"
            ? normalizeText(field, value, values)
            : value;
    // An input that nobody filled in is an absent field.
    if (read !== "" && read !== undefined && read !== null) set(result, name, read);
  }
  return result;
}

const withoutEmpty = (values: Mutable) => (Object.keys(values).length === 0 ? undefined : values);

/**
 * Writes the values of a form as the service takes them: `DE89 3704 …` without spaces, `20-30-15` as digits, full-width digits as usual
 * ones, `0049` as `+49`. Leaves out empty fields. Names with dots become objects. A second call changes nothing.
 *
 * `checkAccount` calls it for you. Call it to show the customer what you read.
 *
 * @example
 * ```ts
 * import { normalizeAccount } from "payments-sdk/forms";
 *
 * normalizeAccount("EUR_ACCOUNT", { iban: "de89 3704 0044 0532 0130 00" }); // { iban: "DE89370400440532013000" }
 * ```
 */
export function normalizeAccount(kind: AccountKindName, values: AccountValues): Record<string, unknown> {
  const given = nested(isObject(values) ? values : {});
  return accountKindData(kind) === undefined ? given : normalizeFields(fieldsFor(kind, given), given);
}

/** The fields for a form with these values: those of a person, or those of a business. */
export function fieldsFor(kind: AccountKindName, values: AccountValues): AccountField[] {
  const { beneficiary } = values;
  const type = isObject(beneficiary) ? upperCase(clean(String(beneficiary["beneficiaryType"]))) : "";
  return accountFields(kind, { beneficiaryType: type === "BUSINESS" ? "BUSINESS" : "INDIVIDUAL" });
}
