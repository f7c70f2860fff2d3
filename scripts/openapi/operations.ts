import type * as Sdk from "../../src/index";
import type { OPERATIONS } from "../../src/operations/all";
import type { NEWEST } from "../../src/operations/newest";
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
  // April: optional in umaProviders.list
  data: Item[];
  /** Whether more rows follow. */
  // April: optional in umaProviders.list
  hasMore: boolean;
  /** The cursor of the next page. */
  nextCursor?: string | null;
  /** Number of matches over all pages. */
  totalCount?: number | null;
}

/** A list without pages. */
export interface ListOf<Item> {
  // April: optional in discoveries.list
  data: Item[];
}

/** A challenge for a passkey repeats the credential. */
export interface PasskeyChallenge extends Omit<Sdk.PasskeyAuthChallenge, "type"> {
  type: "PASSKEY";
  /** The WebAuthn credential id in base64url. If it is there, `challenge` is text. */
  // April: absent
  credentialId?: string;
}

/** A credential that was sent a new code, or that needs no challenge. */
export interface ChallengedCredential extends Sdk.AuthMethod {
  // April: without SMS_OTP
  type: "EMAIL_OTP" | "SMS_OTP" | "OAUTH";
  /** The signed key to seal the code to: JSON with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`. */
  // April: absent
  otpEncryptionTargetBundle?: string;
}

/** The result of a signed request that was sent without its signature. */
export type Challenge = Sdk.SignedRetryChallenge;

/** Signs in with a one-time code: in the clear with `otp` and `clientPublicKey`, or sealed with `encryptedOtpBundle`. */
export interface CodeVerifyParams extends Partial<Omit<Sdk.EmailOtpVerifyParams, "type">> {
  // April: without SMS_OTP
  type: "EMAIL_OTP" | "SMS_OTP";
  /** The code and the public key of the session, sealed: JSON with `encappedPublic` and `ciphertext`, both in hexadecimal. */
  // April: absent
  encryptedOtpBundle?: string;
}

/** Signs in with a passkey. If the challenge has taken the key of the session, `clientPublicKey` is left out. */
export interface PasskeyVerifyParams extends Partial<Sdk.PasskeyVerifyParams> {
  type: "PASSKEY";
  assertion: Sdk.PasskeyAssertion;
}

/** Where a method has more than one signature. */
interface Overloaded {
  "auth.credentials.challenge": {
    params: Partial<Sdk.CredentialChallengeParams>;
    object: ChallengedCredential | PasskeyChallenge;
  };
  "auth.credentials.verify": {
    params: CodeVerifyParams | Sdk.OauthVerifyParams | PasskeyVerifyParams;
    object: Sdk.Session;
  };
}

/** The parameters of an operation, and its result in each form. Its declaration says which form it has. */
type TypesOf<Declared> =
  Declared extends Operation<infer Params, infer Result>
    ? { params: Params; object: Result; page: PageOf<Result>; list: ListOf<Result> }
    : never;

/** The operations that the client has no method for. */
export interface WithoutMethod {
  auth: {
    sessions: {
      /** Opens a new session for a new key. The current session signs. */
      refresh: never;
    };
  };
}

type Newest = (typeof NEWEST)[number];
type Declared = Exclude<(typeof OPERATIONS)[number], { name: Newest["name"] }> | Newest;

/** The types of each operation. */
export type Operations = {
  [One in Declared as One["name"]]: One["name"] extends keyof Overloaded
    ? Overloaded[One["name"]]
    : TypesOf<One>;
};
