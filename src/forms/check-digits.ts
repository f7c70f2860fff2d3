/** The standards that account numbers follow. The forms and the simulator share this file. */
import { cnpj, cpf } from "cpf-cnpj-validator";
import { countrySpecs, isValidBIC, isValidIBAN } from "ibantools";
import type { AccountKindData, TextFormat, TextStandard } from "../models/account-kinds";

type Values = Readonly<Record<string, unknown>>;

/** Whether a country is in ISO 3166-1. `UK` is not: the United Kingdom is `GB`. */
export const isCountry = (code: string): boolean => Object.hasOwn(countrySpecs, code);

/** Whether accounts of a country take part in the Single Euro Payments Area. */
export const isInSepa = (code: string): boolean => isCountry(code) && countrySpecs[code]?.SEPA === true;

const isEmail = (value: string) => /^[^\s@"<>]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value);

/** The five types of a PIX key. A newer type passes. */
const pixRules: Readonly<Record<string, (value: string) => boolean>> = {
  CPF: (value) => /^[0-9]{11}$/.test(value) && cpf.isValid(value),
  CNPJ: (value) => /^[0-9A-Z]{12}[0-9]{2}$/.test(value) && cnpj.isValid(value),
  EMAIL: isEmail,
  PHONE: (value) => /^\+[1-9][0-9]{7,14}$/.test(value),
  RANDOM: (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
};

/** Whether a value of the right form follows its standard. `siblings` are the other fields of the same object. */
const rules: Readonly<Record<TextStandard, (value: string, siblings: Values) => boolean>> = {
  ABA: isRoutingNumber,
  BIC: isValidBIC,
  CLABE: isClabe,
  COUNTRY: isCountry,
  DATE: (value) => new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ?? false,
  EMAIL: isEmail,
  IBAN: (value) => isValidIBAN(value.toUpperCase()),
  PIX: (value, { pixKeyType }) => {
    const type = String(pixKeyType);
    return Object.hasOwn(pixRules, type) ? (pixRules[type]?.(value) ?? true) : true;
  },
  TAX_ID: (value) => (value.length === 11 ? cpf.isValid(value) : cnpj.isValid(value)),
};

const weighted = (digits: string, weights: readonly number[]) =>
  [...digits].map((digit, index) => Number(digit) * (weights[index % weights.length] ?? 0));

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The routing number of the American Bankers Association: the digits times 3, 7, 1 add up to a multiple of 10. */
function isRoutingNumber(value: string): boolean {
  return total(weighted(value, [3, 7, 1])) % 10 === 0;
}

/** The CLABE of Banco de México: the last digits of 17 digits times 3, 7, 1 and the 18th add up to a multiple of 10. */
function isClabe(value: string): boolean {
  const products = weighted(value.slice(0, 17), [3, 7, 1]).map((product) => product % 10);
  return (total(products) + Number(value.slice(17))) % 10 === 0;
}

/** Whether a value that fits its pattern follows its standard, such as the check digits of an IBAN. */
export const followsStandard = ({ standard }: TextFormat, value: string, siblings: Values): boolean =>
  standard === undefined || rules[standard](value, siblings);

/**
 * The fields of an account whose value has the right form and breaks its standard: a wrong check digit, an unknown country of an
 * IBAN or a BIC, a PIX key that is not of its type.
 */
export function wrongNumbers({ required, optional }: AccountKindData, values: Values): string[] {
  return Object.entries<TextFormat>({ ...required, ...optional }).flatMap(([name, format]) => {
    const value = values[name];
    if (typeof value !== "string" || !format.pattern.test(value)) return [];
    return followsStandard(format, value, values) ? [] : [name];
  });
}
