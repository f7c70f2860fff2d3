import type * as Sdk from "../../src/index";
import type { OPERATIONS } from "../../src/operations/all";
import type { Operation } from "../../src/operations/operation";

/** A header of the operations that run once for each key. */
export interface KeyHeaders {
  /** Identifies the request. A second request with the same key gets the first response again. */
  "Idempotency-Key"?: string;
}

/** The headers of a signed request. The initial request has neither. */
export interface SignatureHeaders {
  /** The `requestId` of the challenge. */
  "Request-Id"?: string;
  /** A stamp over `payloadToSign` of the challenge, made with the key of a session. */
  "Service-Wallet-Signature"?: string;
}

/** The headers of single operations. */
export interface OwnHeaders {
  /** The `requestId` of the challenge. */
  "Request-Id"?: string;
  /** A stamp over `payloadToSign` of the quote's payment instructions. Required if the source is an embedded wallet. */
  "Service-Wallet-Signature"?: string;
}

/** One page of a list. */
export interface PageOf<Item> {
  data: Item[];
  /** Whether more rows follow. */
  hasMore: boolean;
  /** The cursor of the next page. */
  nextCursor?: string | null;
  /** Number of matches over all pages. */
  totalCount?: number | null;
}

/** A list without pages. */
export interface ListOf<Item> {
  data: Item[];
}

/** A challenge for a passkey repeats the credential. */
export interface PasskeyChallenge extends Omit<Sdk.PasskeyAuthChallenge, "type"> {
  type: "PASSKEY";
}

/** A credential that was sent a new code, or that needs no challenge. */
export interface ChallengedCredential extends Sdk.AuthMethod {
  type: "EMAIL_OTP" | "SMS_OTP" | "OAUTH";
}

/** The result of a signed request that was sent without its signature. */
export type Challenge = Sdk.SignedRetryChallenge;

/** Where a method has more than one signature. */
interface Overloaded {
  "auth.credentials.challenge": {
    params: Partial<Sdk.CredentialChallengeParams>;
    object: ChallengedCredential | PasskeyChallenge;
  };
}

/** The parameters of an operation, and its result in each form. Its declaration says which form it has. */
type TypesOf<Declared> =
  Declared extends Operation<infer Params, infer Result>
    ? { params: Params; object: Result; page: PageOf<Result>; list: ListOf<Result> }
    : never;

type Declared = (typeof OPERATIONS)[number];

/** The types of each operation. */
export type Operations = {
  [One in Declared as One["name"]]: One["name"] extends keyof Overloaded
    ? Overloaded[One["name"]]
    : TypesOf<One>;
};
