import type { PlainResponse } from "./problem";
import type { RelayOperation } from "./event";
import type { RelaySettings, RelayUser } from "./options";

/** One call of a page that has passed every general check. */
export interface RelayCall {
  readonly settings: RelaySettings;
  readonly operation: ServedOperation;
  /** The user who sent the call. */
  readonly user: RelayUser;
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
  readonly method: "GET" | "POST" | "DELETE";
  /** For example `/auth/credentials/{id}/verify`. */
  readonly template: string;
}

/** The wallet's stamp. */
export const SIGNATURE = "service-wallet-signature";
/** Names the signed challenge. */
export const REQUEST_ID = "request-id";
/** The page's idempotency key of a payment. */
export const IDEMPOTENCY_KEY = "idempotency-key";

/**
 * For every call of the service. The page retries, because it knows its keys and its user's patience. The relay does not.
 */
export const ONCE = { maxRetries: 0 } as const;
