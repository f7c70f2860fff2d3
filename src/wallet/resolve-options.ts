import { logTo, millisecondsFrom } from "../config";
import { direct, relayed } from "./connection";
import { invalid, readWalletOptions } from "./option-checks";
import { OIDC_TOKEN_MAX_AGE_MS, requireFreshToken } from "./oidc-token";
import type { WalletClientOptions, WalletOptions } from "./options";
import { sandboxPasskeys } from "./sandbox";
import type { PlatformSignIn } from "./platform-sign-in";
import { ServiceClock } from "./service-clock";
import { memoryStore } from "./stores/memory-store";
import type { WalletSettings } from "./settings";

/** Enough time to sign in again. The doc comment of the option `expiryNotice` names it. */
const EXPIRY_NOTICE_MS = 120_000;

/**
 * Checks the options and adds the defaults.
 *
 * @throws {ConfigurationError} when an option is invalid; the error names it
 */
export function resolveWalletOptions(given: WalletOptions, platformSignIn: PlatformSignIn): WalletSettings {
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
    hasStore: options.store != null,
    expiryNoticeMs: options.expiryNotice ?? EXPIRY_NOTICE_MS,
    autoRefreshMs: options.autoRefreshFor ?? 0,
    clock: new ServiceClock(knownTime),
    log,
    relyingParty: options.relyingParty ?? {},
    passkeys: () => passkeys ?? invalid("passkeys", "is missing: in a page pass `browserPasskeys()`"),
    registrationChallenge: challengeSource
      ? async (call) => ({ challenge: await call.wait(() => challengeSource({ signal: call.signal })) })
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
  return options.client != null;
}
