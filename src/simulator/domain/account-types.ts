import { accountKinds } from "./account-fields";
import type { AccountKind } from "./account-fields";
import { identifierFields } from "./account-identifiers";
import type { AccountInfo } from "./account-identifiers";
import { findCurrency } from "./currencies";

/** What the contract says of a type; `undefined` for one that it does not know. */
export function findAccountKind(accountType: string): AccountKind | undefined {
  return Object.hasOwn(accountKinds, accountType) ? accountKinds[accountType] : undefined;
}

/**
 * What an account of this type must carry by the specification alone: one of the first, and all of the second (OP-44). Nothing
 * for an unknown type.
 */
export function requiredFields(accountType: string): { oneOf: readonly string[]; allOf: readonly string[] } {
  const { required = {}, optional = {} } = findAccountKind(accountType) ?? {};
  const primary = identifierFields.find((field) => Object.hasOwn(required, field));
  const allOf = accountType === "USD_ACCOUNT" ? ["routingNumber"] : [];
  // The specification speaks of a CLABE without naming the field; the contract names it clabeNumber.
  if (primary === "clabeNumber") return { oneOf: [primary, "clabe"], allOf };
  if (primary !== undefined) return { oneOf: [primary], allOf };
  return { oneOf: accountType === "LIGHTNING" ? Object.keys(optional) : [], allOf };
}

/** How money reaches a bank account of the currency; none for a currency that the contract has no account type for. */
export function paymentRails(currency: string): readonly string[] {
  return findAccountKind(`${currency}_ACCOUNT`)?.rails ?? [];
}

/** Responses of the service carry the rails of a bank account: those sent, else those of the type (contract, account variants). */
export function withPaymentRails(accountInfo: AccountInfo): AccountInfo {
  const { rails = [] } = findAccountKind(accountInfo.accountType) ?? {};
  return rails.length === 0 || Array.isArray(accountInfo["paymentRails"])
    ? accountInfo
    : { ...accountInfo, paymentRails: [...rails] };
}

/** Whether an account of a known type can hold a currency: a bank account its own, a wallet any crypto currency (OP-41). */
export function holdsCurrency(accountType: string, currency: string): boolean {
  return isCryptoAccount(accountType)
    ? findCurrency(currency)?.kind === "crypto"
    : accountType === `${currency}_ACCOUNT`;
}

/** The test networks that are not called "testnet". */
const testNetworks = new Map([
  ["SOLANA", "SOLANA_DEVNET"],
  ["LIGHTNING", "LIGHTNING_REGTEST"],
]);

/** The chain of a crypto account, with which the names of its networks begin. */
export function chainOf(accountType: string): string {
  return accountType.replace(/_WALLET$/, "");
}

/** The network of a crypto account that was sent without one; `undefined` for banks. */
export function defaultCryptoNetwork(
  accountType: string,
  environment: "sandbox" | "production",
): string | undefined {
  if (!isCryptoAccount(accountType)) return undefined;
  const chain = chainOf(accountType);
  return environment === "production" ? `${chain}_MAINNET` : (testNetworks.get(chain) ?? `${chain}_TESTNET`);
}

/** Whether an account is a wallet and not a bank account. */
export function isCryptoAccount(accountType: string): boolean {
  return accountType.endsWith("_WALLET") || accountType === "LIGHTNING";
}
