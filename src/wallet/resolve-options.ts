import { commonConfig, logTo, millisecondsFrom } from "../config";
import type { PaymentsClient } from "../client";
import type { ApiError } from "../core/api-errors";
import { base64url } from "../core/base64";
import { HttpCore } from "../core/http-core";
import { Auth } from "../resources/auth";
import { ExternalAccounts } from "../resources/external-accounts";
import { InternalAccounts } from "../resources/internal-accounts";
import { Quotes } from "../resources/quotes";
import { Receivers } from "../resources/receivers";
import { Transactions } from "../resources/transactions";
import { statesOwner } from "./absence";
import type { SessionRequiredHandler } from "./authorization";
import type { WalletApi, WalletSettings } from "./context";
import { openByClient, openByRelay } from "./newest-calls";
import type { OpenSession } from "./newest-calls";
import { invalid, isGiven, readWalletOptions } from "./option-checks";
import { OIDC_TOKEN_MAX_AGE_MS, requireFreshToken } from "./oidc-token";
import type { WalletClientOptions, WalletOptions, WalletRelayOptions } from "./options";
import { sandboxPasskeys } from "./sandbox";
import type { PayloadCheck } from "./payload-check";
import type { PlatformSignIn } from "./platform-sign-in";
import { ServiceClock } from "./service-clock";
import { memoryStore } from "./stores/memory-store";
import type { SessionStore } from "./stores/session-store";
import type { WalletCall } from "./wallet-call";

/** Enough time to sign in again. The doc comment of the option `expiryNotice` names it. */
const EXPIRY_NOTICE_MS = 120_000;

/** The checked options of a wallet, with defaults. */
export interface ResolvedWalletOptions extends WalletSettings {
  readonly store: SessionStore;
  /** Whether the store may have sessions of an earlier visit. */
  readonly hasStore: boolean;
  readonly expiryNoticeMs: number;
  /** How long after the sign-in the wallet refreshes automatically. */
  readonly autoRefreshMs: number;
  readonly onSessionRequired: SessionRequiredHandler | undefined;
  readonly allowUnrecordedPayments: boolean;
  readonly checkPayload: PayloadCheck | undefined;
}

/**
 * Checks the options and adds the defaults.
 *
 * @throws {ConfigurationError} when an option is invalid; the error names it
 */
export function resolveWalletOptions(
  given: WalletOptions,
  platformSignIn: PlatformSignIn,
): ResolvedWalletOptions {
  const options = readWalletOptions(given);
  const { accountId } = options;
  const environment = options.environment ?? "production";
  const connection = isDirect(options) ? direct(options.client) : relayed(options, platformSignIn);
  const log = logTo(options);
  const knownTime = millisecondsFrom("now", options.now, connection.serviceTime, log);
  const maxAgeMs = options.oidcTokenMaxAge ?? OIDC_TOKEN_MAX_AGE_MS;
  const passkeys = options.passkeys ?? (environment === "sandbox" ? sandboxPasskeys() : undefined);
  const challengeSource = options.registrationChallenge;
  return {
    accountId,
    environment,
    api: connection.api,
    isRelayed: !isDirect(options),
    customerId: options.customerId,
    store: options.store ?? memoryStore(),
    hasStore: isGiven(options.store),
    expiryNoticeMs: options.expiryNotice ?? EXPIRY_NOTICE_MS,
    autoRefreshMs: options.autoRefreshFor ?? 0,
    clock: new ServiceClock(knownTime),
    log,
    relyingParty: options.relyingParty ?? {},
    passkeys: () => passkeys ?? invalid("passkeys", "is missing: in a page pass `browserPasskeys()`"),
    registrationChallenge: challengeSource
      ? (call) => call.wait(() => challengeSource({ signal: call.signal }))
      : connection.registrationChallenge,
    onSessionRequired: options.onSessionRequired,
    checkPayload: options.checkPayload,
    allowUnrecordedPayments: options.allowUnrecordedPayments ?? false,
    executeSignature: options.executeSignature ?? "stamp",
    exportOptions: {
      environment,
      trustedIssuerKeys: options.trustedIssuerKeys,
      allowUnpinnedIssuer: options.allowUnpinnedIssuer,
      organizationId: options.organizationId,
    },
    sessionKeys: options.sessionKeys ?? "sealed",
    codeIssuerKeys: options.codeIssuerKeys ?? undefined,
    openSession: connection.openSession,
    requireFreshToken: (token, operation) => requireFreshToken(token, operation, knownTime(), maxAgeMs),
  };
}

function isDirect(options: WalletOptions): options is WalletClientOptions {
  return isGiven(options.client);
}

/** Reaches the service, and knows its time after the first response. */
interface Connection {
  readonly api: WalletApi;
  readonly serviceTime: () => number | undefined;
  readonly registrationChallenge: (call: WalletCall) => Promise<string>;
  readonly openSession: OpenSession;
}

function direct(client: PaymentsClient): Connection {
  return {
    api: client,
    serviceTime: () => client.serviceTime(),
    registrationChallenge: async () => randomChallenge(),
    openSession: openByClient(client),
  };
}

function relayed(options: WalletRelayOptions, platformSignIn: PlatformSignIn): Connection {
  const onCallEnd = (error: unknown) => platformSignIn.ended(error);
  const isOwner = (error: ApiError) => statesOwner({ accountId: options.accountId, isRelayed: true }, error);
  const config = { ...commonConfig(options), onCallEnd, isOwner };
  requireAddress(options.relay);
  let address: string | undefined;
  const core = new HttpCore({
    ...config,
    // Not before the first request: during server rendering, the page has no address yet.
    get baseUrl() {
      return (address ??= relayAddress(options.relay));
    },
  });
  return {
    api: {
      auth: new Auth(core),
      externalAccounts: new ExternalAccounts(core),
      internalAccounts: new InternalAccounts(core),
      quotes: new Quotes(core),
      receivers: new Receivers(core),
      transactions: new Transactions(core),
    },
    serviceTime: () => core.serviceTime(),
    openSession: openByRelay(core),
    registrationChallenge: async (call) => {
      const { challenge } = await core.request<{ challenge: string }>(
        {
          operation: "wallet.registrationChallenge",
          method: "POST",
          path: "/registration-challenge",
          body: { accountId: options.accountId },
          response: { form: "object", fields: ["challenge"] },
        },
        call.request(),
      );
      return challenge;
    },
  };
}

/** Checks the part of a relay's address that needs no page. {@link relayAddress} checks the rest. */
function requireAddress(relay: unknown): void {
  if (typeof relay !== "string" || relay === "") invalid("relay", "must be an address");
  if (URL.canParse(relay)) relayAddress(relay);
}

/**
 * The relay's address without a trailing slash.
 *
 * @throws {ConfigurationError} when it is relative without a page, or a wallet cannot use it.
 */
function relayAddress(relay: string): string {
  const page = globalThis.location?.href;
  if (!URL.canParse(relay, page)) {
    invalid(
      "relay",
      page === undefined ? "must be an absolute address outside a page" : "must be an address",
    );
  }
  const url = new URL(relay, page);
  if (!/^https?:/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    invalid("relay", "must be an http(s) address without credentials, query or fragment");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** The usual number of random bytes in WebAuthn servers (WebAuthn Level 3, section 13.4.3: at least 16). */
function randomChallenge(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}
