/**
 * An identifier of the form `<ResourceType>:<identifier>`. The known prefix helps a reader and an editor; any other
 * string is accepted, because the service decides what an identifier looks like.
 *
 * @see specification, "Conventions"
 */
export type Id<Prefix extends string> = `${Prefix}:${string}` | (string & {});

/** Identifier of a customer, `Customer:…` (specification, "Conventions"). */
export type CustomerId = Id<"Customer">;
/** Identifier of an internal account, `InternalAccount:…` (specification, "Conventions"). */
export type InternalAccountId = Id<"InternalAccount">;
/** Identifier of an external account, `ExternalAccount:…` (specification, "Conventions"). */
export type ExternalAccountId = Id<"ExternalAccount">;
/** Identifier of an internal or an external account (specification, "Account object"). */
export type AccountId = InternalAccountId | ExternalAccountId;
/** Identifier of a quote, `Quote:…` (specification, "Conventions"). */
export type QuoteId = Id<"Quote">;
/** Identifier of a transaction, `Transaction:…` (specification, "Conventions"). */
export type TransactionId = Id<"Transaction">;
/** Identifier of an authentication credential, `AuthMethod:…` (specification, "Conventions"). */
export type AuthMethodId = Id<"AuthMethod">;
/** Identifier of a wallet session, `Session:…` (specification, "Conventions"). */
export type SessionId = Id<"Session">;
/** Identifier of a beneficial owner, `BeneficialOwner:…` (specification, "Conventions"). */
export type BeneficialOwnerId = Id<"BeneficialOwner">;
/** Identifier of a verification, `Verification:…` (specification, "Conventions"). */
export type VerificationId = Id<"Verification">;
/** Identifier of a receiver lookup, `Lookup:…` (specification, "Conventions"). */
export type LookupId = Id<"Lookup">;
