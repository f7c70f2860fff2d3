import { readFileSync } from "node:fs";

/** The service's rules for one text field of an account. */
export interface TextRule {
  length?: [shortest: number, longest: number];
  pattern?: string;
  values?: string[];
}

/** The names of the fields of a beneficiary, without `beneficiaryType`. */
export interface BeneficiaryFields {
  required: string[];
  optional: string[];
}

/** The fields of one kind of account, without `accountType` and `beneficiary`. */
export interface AccountFields {
  required: Record<string, TextRule>;
  optional: Record<string, TextRule>;
  /** Only accounts in fiat currencies have a beneficiary. */
  person?: BeneficiaryFields;
  /** The values of `paymentRails` in a response, of a bank account only. */
  rails?: string[];
  /** The required fields of payment instructions. */
  instructions: string[];
}

interface AccountFacts {
  business: BeneficiaryFields;
  /** Kinds that occur in payment instructions but not as an external account. */
  instructionsOnly: Record<string, string[]>;
  kinds: Record<string, AccountFields>;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));

/** The service's kinds of account. */
export const accountFacts = read("account-kinds.json") as AccountFacts;

/** The service's error codes, by HTTP status. */
export const errorCodeFacts = read("error-codes.json") as Record<string, string[]>;

/** @throws {Error} when the service does not have this kind of account. */
export function accountFieldsOf(kind: string): AccountFields {
  const fields = accountFacts.kinds[kind];
  if (fields === undefined) throw new Error(`the service has no account of kind ${kind}`);
  return fields;
}
