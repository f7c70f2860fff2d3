/** Where money comes from or goes to: `accountType` selects the variant, the other fields are kept as sent. */
export interface AccountInfo {
  accountType: string;
  [field: string]: unknown;
}

/** Where the primary identifier of an account is looked for, in this order (OP-43; the names are those of the contract's variants). */
export const identifierFields = [
  "accountNumber",
  "iban",
  "clabe",
  "clabeNumber",
  "pixKey",
  "address",
  "vpa",
  "phoneNumber",
  "lightningAddress",
  "invoice",
  "bolt12",
] as const;

/** The account number, IBAN, CLABE, PIX key, wallet address and so on; `undefined` when the account has none. */
export function primaryIdentifier(accountInfo: AccountInfo): string | undefined {
  for (const field of identifierFields) {
    const value = Object.hasOwn(accountInfo, field) ? accountInfo[field] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/**
 * The last three digits of an identifier, which select a sandbox scenario: blanks and hyphens do not count, an identifier
 * with a domain is read before its `@`. Anything but three digits is the empty string: the scenario "other" (OP-43).
 */
export function testSuffix(identifier: string | undefined): string {
  const [name = ""] = (identifier ?? "").split("@");
  const last = name.replaceAll(/[\s-]/g, "").slice(-3);
  return /^\d{3}$/.test(last) ? last : "";
}
