import type { PaymentsClient } from "../client";
import type { PlainResponse } from "./problem";
import type { RegistrationChallenges } from "./registration-challenge";
import type { SenderInformation } from "./sender-information";
import type { RelayUser } from "./user";

/** An operation that the relay offers to pages: the HTTP method, and the path below the mount point. */
export type RelayOperation =
  | "POST /registration-challenge"
  | "GET /auth/credentials"
  | "POST /auth/credentials"
  | "POST /auth/credentials/{id}/challenge"
  | "POST /auth/credentials/{id}/verify"
  | "DELETE /auth/credentials/{id}"
  | "GET /auth/sessions"
  | "DELETE /auth/sessions/{id}"
  | "POST /auth/sessions/{id}/refresh"
  | "POST /internal-accounts/{id}/export"
  | "GET /customers/internal-accounts"
  | "GET /customers/external-accounts"
  | "GET /transactions"
  | "GET /receiver/uma/{address}"
  | "GET /receiver/external-account/{id}"
  | "POST /quotes"
  | "GET /quotes/{id}"
  | "POST /quotes/{id}/execute";

/** The origins where passkeys may be created and used. */
export interface PasskeyPages {
  /** The origins of the platform's wallet pages and native apps. */
  readonly origins: ReadonlySet<string>;
  /** The origins of other pages that may frame a wallet page. */
  readonly topOrigins: ReadonlySet<string>;
}

/** One call of a page that has passed every general check. */
export interface RelayCall {
  /** Calls the service with the platform's credentials. */
  readonly client: PaymentsClient;
  /** Issues and checks the challenges of passkey registrations. */
  readonly challenges: RegistrationChallenges;
  /** The origins where passkeys may be created and used. */
  readonly pages: PasskeyPages;
  /** The user who sent the call. */
  readonly user: RelayUser;
  /** Calls the platform for the sender of a payment. */
  readonly senderInformation: () => Promise<SenderInformation | undefined>;
  /** The decoded path parameter. Empty if the operation has none. */
  readonly parameter: string;
  /** The operation's query parameters, each at most once. */
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON, or `undefined`. */
  readonly body: unknown;
  /** The operation's headers, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A call with a checked owner. The service has seen only the ownership checks. */
export interface PreparedCall {
  /** The wallet that the call is about. `undefined` if the call is not about one wallet. */
  readonly accountId?: string | undefined;
  /** Makes the call. */
  readonly send: () => Promise<PlainResponse>;
}

/** The inputs of an operation, and its action. */
export interface OperationRow {
  /** The names of its query parameters. */
  readonly query?: readonly string[];
  /** The names of its headers, in lower case. */
  readonly headers?: readonly string[];
  /** Whether it takes a JSON body. */
  readonly takesBody?: boolean;
  /** Whether the call carries the user's proof or signature. A 401 of the service may then be about that. */
  readonly carriesProof?: boolean;
  /**
   * Checks the body and the owner.
   *
   * @throws {Problem} when the body is malformed (400), or a resource belongs to another user (404)
   */
  readonly prepare: (call: RelayCall) => PreparedCall | Promise<PreparedCall>;
}

/** One row of the table of operations. */
export interface ServedOperation extends Required<OperationRow> {
  /** Names the operation in `onEvent` and `limit`. */
  readonly name: RelayOperation;
  /** The HTTP method. */
  readonly method: string;
  /** For example `/auth/credentials/{id}/verify`. */
  readonly template: string;
}

/** The wallet's stamp. */
export const SIGNATURE = "service-wallet-signature";
/** Names the signed challenge. */
export const REQUEST_ID = "request-id";
/**
 * For every call of the service. The page retries, because it knows its keys and its user's patience. The relay does not.
 */
export const ONCE = { maxRetries: 0 } as const;

/** The page's idempotency key of a payment. */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** Every header that an operation forwards. */
export const forwardedHeaders: readonly string[] = [SIGNATURE, REQUEST_ID, IDEMPOTENCY_KEY];

/** The inputs of operations with a signed retry. */
export const signedInputs = { headers: [SIGNATURE, REQUEST_ID], carriesProof: true } as const;
