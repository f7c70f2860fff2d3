import { base64urlnopad } from "@scure/base";
import { commonConfig, logTo } from "../config";
import type { ClientOptions } from "../config";
import type { PaymentsClient } from "../client";
import { HttpCore } from "../core/http-core";
import type { CoreConfig, Logger, LogLevel } from "../core/types";
import type { InternalAccountId } from "../models/ids";
import { Auth } from "../resources/auth";
import { InternalAccounts } from "../resources/internal-accounts";
import { Quotes } from "../resources/quotes";
import type { SessionRequiredHandler } from "./authorization";
import type { RelyingParty, WalletApi } from "./context";
import type { WalletExportOptions } from "./crypto";
import { invalid, isGiven, requireValidOptions } from "./option-checks";
import { OIDC_TOKEN_MAX_AGE_MS, requireFreshToken } from "./oidc-token";
import type { PasskeyCeremony } from "./passkey-ceremony";
import { sandboxPasskeys } from "./sandbox";
import { ServiceClock } from "./service-clock";
import type { WalletEnvironment } from "./sandbox";
import { memoryStore } from "./stores/memory-store";
import type { SessionStore } from "./stores/session-store";
import type { WalletCall } from "./wallet-call";

/** Fetches the challenge of a passkey registration. */
type RegistrationChallengeSource = (options: {
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
   * The age from which an OpenID token is too old to be sent, in milliseconds by the service's clock. Default 60,000
   * (specification, "Limits"); `Infinity` leaves the check to the service.
   */
  oidcTokenMaxAge?: number | undefined;
  /** The current time in milliseconds since the epoch. Default: the service's clock, as its responses tell it. */
  now?: (() => number) | undefined;
  /** Where log lines go. Default `console`. */
  logger?: Logger | undefined;
  /** The least severe level that is logged. Default `"warn"`. */
  logLevel?: LogLevel | undefined;
}

/** Options of a wallet in a backend, a script or a test: it calls the service with the client's credentials. */
export interface WalletClientOptions extends WalletBaseOptions {
  client: PaymentsClient;
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
}

/** Options of a {@link Wallet}: a backend, script or test passes `client`, a page passes `relay`. */
export type WalletOptions = WalletClientOptions | WalletRelayOptions;

/** The options of a wallet, checked, with their defaults. */
export interface ResolvedWalletOptions {
  readonly accountId: string;
  readonly environment: WalletEnvironment;
  readonly api: WalletApi;
  readonly store: SessionStore;
  readonly clock: ServiceClock;
  readonly log: CoreConfig["log"];
  readonly relyingParty: RelyingParty;
  readonly passkeys: () => PasskeyCeremony;
  readonly registrationChallenge: (call: WalletCall) => Promise<string>;
  readonly onSessionRequired: SessionRequiredHandler | undefined;
  readonly executeSignature: "stamp" | "der";
  readonly exportOptions: WalletExportOptions;
  readonly requireFreshToken: (token: string, operation: string) => void;
}

/** @throws {ConfigurationError} when an option is invalid; the error names it. */
export function resolveWalletOptions(options: WalletOptions): ResolvedWalletOptions {
  requireValidOptions(options);
  const { accountId } = options;
  const environment = options.environment ?? "production";
  const connection = isDirect(options) ? direct(options.client) : relayed(options);
  const knownTime = options.now ?? connection.serviceTime;
  const maxAgeMs = options.oidcTokenMaxAge ?? OIDC_TOKEN_MAX_AGE_MS;
  const passkeys = options.passkeys ?? (environment === "sandbox" ? sandboxPasskeys() : undefined);
  const given = options.registrationChallenge;
  return {
    accountId,
    environment,
    api: connection.api,
    store: options.store ?? memoryStore(),
    clock: new ServiceClock(knownTime),
    log: logTo(options.logger ?? console, options.logLevel ?? "warn"),
    relyingParty: options.relyingParty ?? {},
    passkeys: () => passkeys ?? invalid("passkeys", "is missing: in a page pass `browserPasskeys()`"),
    registrationChallenge: given
      ? (call) => call.wait(() => given({ signal: call.signal }))
      : connection.registrationChallenge,
    onSessionRequired: options.onSessionRequired ?? undefined,
    executeSignature: options.executeSignature ?? "stamp",
    exportOptions: {
      environment,
      trustedIssuerKeys: options.trustedIssuerKeys ?? undefined,
      allowUnpinnedIssuer: options.allowUnpinnedIssuer ?? undefined,
      organizationId: options.organizationId ?? undefined,
    },
    requireFreshToken: (token, operation) => requireFreshToken(token, operation, knownTime(), maxAgeMs),
  };
}

function isDirect(options: WalletOptions): options is WalletClientOptions {
  return isGiven(options.client);
}

/** How a wallet reaches the service, and the service's time once a response has told it. */
interface Connection {
  readonly api: WalletApi;
  readonly serviceTime: () => number | undefined;
  readonly registrationChallenge: (call: WalletCall) => Promise<string>;
}

function direct(client: PaymentsClient): Connection {
  return {
    api: client,
    serviceTime: () => client.serviceTime(),
    registrationChallenge: async () => randomChallenge(),
  };
}

function relayed(options: WalletRelayOptions): Connection {
  const config = { ...commonConfig(options), authorization: undefined, secrets: [] };
  requireAddress(options.relay);
  let connected: { core: HttpCore; api: WalletApi } | undefined;
  // Not before the first request: a page that a server renders has no address yet.
  const connect = () => {
    if (connected === undefined) {
      const core = new HttpCore({ ...config, baseUrl: relayAddress(options.relay) });
      const internalAccounts = new InternalAccounts(core);
      connected = { core, api: { auth: new Auth(core), internalAccounts, quotes: new Quotes(core) } };
    }
    return connected;
  };
  return {
    api: {
      get auth() {
        return connect().api.auth;
      },
      get internalAccounts() {
        return connect().api.internalAccounts;
      },
      get quotes() {
        return connect().api.quotes;
      },
    },
    serviceTime: () => connected?.core.serviceTime(),
    registrationChallenge: async (call) => {
      const { challenge } = await connect().core.request<{ challenge: string }>(
        {
          operation: "wallet.registrationChallenge",
          method: "POST",
          path: "/registration-challenge",
          body: { accountId: options.accountId },
        },
        call.request(),
      );
      return challenge;
    },
  };
}

/** What can be known of a relay's address without a page: the rest is checked by {@link relayAddress}. */
function requireAddress(relay: unknown): void {
  if (typeof relay !== "string" || relay === "") invalid("relay", "must be an address");
  if (URL.canParse(relay)) relayAddress(relay);
}

/**
 * The relay's address without a trailing slash.
 *
 * @throws {ConfigurationError} when it is relative and there is no page, or not an address that a wallet can use.
 */
function relayAddress(relay: string): string {
  const page = globalThis.location?.href;
  if (!URL.canParse(relay, page)) {
    invalid(
      "relay",
      page === undefined ? "must be an absolute address where there is no page" : "must be an address",
    );
  }
  const url = new URL(relay, page);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    invalid("relay", "must be an http(s) address without credentials, query and fragment");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** As many random bytes as WebAuthn's servers usually send (WebAuthn Level 3, section 13.4.3: at least 16). */
function randomChallenge(): string {
  return base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)));
}
