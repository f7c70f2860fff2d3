/** The texts of a form. English is here. Replace the table for another language. */
import type { FiatAccountKinds } from "../models/account-fields";
import type { BusinessBeneficiary, IndividualBeneficiary } from "../models/account-info";
import type { AddressParams } from "../models/address";
import { ownField } from "../options/read";

type NameOf<Union> = Union extends unknown ? keyof Union : never;

/** The name of a field of an account, of its beneficiary or of an address. */
export type AccountFieldName =
  | NameOf<FiatAccountKinds[keyof FiatAccountKinds]["fields"]>
  | NameOf<IndividualBeneficiary | BusinessBeneficiary>
  | keyof AddressParams
  | "beneficiary"
  | "bolt12"
  | "invoice"
  | "lightningAddress";

/** A value that a customer chooses from a list. */
export type AccountChoice =
  | "BUSINESS"
  | "CHECKING"
  | "CNPJ"
  | "CPF"
  | "EMAIL"
  | "INDIVIDUAL"
  | "PHONE"
  | "RANDOM"
  | "SAVINGS"
  | RegionChoice;

type RegionChoice = "BJ" | "CG" | "CI" | "CM" | "SN" | "TG";

/**
 * What is wrong with a field.
 *
 * - `REQUIRED`: the value is missing.
 * - `FORMAT`: the value does not have the form of the field, such as 18 digits.
 * - `CHECK_DIGITS`: the form is right, and a check digit is wrong. Most often, somebody mistyped a digit.
 * - `CHOICE`: the value is not in the list of the field.
 * - `ONE_OF`: a Lightning destination has exactly one of its three fields.
 * - `UNKNOWN_FIELD`, `UNKNOWN_KIND`: a mistake in your code. No customer should see it.
 */
export type AccountProblemCode =
  "CHECK_DIGITS" | "CHOICE" | "FORMAT" | "ONE_OF" | "REQUIRED" | "UNKNOWN_FIELD" | "UNKNOWN_KIND";

/** What a sentence about a problem can name. */
export interface ProblemFacts {
  /** The label of the field. */
  label: string;
  /** What the value must be, in English, for example `18 digits`. */
  format: string;
  example: string;
  /** The nearest known name of an unknown field or kind. */
  nearest: string | undefined;
}

/** The texts of a form in one language. */
export interface FormWords {
  labels: Readonly<Record<AccountFieldName, string>>;
  /** Where customers find a number, and how it looks. */
  hints: Readonly<Partial<Record<AccountFieldName, string>>>;
  choices: Readonly<Record<AccountChoice, string>>;
  /** One sentence for the customer. */
  problems: Readonly<Record<AccountProblemCode, (facts: ProblemFacts) => string>>;
}

const suggestion = ({ nearest }: ProblemFacts) => (nearest === undefined ? "" : ` Did you mean ${nearest}?`);

/** The texts in English. */
export const englishFormWords: FormWords = {
  labels: {
    accountNumber: "Account number",
    address: "Address",
    bankAccountType: "Type of account",
    bankCode: "Institution number",
    bankName: "Bank",
    beneficiary: "Account holder",
    beneficiaryType: "Type of account holder",
    birthDate: "Date of birth",
    bolt12: "Lightning offer",
    branchCode: "Branch code",
    city: "City",
    clabeNumber: "CLABE",
    country: "Country",
    countryOfResidence: "Country of residence",
    documentNumber: "Document number",
    documentType: "Identity document",
    email: "Email",
    fullName: "Full name",
    iban: "IBAN",
    invoice: "Lightning invoice",
    legalName: "Company name",
    lightningAddress: "Lightning address",
    line1: "Street and number",
    line2: "Apartment or floor",
    nationality: "Nationality",
    phoneNumber: "Phone number",
    pixKey: "PIX key",
    pixKeyType: "Type of PIX key",
    platformAccountId: "Your reference",
    postalCode: "Postal code",
    provider: "Mobile money provider",
    region: "Country of the account",
    registrationNumber: "Registration number",
    routingNumber: "Routing number",
    sortCode: "Sort code",
    state: "State or region",
    swiftCode: "BIC (SWIFT code)",
    taxId: "Tax ID",
    vpa: "UPI ID",
  },
  hints: {
    bankCode: "3 digits",
    birthDate: "Year, month and day, for example 1990-12-10",
    clabeNumber: "18 digits",
    fullName: "As the bank has it",
    iban: "In the banking app, or on a bank statement",
    legalName: "As in the company register",
    phoneNumber: "With the country code, for example +254 712 345 678",
    routingNumber: "9 digits, at the bottom left of a check",
    sortCode: "6 digits, for example 20-30-15",
    swiftCode: "8 or 11 letters and digits",
    taxId: "CPF or CNPJ of the account holder",
    vpa: "name@provider, in the UPI app",
  },
  choices: {
    BJ: "Benin",
    BUSINESS: "A business",
    CG: "Congo",
    CHECKING: "Checking account",
    CI: "Côte d’Ivoire",
    CM: "Cameroon",
    CNPJ: "CNPJ",
    CPF: "CPF",
    EMAIL: "Email",
    INDIVIDUAL: "A person",
    PHONE: "Phone number",
    RANDOM: "Random key",
    SAVINGS: "Savings account",
    SN: "Senegal",
    TG: "Togo",
  },
  problems: {
    CHECK_DIGITS: ({ label }) => `This ${label} has a typing mistake. Compare each character.`,
    CHOICE: ({ label }) => `Choose a value for ${label} from the list.`,
    FORMAT: ({ label, example }) => `${label} does not look right. Example: ${example}`,
    ONE_OF: () => "Enter one destination: an invoice, an offer or a Lightning address.",
    REQUIRED: ({ label }) => `${label} is missing.`,
    UNKNOWN_FIELD: (facts) => `${facts.label} is not a field of this account.${suggestion(facts)}`,
    UNKNOWN_KIND: (facts) => `Unknown kind of account.${suggestion(facts)}`,
  },
};

/** A text of a replaced table, or the English one where the table lacks it. */
export function wordIn<Group extends keyof FormWords>(
  words: FormWords,
  group: Group,
  name: string,
): FormWords[Group][keyof FormWords[Group]] | undefined {
  const read = (table: FormWords) => {
    const texts = (ownField(table, group) ?? {}) as object;
    return Object.hasOwn(texts, name) ? (Reflect.get(texts, name) as never) : undefined;
  };
  return read(words) ?? read(englishFormWords);
}
