/**
 * An identifier of the form `<ResourceType>:<identifier>`. The known prefix helps a reader and an editor; any
 * other string is accepted, because the service decides what an identifier looks like.
 */
export type Id<Prefix extends string> = `${Prefix}:${string}` | (string & {});

/** Identifier of a customer, `Customer:…`. */
export type CustomerId = Id<"Customer">;
/** Identifier of an internal account, `InternalAccount:…`. */
export type InternalAccountId = Id<"InternalAccount">;
/** Identifier of an external account, `ExternalAccount:…`. */
export type ExternalAccountId = Id<"ExternalAccount">;
/** Identifier of an internal or an external account. */
export type AccountId = InternalAccountId | ExternalAccountId;
/** Identifier of a quote, `Quote:…`. */
export type QuoteId = Id<"Quote">;
/** Identifier of a transaction, `Transaction:…`. */
export type TransactionId = Id<"Transaction">;
/** Identifier of an authentication credential, `AuthMethod:…`. */
export type AuthMethodId = Id<"AuthMethod">;
/** Identifier of a wallet session, `Session:…`. */
export type SessionId = Id<"Session">;
/** Identifier of a beneficial owner, `BeneficialOwner:…`. */
export type BeneficialOwnerId = Id<"BeneficialOwner">;
/** Identifier of a verification, `Verification:…`. */
export type VerificationId = Id<"Verification">;
/** Identifier of a receiver lookup, `Lookup:…`. */
export type LookupId = Id<"Lookup">;
