import { kindOf } from "../options/describe";
import { base64 } from "./base64";
import { ConfigurationError } from "./errors";
import { SharedWork } from "./lease";

/** The token of a platform, for HTTP Basic authentication. */
export interface ClientCredentials {
  /** The API token's id. */
  clientId: string;
  /** The API client secret. */
  clientSecret: string;
  bearer?: undefined;
}

/** A bearer token, for example of an agent. */
export interface BearerCredentials {
  /** Sent as `Authorization: Bearer <token>`. */
  bearer: string;
  clientId?: undefined;
  clientSecret?: undefined;
}

/** The proof of a client's identity. */
export type Credentials = ClientCredentials | BearerCredentials;

/** Gets credentials, for example from a secret store. */
export type CredentialsProvider = () => Credentials | Promise<Credentials>;

/** The number of secrets that a client remembers, to keep them out of errors and logs. */
const REMEMBERED_SECRETS = 20;

/** A value for a header, without the blanks and the byte-order mark that files and shells add. */
export function headerValue(option: string, value: unknown): string {
  if (typeof value !== "string")
    throw new ConfigurationError(option, `must be a string, got ${kindOf(value)}`);
  const text = value.replace(/^[\s\ufeff]+|[\s\ufeff]+$/g, "");
  if (text === "") throw new ConfigurationError(option, "must not be empty");
  if (/[\u0000-\u001f\u007f\ufeff]/.test(text))
    throw new ConfigurationError(option, "must not contain control characters");
  return text;
}

/** An `Authorization` header, with its secrets. */
interface Authorization {
  readonly header: string;
  readonly secrets: readonly string[];
}

/**
 * Reads credentials.
 *
 * @throws {ConfigurationError} when they are malformed. The error shows no value
 */
function authorizationOf(given: unknown, prefix: string): Authorization {
  const { clientId, clientSecret, bearer } = Object(given) as Record<string, unknown>;
  const isBasic = clientId != null && clientSecret != null;
  if (isBasic === (bearer != null)) {
    throw new ConfigurationError("credentials", "must be `{ clientId, clientSecret }` or `{ bearer }`");
  }
  if (!isBasic) {
    const token = headerValue(`${prefix}bearer`, bearer);
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new ConfigurationError(`${prefix}bearer`, "must be ASCII text without blanks");
    return { header: `Bearer ${token}`, secrets: [token] };
  }
  const id = headerValue(`${prefix}clientId`, clientId);
  // HTTP Basic ends the user name at the first colon (RFC 7617, section 2).
  if (id.includes(":")) throw new ConfigurationError(`${prefix}clientId`, "must not contain a colon");
  const secret = headerValue(`${prefix}clientSecret`, clientSecret);
  const credential = base64(new TextEncoder().encode(`${id}:${secret}`));
  return { header: `Basic ${credential}`, secrets: [credential, secret] };
}

/** The credentials of a client. Calls a provider when needed, and keeps its result until the service refuses it. */
export class CredentialStore {
  readonly #provider: CredentialsProvider | undefined;
  #header: string | undefined;
  #accepted: string | undefined;
  readonly #loading = new SharedWork<Authorization>();
  #secrets: readonly string[] = [];

  /**
   * `prefix` precedes the names of options in errors.
   *
   * @throws {ConfigurationError} when credentials that are not a provider are malformed
   */
  constructor(given: Credentials | CredentialsProvider, prefix = "credentials.") {
    if (typeof given === "function") this.#provider = given;
    else this.#keep(authorizationOf(given, prefix));
  }

  /** The value of the `Authorization` header. `undefined` before they are loaded, and after the service refused them. */
  get header(): string | undefined {
    return this.#header;
  }

  /** The secrets of the current and the earlier credentials, which errors must not show. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  /**
   * Calls the provider. Concurrent calls share its result. If the call that started it gives up, or the provider takes longer than
   * `limitMs`, the next one starts anew: a provider that never settles stops one call only.
   *
   * @param ended aborts when this call gives up
   */
  async load(limitMs: number, ended: AbortSignal): Promise<string> {
    const ask = async () => authorizationOf(await this.#provider?.(), "credentials.");
    return this.#keep(await this.#loading.join(ask, limitMs, ended));
  }

  /** The service accepted a header. */
  accept(header: string | undefined): void {
    this.#accepted = header;
  }

  /** Forgets a refused header. Returns false if {@link load} would return no better one. `isRenewed`: the request got it by a renewal. */
  discard(isRenewed: boolean): boolean {
    // New credentials that never worked will not work next time.
    if (this.#provider === undefined || (isRenewed && this.#accepted !== this.#header)) return false;
    this.#header = undefined;
    return true;
  }

  #keep({ header, secrets }: Authorization): string {
    this.#header = header;
    this.#secrets = [...new Set([...secrets, ...this.#secrets])].slice(0, REMEMBERED_SECRETS);
    return header;
  }
}
