/**
 * An id of the form `<ResourceType>:<identifier>`. The prefix helps readers and editors. Any other string
 * also works, because the service decides the form of its ids.
 */
export type Id<Prefix extends string> = `${Prefix}:${string}` | (string & {});

/** The id of a customer, `Customer:…`. */
export type CustomerId = Id<"Customer">;
/** The id of an internal account, `InternalAccount:…`. */
export type InternalAccountId = Id<"InternalAccount">;
/** The id of an external account, `ExternalAccount:…`. */
export type ExternalAccountId = Id<"ExternalAccount">;
/** The id of an internal or an external account. */
export type AccountId = InternalAccountId | ExternalAccountId;
/** The id of a quote, `Quote:…`. */
export type QuoteId = Id<"Quote">;
/** The id of a transaction, `Transaction:…`. */
export type TransactionId = Id<"Transaction">;
/** The id of a sign-in credential, `AuthMethod:…`. */
export type AuthMethodId = Id<"AuthMethod">;
/** The id of a wallet session, `Session:…`. */
export type SessionId = Id<"Session">;
/** The id of a beneficial owner, `BeneficialOwner:…`. */
export type BeneficialOwnerId = Id<"BeneficialOwner">;
/** The id of a verification, `Verification:…`. */
export type VerificationId = Id<"Verification">;
/** The id of a receiver lookup, `Lookup:…`. */
export type LookupId = Id<"Lookup">;
