import { accountKindTable } from "../../models/account-kinds";
import type { AccountKindData } from "../../models/account-kinds";
import type { AccountInfoRecord } from "./records/accounts";
import { words } from "../runtime/words";
import type { World } from "./world";

/** The kinds of account of the contract. */
export const accountKinds: Readonly<Record<string, AccountKindData>> = accountKindTable();

/** Where the primary identifier of an account is looked for, in this order (OP-43; the names are those of the contract's variants). */
const identifierFields = words(
  "accountNumber iban clabe clabeNumber pixKey address vpa phoneNumber lightningAddress invoice",
  "bolt12",
);

/** The account number, IBAN, CLABE, PIX key, wallet address and so on; `undefined` when the account has none. */
export function primaryIdentifier(accountInfo: AccountInfoRecord): string | undefined {
  const values = identifierFields.map((field) => accountInfo[field]);
  return values.find((value): value is string => typeof value === "string" && value !== "");
}

/** The last three digits before any `@`, without blanks and hyphens. Anything else, and all in production, is an empty string (OP-43). */
export function testSuffix({ options }: World, identifier: unknown): string {
  const [name = ""] = options.environment === "sandbox" ? String(identifier).split("@") : [];
  const last = name.replaceAll(/[\s-]/g, "").slice(-3);
  return /^\d{3}$/.test(last) ? last : "";
}

export function findAccountKind(accountType: string): AccountKindData | undefined {
  return Object.hasOwn(accountKinds, accountType) ? accountKinds[accountType] : undefined;
}

export function chainOf(accountType: string): string {
  return accountType.replace(/_WALLET$/, "");
}

/** The test networks that are not called "testnet". */
const testNetworks = new Map([
  ["SOLANA", "DEVNET"],
  ["LIGHTNING", "REGTEST"],
]);

/** The networks of a chain: that of production, such as SOLANA_MAINNET, and that of the sandbox, such as SOLANA_DEVNET. */
export const networksOf = (chain: string): readonly string[] => [
  `${chain}_MAINNET`,
  `${chain}_${testNetworks.get(chain) ?? "TESTNET"}`,
];

export function isCryptoAccount(accountType: string): boolean {
  return accountType.endsWith("_WALLET") || accountType === "LIGHTNING";
}
