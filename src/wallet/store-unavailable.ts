import { PaymentsError } from "../core/errors";

const NOTHING_SENT = "so nothing was sent: free storage or reload the page, then try again";

/**
 * The store failed or did not respond in time. Nothing was sent. A wallet does not send a
 * payment that it cannot record, unless `allowUnrecordedPayments` is set. It does not report payments that it cannot read,
 * and does not report a sign-out while the store may have a session. Code `STORE_UNAVAILABLE`.
 */
export class StoreUnavailableError extends PaymentsError {
  override readonly name: string = "StoreUnavailableError";
  /** The store's method that failed, for example `put`. */
  readonly method: string;

  constructor(operation: string, method: string, problem: string, consequence = NOTHING_SENT) {
    super(`the store failed at \`${method}\` (${problem}), ${consequence}`, "STORE_UNAVAILABLE", {
      operation,
    });
    this.method = method;
  }
}
