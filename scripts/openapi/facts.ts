import { readFileSync } from "node:fs";
import type { Schema } from "./schemas";

/** The bounds of the fields of a kind of account. */
interface AccountFacts {
  kinds: Record<
    string,
    Record<"required" | "optional", Record<string, { length?: [number, number]; pattern?: string }>>
  >;
}

const { kinds } = JSON.parse(
  readFileSync(new URL("../../test/fixtures/account-kinds.json", import.meta.url), "utf8"),
) as AccountFacts;

/** The bounds of a text or a number from fixed words in its doc comment. */
const WORDS: readonly [type: string, words: RegExp, bounds: Schema][] = [
  ["number", /smallest unit/, { type: "integer", format: "int64" }],
  ["number", /^(?:Integer|Number of|The HTTP status)\b/, { type: "integer" }],
  ["string", /ISO 8601 date-time/, { format: "date-time" }],
  ["string", /`YYYY-MM-DD`/, { format: "date" }],
  ["string", /ISO 3166-1 alpha-2/, { pattern: "^[A-Z]{2}$" }],
  ["string", /^E\.164\b/, { pattern: "^\\+[1-9]\\d{1,14}$" }],
  ["string", /\bstart(?:s|ing) with `\$`/i, { pattern: "^\\$" }],
];

/** The format of a text, from its name. */
const NAMES: readonly [name: RegExp, bounds: Schema][] = [
  [/^email$/, { format: "email" }],
  [/^url$|Url$/, { format: "uri" }],
];

const notNegative = { minimum: 0 };
const aboveZero = { exclusiveMinimum: 0 };
const percent = { minimum: 0, maximum: 100 };
const count = { type: "integer", minimum: 0 };
const factor = { format: "double", exclusiveMinimum: 0, examples: [1.005] };
const uncompressed = { minLength: 130, maxLength: 130, pattern: "^04[0-9a-fA-F]{128}$" };
const publicKey = {
  minLength: 66,
  maxLength: 130,
  pattern: "^(?:04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$",
};

/** Facts outside of the types and their comments, by the declaring type and the field. */
const BOUNDS: Readonly<Record<string, Schema>> = {
  "ArsPaymentInfo.accountNumber": { minLength: 22, maxLength: 22, pattern: "^\\d{22}$" },
  "BeneficialOwner.ownershipPercentage": percent,
  "BeneficialOwnerCreateParams.ownershipPercentage": percent,
  "BeneficialOwnerUpdateParams.ownershipPercentage": percent,
  "BrlPaymentInfo.qrCode": { minLength: 1 },
  "BulkImportProgress.failed": count,
  "BulkImportProgress.processed": count,
  "BulkImportProgress.successful": count,
  "BulkImportProgress.total": count,
  "CredentialChallengeParams.clientPublicKey": publicKey,
  "Currency.decimals": count,
  "CurrencyPreference.estimatedExchangeRate": aboveZero,
  "CurrencyPreference.max": aboveZero,
  "CurrencyPreference.min": aboveZero,
  "CustomerListParams.isIncludingDeleted": { default: false },
  "ExchangeRate.exchangeRate": aboveZero,
  "ExchangeRate.maxSendingAmount": notNegative,
  "ExchangeRate.minSendingAmount": notNegative,
  "ExchangeRate.receivingAmount": notNegative,
  "ExchangeRate.sendingAmount": notNegative,
  "ExchangeRateFees.fixed": notNegative,
  "ExchangeRateListParams.sendingAmount": { minimum: 0, default: 10_000 },
  "ExternalAccountCreateParams.defaultUmaDepositAccount": { default: false },
  "OutgoingTransaction.exchangeRate": aboveZero,
  "OutgoingTransaction.fees": notNegative,
  "PageOf.totalCount": count,
  "PageParams.limit": { minimum: 1, maximum: 100, default: 20 },
  "PlatformCurrencyParams.maxAmount": notNegative,
  "PlatformCurrencyParams.minAmount": notNegative,
  "Quote.exchangeRate": aboveZero,
  "Quote.feesIncluded": notNegative,
  "Quote.totalReceivingAmount": aboveZero,
  "Quote.totalSendingAmount": aboveZero,
  "QuoteCreateParams.immediatelyExecute": { default: false },
  "QuoteCreateParams.lockedCurrencyAmount": { minimum: 1, maximum: 9_000_000_000_000_000 },
  "RateDetails.counterpartyFixedFee": notNegative,
  "RateDetails.counterpartyMultiplier": factor,
  "RateDetails.serviceApiFixedFee": notNegative,
  "RateDetails.serviceApiMultiplier": factor,
  "RateDetails.serviceApiVariableFeeAmount": notNegative,
  "RateDetails.serviceApiVariableFeeRate": { format: "double", minimum: 0 },
  "SandboxFundParams.amount": { exclusiveMinimum: 0, maximum: 100_000_000_000 },
  "SandboxReceiveUmaParams.receivingCurrencyAmount": aboveZero,
  "SandboxSendParams.currencyAmount": aboveZero,
  "SessionRefreshParams.clientPublicKey": publicKey,
  "TransactionListParams.sortOrder": { default: "desc" },
  "TransferInParams.amount": aboveZero,
  "TransferOutParams.amount": aboveZero,
  "UmaProviderListParams.sortOrder": { default: "desc" },
  "VerifyParams.clientPublicKey": publicKey,
  "WalletExportParams.clientPublicKey": uncompressed,
};

const unused = new Set(Object.keys(BOUNDS));

/** Fails if a row of the table names an unknown field. */
export function checkBounds(): void {
  if (unused.size > 0) throw new Error(`facts.ts bounds fields that do not exist: ${[...unused].join(", ")}`);
}

/** The bounds of a field, by the type that declares it or by the kind of its account. */
export function boundsOf(owner: string, field: string): Schema {
  const name = `${owner}.${field}`;
  unused.delete(name);
  const rule = kinds[owner]?.required[field] ?? kinds[owner]?.optional[field];
  if (rule === undefined) return BOUNDS[name] ?? {};
  const [minLength, maxLength] = rule.length ?? [];
  return { ...(rule.length && { minLength, maxLength }), ...(rule.pattern && { pattern: rule.pattern }) };
}

/** Bounds of a field's values, or of a list's items, from the field's name and description. */
export function fromWords(schema: Schema, name: string, description: string): Schema {
  if (schema.type === "array" && schema.items?.type === "string") {
    const items = fromWords(schema.items, "", description);
    return Object.keys(items).length > 0 ? { items: { ...schema.items, ...items } } : {};
  }
  if (schema.enum !== undefined || schema.const !== undefined) return {};
  const named = schema.type === "string" ? NAMES.find(([names]) => names.test(name)) : undefined;
  const worded = WORDS.find(([type, words]) => type === schema.type && words.test(description));
  return { ...worded?.[2], ...named?.[1] };
}
