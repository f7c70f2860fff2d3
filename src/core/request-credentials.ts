import type { CredentialStore } from "./client-credentials";
import type { PaymentsError } from "./errors";

/** The most repeats of a request because of refused credentials. */
const MOST_RENEWALS = 3;

/** The client's credentials for one request. If the service refuses them, the next attempt may have others. */
export class RequestCredentials {
  readonly #store: CredentialStore;
  /** The header of the latest attempt. */
  #header: string | undefined;
  /** The refusal that the next attempt may overcome. */
  #refusal: { readonly header: string; readonly error: PaymentsError } | undefined;
  #renewals = 0;
  #hasRenewed = false;

  constructor(store: CredentialStore) {
    this.#store = store;
  }

  /** Whether the next attempt waits for {@link load}. */
  get areMissing(): boolean {
    return this.#store.header === undefined;
  }

  async load(limitMs: number, ended: AbortSignal): Promise<void> {
    this.#header = await this.#store.load(limitMs, ended);
  }

  /**
   * Begins an attempt. If the service refused the credentials of the previous one, returns its error.
   *
   * @throws {PaymentsError} when the refused credentials are still the newest
   */
  begin(): PaymentsError | undefined {
    const { header, error } = this.#refusal ?? {};
    this.#refusal = undefined;
    // Also kept for the send: another call may discard them before.
    if (this.take() === header && error) throw error;
    return error;
  }

  /** The header for a request that is sent now. Another call may have renewed it since the attempt began. */
  take(): string | undefined {
    this.#header = this.#store.header ?? this.#header;
    return this.#header;
  }

  /** The service accepted the header of the latest attempt. */
  accept(): void {
    this.#store.accept(this.#header);
  }

  /** The service refused the header of the latest attempt. Returns true if the next attempt may have another one. */
  renew(error: PaymentsError): boolean {
    const header = this.#header;
    if (header === undefined || this.#renewals === MOST_RENEWALS) return false;
    // Otherwise another call has renewed them.
    const isNewest = this.#store.header === header;
    if (isNewest && !this.#store.discard(this.#hasRenewed)) return false;
    this.#hasRenewed ||= isNewest;
    this.#renewals += 1;
    this.#refusal = { header, error };
    return true;
  }
}
