import type { PaymentsClient } from "../client";
import type { PlainResponse } from "./problem";
import type { RegistrationChallenges } from "./registration-challenge";
import type { SenderInformation } from "./sender-information";
import type { RelayUser } from "./user";

/** What a page may ask of the relay: the HTTP method and the path below the mount point. */
export type RelayOperation =
  | "POST /registration-challenge"
  | "GET /auth/credentials"
  | "POST /auth/credentials"
  | "POST /auth/credentials/{id}/challenge"
  | "POST /auth/credentials/{id}/verify"
  | "DELETE /auth/credentials/{id}"
  | "GET /auth/sessions"
  | "DELETE /auth/sessions/{id}"
  | "POST /internal-accounts/{id}/export"
  | "GET /customers/internal-accounts"
  | "GET /customers/external-accounts"
  | "GET /transactions"
  | "GET /receiver/uma/{address}"
  | "GET /receiver/external-account/{id}"
  | "POST /quotes"
  | "GET /quotes/{id}"
  | "POST /quotes/{id}/execute";

/** Where passkeys may be made and used. */
export interface PasskeyPages {
  /** The origins of the platform's wallet pages and native apps. */
  readonly origins: ReadonlySet<string>;
  /** The origins of other pages that may hold a wallet page in a frame. */
  readonly topOrigins: ReadonlySet<string>;
}

/** One call of a page that has passed every general check. */
export interface RelayCall {
  /** Calls the service with the platform's credentials. */
  readonly client: PaymentsClient;
  /** Makes and checks the challenges of passkey registrations. */
  readonly challenges: RegistrationChallenges;
  /** Where passkeys may be made and used. */
  readonly pages: PasskeyPages;
  /** Who sent the call. */
  readonly user: RelayUser;
  /** Asks the platform about the sender of a payment. */
  readonly senderInformation: () => Promise<SenderInformation | undefined>;
  /** The decoded path parameter; empty where the operation has none. */
  readonly parameter: string;
  /** The query parameters that the operation takes, each at most once. */
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON, or `undefined`. */
  readonly body: unknown;
  /** The headers that the operation takes, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A call whose owner was checked. Nothing of it has reached the service yet but questions about the owner. */
export interface PreparedCall {
  /** The wallet that the call is about; `undefined` where it is about none in particular. */
  readonly accountId?: string | undefined;
  /** Makes the call. */
  readonly send: () => Promise<PlainResponse>;
}

/** What an operation takes from the page, and what it does. */
export interface OperationRow {
  /** The names of the query parameters that it takes. */
  readonly query?: readonly string[];
  /** The names of the headers that it takes, in lower case. */
  readonly headers?: readonly string[];
  /** Whether it takes a JSON body. */
  readonly takesBody?: boolean;
  /** Whether the user's proof or signature is part of it: a 401 of the service may then be about that. */
  readonly carriesProof?: boolean;
  /**
   * Checks the body and the owner.
   *
   * @throws {Problem} when the body is malformed (400), or something belongs to somebody else (404)
   */
  readonly prepare: (call: RelayCall) => PreparedCall | Promise<PreparedCall>;
}

/** One row of the table of operations. */
export interface Operation extends Required<OperationRow> {
  /** Names the operation in `onEvent` and `limit`. */
  readonly name: RelayOperation;
  /** The HTTP method. */
  readonly method: string;
  /** For example `/auth/credentials/{id}/verify`. */
  readonly template: string;
}

/** The wallet's stamp. */
export const SIGNATURE = "service-wallet-signature";
/** Names the challenge that was signed. */
export const REQUEST_ID = "request-id";
/** For every call of the service: the page repeats calls, as it knows their keys and its user's patience. The relay does not. */
export const ONCE = { maxRetries: 0 } as const;

/** The page's key of a payment. */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** Every header that some operation takes. */
export const forwardedHeaders: readonly string[] = [SIGNATURE, REQUEST_ID, IDEMPOTENCY_KEY];

/** What operations with a signed retry take. */
export const signed = { headers: [SIGNATURE, REQUEST_ID], carriesProof: true } as const;
