import { COMMON_OPTIONS, LOG_OPTIONS, logTo, millisecondsFrom } from "../config/shared-options";
import { ConfigurationError } from "../core/errors";
import { fieldOf } from "../core/fields";
import { readConfiguration } from "../core/read-options";
import type { CoreConfig } from "../core/types";
import { idOf, optional } from "../operations/parameter-kinds";
import {
  anyText,
  anything,
  callback,
  flag,
  kind,
  methods,
  milliseconds,
  object,
  oneOf,
} from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { ownField } from "../options/read";
import { check } from "../resources/checks";
import { requireIssuerKeys } from "./crypto/issuer-keys";
import { relayAddress } from "./relay-address";
import type { WalletBaseOptions, WalletClientOptions, WalletOptions, WalletRelayOptions } from "./options";
import type { WalletEnvironment } from "./sandbox";
import { ServiceClock } from "./service-clock";
import { memoryStore } from "./stores/memory-store";
import type { WalletStore } from "./stores/wallet-store";

const STORE_METHODS = ["get", "put", "delete", "list", "lock"] as const satisfies (keyof WalletStore)[];

/** Known options. The compiler keeps these lists complete. */
const OPTIONS: Kinds<WalletBaseOptions> = {
  accountId: anything,
  environment: /* @__PURE__ */ oneOf("production", "sandbox"),
  store: (value, path) => {
    const missing = STORE_METHODS.find(
      (name) => typeof Reflect.get(Object(value) as object, name) !== "function",
    );
    return missing === undefined
      ? undefined
      : { path, message: `must be a store with the method \`${missing}\`: see WalletStore` };
  },
  allowUnrecordedPayments: flag,
  expiryNotice: /* @__PURE__ */ milliseconds(0),
  autoRefreshFor: /* @__PURE__ */ milliseconds(0),
  passkeys: /* @__PURE__ */ methods("create", "get"),
  relyingParty: object,
  registrationChallenge: callback,
  onSessionRequired: callback,
  checkPayload: callback,
  trustedIssuerKeys: anything,
  codeIssuerKeys: anything,
  sessionKeys: /* @__PURE__ */ oneOf("held", "sealed"),
  allowUnpinnedIssuer: flag,
  organizationId: anyText,
  executeSignature: /* @__PURE__ */ oneOf("stamp", "der"),
  oidcTokenMaxAge: /* @__PURE__ */ milliseconds(0),
  ...LOG_OPTIONS,
};
const CLIENT_OPTIONS: Kinds<Omit<WalletClientOptions, "relay">> = {
  ...OPTIONS,
  client: /* @__PURE__ */ kind(
    "a PaymentsClient",
    (value) => fieldOf(value, "auth") !== undefined && fieldOf(value, "quotes") !== undefined,
  ),
  customerId: anything,
};
const RELAY_OPTIONS: Kinds<Omit<WalletRelayOptions, "client" | "customerId">> = {
  ...OPTIONS,
  ...COMMON_OPTIONS,
  relay: anything,
};

/** A wallet with a client has no `relay`, and the other way round. Each name is there, so that nothing is inherited. */
const OF_THE_OTHER = { client: undefined, relay: undefined, customerId: undefined, transport: undefined };

/**
 * Reads the options of a wallet that do not depend on the platform.
 *
 * @throws {ConfigurationError} when an option is invalid; the error names it.
 * @throws {InvalidRequestError} when `accountId` is not the id of an internal account, or `customerId` that of a customer.
 */
export function readWalletOptions(given: WalletOptions): WalletOptions {
  const [client, relay, customerId] = ["client", "relay", "customerId"].map((name) => ownField(given, name));
  if (client != null && relay != null) {
    invalid("client", "and `relay` cannot be combined: pass one of them");
  }
  if (relay != null && customerId != null) {
    invalid("customerId", "must be left out with `relay`, which knows the customer");
  }
  const options: WalletOptions = {
    ...OF_THE_OTHER,
    ...(relay != null
      ? readConfiguration(given as WalletRelayOptions, RELAY_OPTIONS, "a wallet with a `relay`")
      : readConfiguration(given as WalletClientOptions, CLIENT_OPTIONS, "a wallet with a `client`")),
  };
  if (client == null && relay == null) invalid("client", "or `relay` is needed");
  // A relative address is checked with any page.
  if (relay != null) relayAddress(relay, "https://page");
  check("wallet", options, { accountId: idOf("InternalAccount"), customerId: optional(idOf("Customer")) });
  requireIssuerKeys("wallet export", options.trustedIssuerKeys);
  requireIssuerKeys("code target", options.codeIssuerKeys);
  const ofExports = options.trustedIssuerKeys?.map((key) => key.toLowerCase());
  if (options.codeIssuerKeys?.some((key) => ofExports?.includes(key.toLowerCase()))) {
    invalid("codeIssuerKeys", "has a key of `trustedIssuerKeys`: exports and codes have different issuers");
  }
  if (options.expiryNotice === 0 && options.autoRefreshFor) {
    invalid(
      "autoRefreshFor",
      "needs an `expiryNotice` above 0: it refreshes while the session is `expiring`",
    );
  }
  return options;
}

/** Throws a {@link ConfigurationError}. */
function invalid(option: string, problem: string): never {
  throw new ConfigurationError(option, problem);
}

/** Enough time to sign in again. The doc comment of the option `expiryNotice` names it. */
const EXPIRY_NOTICE_MS = 120_000;

/** The options that the connection resolves ({@link connect}). */
type OfTheConnection = "passkeys" | "registrationChallenge" | "relyingParty";

/** The checked options that the parts of a wallet share, with defaults. */
export interface WalletSettings
  extends
    Readonly<Omit<WalletBaseOptions, OfTheConnection>>,
    Readonly<Pick<WalletClientOptions, "customerId">> {
  readonly options: WalletOptions;
  readonly environment: WalletEnvironment;
  /** Whether calls go through a relay. The relay adds the customer. */
  readonly isRelayed: boolean;
  readonly store: WalletStore;
  /** Whether the store may have sessions of an earlier visit. */
  readonly hasStore: boolean;
  readonly expiryNoticeMs: number;
  readonly autoRefreshMs: number;
  /** The service's time. A relay's connection sets it. */
  readonly timeSource: { serviceTime?: (isCertain?: boolean) => number | undefined };
  readonly knownTime: () => number | undefined;
  readonly clock: ServiceClock;
  readonly log: CoreConfig["log"];
  readonly sessionKeys: "held" | "sealed";
}

/** The options, and how a part tells the others of a change. */
export interface WalletBase extends WalletSettings {
  readonly state: {
    /** Called when something may have changed. */
    changed(): void;
    /** Notifies the other tabs. */
    announce(announcement: Announcement): void;
  };
}

/** A message to the other tabs. The sessions themselves stay in the store. */
export type Announcement =
  | { readonly event: "sessions-stored"; readonly hasEnded: boolean }
  | { readonly event: "payments-stored" }
  | { readonly event: "platform-sign-in"; readonly obstacle: string | undefined };

/**
 * Checks the options and adds the defaults. What needs the connection is in {@link connect}.
 *
 * @throws {ConfigurationError} when an option is invalid; the error names it
 */
export function resolveWalletOptions(given: WalletOptions): WalletSettings {
  const options = readWalletOptions(given);
  const log = logTo(options);
  const timeSource: WalletSettings["timeSource"] = options.client ?? {};
  const knownTime = millisecondsFrom(
    "now",
    options.now,
    (isCertain?: boolean) => timeSource.serviceTime?.(isCertain),
    log,
  );
  return {
    ...options,
    options,
    environment: options.environment ?? "production",
    isRelayed: !options.client,
    store: options.store ?? memoryStore(),
    hasStore: options.store != null,
    expiryNoticeMs: options.expiryNotice ?? EXPIRY_NOTICE_MS,
    autoRefreshMs: options.autoRefreshFor ?? 0,
    timeSource,
    knownTime,
    clock: new ServiceClock(knownTime),
    log,
    sessionKeys: options.sessionKeys ?? "sealed",
  };
}
