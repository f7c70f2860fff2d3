import type { ClientOptions } from "../config/client-options";
import type { LogOptions } from "../config/shared-options";
import type { PaymentsClient } from "../client";
import type { CallDefaults } from "../core/call-defaults";
import type { CustomerId, InternalAccountId } from "../models/ids";
import type { Quote } from "../models/quote";
import type { PasskeyCeremony } from "./passkey-ceremony";
import type { WalletEnvironment } from "./sandbox";
import type { WalletStore } from "./stores/wallet-store";

/** Fetches the challenge of a passkey registration. */
export type RegistrationChallengeSource = (options: {
  signal?: AbortSignal | undefined;
}) => string | Promise<string>;

/** The reason why a wallet asks for a sign-in. */
export interface SessionRequest {
  /** The waiting action, for example `wallet.executeQuote`. */
  operation: string;
  /**
   * `missing`: nobody has signed in. `expired`: the session has ended. `other-credential`: to revoke `credentialId`, the
   * wallet needs a session of another credential.
   */
  reason: "missing" | "expired" | "other-credential";
  /** The credential to revoke; only with `other-credential`. */
  credentialId?: string | undefined;
}

/**
 * Signs in and resolves when that is done. Your application chooses how. Do not start an action that needs a session here: it
 * would wait for this sign-in.
 */
export type SessionRequiredHandler = (request: SessionRequest) => unknown;

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

/** The relying party of the passkeys. */
export interface RelyingParty {
  /** A domain: the page's own, or a parent domain. Default: the page's own. */
  id?: string | undefined;
  /** A name for the browser's dialog. Default: the page's host name. */
  name?: string | undefined;
}

/** Options of every {@link Wallet}. */
export interface WalletBaseOptions extends LogOptions {
  /** The embedded wallet: an internal account of type EMBEDDED_WALLET. */
  accountId: InternalAccountId;
  /**
   * The environment of the service. Default `"production"`. In `"sandbox"`, a magic value replaces the signature of every
   * action, and the wallet does not open sealed session keys. With `sessionKeys: "held"`, codes are really sealed and signed
   * there, too. A production wallet does not send magic values.
   */
  environment?: WalletEnvironment | undefined;
  /**
   * Stores sessions and payments. Default: memory, so a reload signs out. If a store fails or does not respond within 3 seconds, the
   * wallet logs a warning. The sessions in memory stay usable. Payments need the store: see `allowUnrecordedPayments`.
   */
  store?: WalletStore | undefined;
  /**
   * Lets `wallet.pay` send a payment that the store cannot record, for example in a private window. After a lost response and
   * a reload, nobody knows of such a payment, and it can be made twice. `wallet.payments.forgetsOnReload` says so. A store
   * that this wallet has never been able to read counts as empty. Default false: the payment fails with a
   * `StoreUnavailableError`, and nothing is sent.
   */
  allowUnrecordedPayments?: boolean | undefined;
  /**
   * How long before its end a session counts as `expiring`, in milliseconds by the service's clock. Default 120,000. In the first
   * half of its life, no session does. 0 turns this status off, and excludes `autoRefreshFor`.
   */
  expiryNotice?: number | undefined;
  /**
   * Automatically refreshes the session while it is `expiring` and the page is visible, unless another tab has done so. The value
   * limits how long after the sign-in, in milliseconds. The last session then ends as usual. Default 0: only `wallet.refresh()` refreshes. A
   * program without a page calls that.
   */
  autoRefreshFor?: number | undefined;
  /**
   * Creates and uses passkeys on the device: `browserPasskeys()` in a page. PASSKEY in production requires it. The
   * sandbox default needs no device.
   */
  passkeys?: PasskeyCeremony | undefined;
  /** The relying party of the passkeys. Default: the page. */
  relyingParty?: RelyingParty | undefined;
  /**
   * Fetches the challenge of a passkey registration, in base64url. Your backend issues it. The function receives the call's
   * `signal`. Default with a `relay`: its POST /registration-challenge. Default with a `client`: a random challenge, because
   * your program is the backend.
   */
  registrationChallenge?: RegistrationChallengeSource | undefined;
  /**
   * Called when an action needs a session and none can sign. Sign in again in this function. The action then continues, once.
   * Without it, the action fails with a `SessionRequiredError` or a `SessionExpiredError`.
   */
  onSessionRequired?: SessionRequiredHandler | undefined;
  /**
   * Checks each payload before the wallet signs it, with the action and, for a payment, the quote that `confirm` received. Throw
   * or return `false` to refuse. Its time counts towards `totalTimeout`. Default: the wallet only refuses a payload that it has seen
   * for something else.
   */
  checkPayload?: PayloadCheck | undefined;
  /**
   * Public keys of trusted issuers of wallet exports: uncompressed P-256 points, 130 hexadecimal digits. An export in
   * production needs them, or {@link allowUnpinnedIssuer}.
   */
  trustedIssuerKeys?: readonly string[] | undefined;
  /**
   * Accepts wallet exports of any issuer in production.
   *
   * **Warning**: an export carries its own issuer key. Without a trusted key, an attacker who can alter the response can
   * replace the phrase.
   */
  allowUnpinnedIssuer?: boolean | undefined;
  /**
   * Who makes the key of a session. `"held"`: this device does, as a non-extractable WebCrypto key that never leaves it, and
   * one-time codes are sealed. This is the newest sign-in. Default `"sealed"`: the service makes the key and seals it to this
   * device, as the specification says. The newest service deprecates it. The wallet never falls back from one to the other.
   */
  sessionKeys?: "held" | "sealed" | undefined;
  /**
   * Public keys of trusted issuers of one-time codes: uncompressed P-256 points, 130 hexadecimal digits. They differ from
   * {@link trustedIssuerKeys}. With `sessionKeys: "held"`, a one-time code in production needs them.
   */
  codeIssuerKeys?: readonly string[] | undefined;
  /** The organization of the wallet exports. If absent, it is not checked. */
  organizationId?: string | undefined;
  /**
   * The signature of POST /quotes/{quoteId}/execute. `"stamp"` (default) is the stamp of every other action. `"der"` is the
   * bare base64 DER signature, another reading of the specification.
   */
  executeSignature?: "stamp" | "der" | undefined;
  /**
   * The maximum age of an OpenID token, in milliseconds by the service's clock. The wallet does not send a token of this age
   * or older. Default 60,000. `Infinity` leaves the check to the service.
   */
  oidcTokenMaxAge?: number | undefined;
  /** Returns the current time in milliseconds since the epoch. Default: the service's clock, from its responses. */
  now?: (() => number) | undefined;
}

/** Options of a wallet in a backend, a script or a test. It calls the service with the client's credentials. */
export interface WalletClientOptions extends WalletBaseOptions {
  /** A `PaymentsClient`, also of a CommonJS file or of another version of this package. */
  client: Pick<PaymentsClient, "request" | "serviceTime">;
  /**
   * The customer who owns the wallet. `externalAccounts` requires it, and lookups send it. With it, `balance()` is one
   * request. A relay already knows the customer.
   */
  customerId?: CustomerId | undefined;
  relay?: undefined;
}

/** Options of a wallet in a page. It calls the relay in your backend. The page holds no API secret. */
export interface WalletRelayOptions
  extends WalletBaseOptions, CallDefaults, Pick<ClientOptions, "fetch" | "hideServiceText"> {
  /**
   * The relay's address: absolute, or relative to the page, for example `/wallet`. The wallet adds no version. It resolves a
   * relative address at the first request, so you can create the wallet during server rendering.
   */
  relay: string;
  client?: undefined;
  customerId?: undefined;
}

/** Options of a {@link Wallet}: a backend, script or test passes `client`, a page passes `relay`. */
export type WalletOptions = WalletClientOptions | WalletRelayOptions;
