import type { ClientOptions } from "../config";
import type { PaymentsClient } from "../client";
import type { Logger, LogLevel } from "../core/types";
import type { CustomerId, InternalAccountId } from "../models/ids";
import type { SessionRequiredHandler } from "./authorization";
import type { RelyingParty } from "./context";
import type { PasskeyCeremony } from "./passkey-ceremony";
import type { WalletEnvironment } from "./sandbox";
import type { SessionStore } from "./stores/session-store";

/** Fetches the challenge of a passkey registration. */
export type RegistrationChallengeSource = (options: {
  signal?: AbortSignal | undefined;
}) => string | Promise<string>;

/** Options of every {@link Wallet}. */
export interface WalletBaseOptions {
  /** The embedded wallet: an internal account of type EMBEDDED_WALLET. */
  accountId: InternalAccountId;
  /**
   * The environment of the service. Default `"production"`; it is never guessed. In `"sandbox"` the specification's magic
   * value stands for every signature and session keys are not opened; a production wallet does not send those values.
   */
  environment?: WalletEnvironment | undefined;
  /**
   * Where sessions are kept. Default: in memory, so that a reload signs out. A store that fails, or does not respond within
   * 3 seconds, is logged as a warning, and the sessions in memory stay usable.
   */
  store?: SessionStore | undefined;
  /**
   * How long before its end a session counts as `expiring`, in milliseconds by the service's clock. Default 120,000; 0 turns
   * the notice off.
   */
  expiryNotice?: number | undefined;
  /**
   * The device's part of passkeys: `browserPasskeys()` in a page. Required for PASSKEY in production, and not part of every
   * wallet so that one without passkeys stays small; in the sandbox the default needs no device.
   */
  passkeys?: PasskeyCeremony | undefined;
  /** For whom passkeys are made. Default: the page. */
  relyingParty?: RelyingParty | undefined;
  /**
   * Fetches the challenge of a passkey registration (base64url), which the platform's backend issues. The `signal` of the
   * call is passed on. Default: with a `relay` its POST /registration-challenge; with a `client` a random one, as this
   * program is the backend then.
   */
  registrationChallenge?: RegistrationChallengeSource | undefined;
  /**
   * Called when an action needs a session and none can sign it: signs in again, and the action goes on, once. Without it
   * the action fails with a `SessionRequiredError` or a `SessionExpiredError`.
   */
  onSessionRequired?: SessionRequiredHandler | undefined;
  /**
   * Public keys of the issuers of wallet exports: uncompressed P-256 points, 130 hexadecimal digits. Exporting in
   * production needs them, or {@link allowUnpinnedIssuer}.
   */
  trustedIssuerKeys?: readonly string[] | undefined;
  /**
   * Accepts wallet exports of any issuer in production.
   *
   * **Warning**: an export carries its own issuer key. Without a trusted one, whoever can alter the response on its way can
   * replace the phrase by one of their own.
   */
  allowUnpinnedIssuer?: boolean | undefined;
  /** The organization that wallet exports must belong to; not checked when absent. */
  organizationId?: string | undefined;
  /**
   * What POST /quotes/{quoteId}/execute is signed with: the stamp of every other action (the default), or the bare base64
   * DER signature of the specification's other reading.
   */
  executeSignature?: "stamp" | "der" | undefined;
  /**
   * The age from which an OpenID token is too old to be sent, in milliseconds by the service's clock. Default 60,000;
   * `Infinity` leaves the check to the service.
   */
  oidcTokenMaxAge?: number | undefined;
  /** The current time in milliseconds since the epoch. Default: the service's clock, as its responses tell it. */
  now?: (() => number) | undefined;
  /** Where log lines go. Default `console`. */
  logger?: Logger | undefined;
  /** The least severe level that is logged. Default `"warn"`. Variable: `PAYMENTS_LOG`. */
  logLevel?: LogLevel | undefined;
}

/** Options of a wallet in a backend, a script or a test: it calls the service with the client's credentials. */
export interface WalletClientOptions extends WalletBaseOptions {
  client: PaymentsClient;
  /**
   * The customer who owns the wallet. Needed for `externalAccounts`, sent with lookups, and `balance()` is one request with it.
   * A relay knows the customer by itself.
   */
  customerId?: CustomerId | undefined;
  relay?: undefined;
}

/**
 * Options of a wallet in a page: it calls the platform's backend, which relays to the service. The page holds no API secret.
 */
export interface WalletRelayOptions
  extends
    WalletBaseOptions,
    Pick<
      ClientOptions,
      "fetch" | "headers" | "timeout" | "totalTimeout" | "maxRetries" | "retryDelay" | "hooks" | "validation"
    > {
  /**
   * The relay's address: absolute, or relative to the page, for example `/wallet`. No version is added. A relative one is
   * resolved at the first request, so that a wallet can be made where a server renders the page.
   */
  relay: string;
  client?: undefined;
  customerId?: undefined;
}

/** Options of a {@link Wallet}: a backend, script or test passes `client`, a page passes `relay`. */
export type WalletOptions = WalletClientOptions | WalletRelayOptions;
