/**
 * Forms for bank accounts and wallets: the kinds for a country, their fields, and a check of what a customer typed.
 *
 * @module
 */
export { checkAccount } from "./check";
export type { AccountCheck, AccountProblem, CheckedAccount } from "./check";
export { accountFields } from "./fields";
export type { AccountField, AccountGroupField, AccountOption, AccountTextField } from "./fields";
export { accountKindsFor } from "./kinds";
export type { AccountKindName } from "./kinds";
export { normalizeAccount } from "./normalize";
export type { AccountValues } from "./normalize";
export { englishFormWords } from "./words";
export type { AccountFieldName, FormWords } from "./words";
