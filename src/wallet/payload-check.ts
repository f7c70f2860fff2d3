import { refuse } from "../core/errors";
import type { Quote } from "../models/quote";

/** The action that a signature allows. */
export interface PayloadIntent {
  /** The service's operation, for example `quotes.execute` or `auth.credentials.revoke`. */
  readonly operation: string;
  /** The quote of a payment, as `confirm` received it. Absent for other actions. */
  readonly quote?: Quote | undefined;
}

/**
 * Checks a payload before the wallet signs it. Throw, or return `false`, to refuse.
 */
export type PayloadCheck = (payload: string, intent: PayloadIntent) => unknown;

/** How many payloads the wallet remembers. A page rarely signs more. */
const REMEMBERED = 1_000;

/**
 * Refuses a payload that this wallet has seen for another action or another quote. The service's payloads are opaque, so a
 * relay could pass off one as another.
 */
export class PayloadGuard {
  readonly #check: PayloadCheck | undefined;
  readonly #seen = new Map<string, string>();

  constructor(check: PayloadCheck | undefined) {
    this.#check = check;
  }

  /**
   * Remembers a payload when it is first seen.
   *
   * @throws {InvalidRequestError} when it was seen for something else
   */
  see(payload: string, { operation, quote }: PayloadIntent): void {
    const purpose = `${operation} ${quote?.id ?? ""}`;
    const known = this.#seen.get(payload) ?? purpose;
    if (known !== purpose) refuse("payload", "was seen for another action: it is not signed", operation);
    this.#seen.set(payload, purpose);
    if (this.#seen.size > REMEMBERED) this.#seen.delete([...this.#seen.keys()][0] ?? "");
  }

  /**
   * Checks a payload before it is signed.
   *
   * @throws {InvalidRequestError} when it was seen for something else, or the application refuses it
   */
  async require(payload: string, intent: PayloadIntent): Promise<void> {
    this.see(payload, intent);
    if ((await this.#check?.(payload, intent)) === false) {
      refuse("payload", "was refused by `checkPayload`", intent.operation);
    }
  }
}
