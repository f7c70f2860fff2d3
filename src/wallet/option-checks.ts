import { COMMON_OPTIONS, LOG_OPTIONS } from "../config";
import { ConfigurationError } from "../core/errors";
import { readConfiguration } from "../core/read-options";
import { fieldOf } from "../core/fields";
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
import { check } from "../resources/checks";
import { idOf, optional } from "../operations/parameter-kinds";
import { requireIssuerKeys } from "./crypto";
import type { WalletBaseOptions, WalletClientOptions, WalletOptions, WalletRelayOptions } from "./options";

/** Known options. The compiler keeps these lists complete. */
const OPTIONS: Kinds<WalletBaseOptions> = {
  accountId: anything,
  environment: /* @__PURE__ */ oneOf("production", "sandbox"),
  store: /* @__PURE__ */ methods("get", "put", "delete", "list"),
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

/**
 * Reads the options of a wallet that do not depend on the platform.
 *
 * @throws {ConfigurationError} when an option is invalid; the error names it.
 * @throws {InvalidRequestError} when `accountId` is not the id of an internal account, or `customerId` that of a customer.
 */
export function readWalletOptions(given: WalletOptions): WalletOptions {
  const { client, relay, customerId } = Object(given) as Partial<Record<keyof WalletClientOptions, unknown>>;
  if (client != null && relay != null) {
    invalid("client", "and `relay` cannot be combined: pass one of them");
  }
  if (relay != null && customerId != null) {
    invalid("customerId", "must be left out with `relay`, which knows the customer");
  }
  const options: WalletOptions =
    relay != null
      ? readConfiguration(given as WalletRelayOptions, RELAY_OPTIONS, "a wallet with a `relay`")
      : readConfiguration(given as WalletClientOptions, CLIENT_OPTIONS, "a wallet with a `client`");
  if (client == null && relay == null) invalid("client", "or `relay` is needed");
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
export function invalid(option: string, problem: string): never {
  throw new ConfigurationError(option, problem);
}
