import type { Body } from "./bodies";
import type { ServiceError } from "../support/endings";

/** Behaviour that the specification does not define. */
export interface Habits {
  /** The service stores a refusal under the key, like a success. */
  readonly storesRefusals?: boolean;
  /** The account has too little money until somebody funds it. */
  readonly needsFunds?: boolean;
  /** The code for a quote that was executed already. */
  readonly executedAlready?: "CONFLICT" | "QUOTE_EXPIRED";
  /** The service refuses every request with this error, before or after it looks at the key. */
  readonly refusesAll?: Pick<ServiceError, "status" | "code"> & { readonly isBeforeKey: boolean };
  /** A customer's identifier must be unique. */
  readonly hasUniqueCustomers?: boolean;
  /** The response to a second copy of an unsigned deletion. */
  readonly goneAlready?: 400 | 404 | 409 | 410 | 422;
  /** The service acts without a signature, although the caller has a signer. */
  readonly needsNoSignature?: boolean;
  /** The response to a second signed copy. */
  readonly usedChallenge?: 400 | 401 | 404;
  /** The service names the passkeys in its lists, and allows several. */
  readonly namesPasskeys?: boolean;
  /** The initial credentials of the wallet. */
  readonly credentials?: readonly Body[];
}
