import { ConfigurationError } from "../core/errors";
import { fieldOf } from "../core/fields";
import { requireKnownOptions } from "../core/known-names";
import { check, idOf, optional } from "../resources/checks";
import { requireIssuerKeys } from "./crypto";
import type { WalletBaseOptions, WalletClientOptions, WalletOptions, WalletRelayOptions } from "./options";

/** Every option, so that a misspelt one is told: the compiler holds the lists complete. */
const OPTIONS: Record<keyof WalletBaseOptions, true> = {
  accountId: true,
  environment: true,
  store: true,
  passkeys: true,
  relyingParty: true,
  registrationChallenge: true,
  onSessionRequired: true,
  trustedIssuerKeys: true,
  allowUnpinnedIssuer: true,
  organizationId: true,
  executeSignature: true,
  oidcTokenMaxAge: true,
  now: true,
  logger: true,
  logLevel: true,
};
const CLIENT_OPTIONS: Record<
  Exclude<keyof WalletClientOptions, keyof WalletRelayOptions> | "client" | "customerId",
  true
> = {
  client: true,
  customerId: true,
};
const RELAY_OPTIONS: Record<Exclude<keyof WalletRelayOptions, keyof WalletClientOptions> | "relay", true> = {
  relay: true,
  fetch: true,
  headers: true,
  timeout: true,
  totalTimeout: true,
  maxRetries: true,
  retryDelay: true,
  hooks: true,
  validation: true,
};

/** A check of one option: says what is wrong, or nothing. */
type OptionCheck = (value: unknown) => string | undefined;

/** Checks by the name of the option; for options that are given. */
function optionChecks(): Partial<Record<keyof WalletBaseOptions | "client", OptionCheck>> {
  return {
    client: (value) =>
      isGiven(fieldOf(value, "auth")) && isGiven(fieldOf(value, "quotes"))
        ? undefined
        : "must be a PaymentsClient",
    environment: oneOf("production", "sandbox"),
    executeSignature: oneOf("stamp", "der"),
    store: withMethods("get", "put", "delete", "list"),
    passkeys: withMethods("create", "get"),
    relyingParty: (value) => (typeof value === "object" ? undefined : "must be an object"),
    registrationChallenge: ofType("function"),
    onSessionRequired: ofType("function"),
    now: ofType("function"),
    organizationId: ofType("string"),
    allowUnpinnedIssuer: ofType("boolean"),
    oidcTokenMaxAge: (value) =>
      typeof value === "number" && value >= 0 ? undefined : "must be a number of milliseconds, at least 0",
  };
}

function oneOf(...values: string[]): OptionCheck {
  return (value) => (values.some((known) => known === value) ? undefined : `must be ${values.join(" or ")}`);
}

function ofType(type: "function" | "string" | "boolean"): OptionCheck {
  return (value) => (typeof value === type ? undefined : `must be a ${type}`);
}

function withMethods(...names: string[]): OptionCheck {
  return (value) =>
    names.every((name) => typeof fieldOf(value, name) === "function")
      ? undefined
      : `must be an object with the methods ${names.join(", ")}`;
}

/**
 * Checks the options of a wallet whose values do not depend on where it runs.
 *
 * @throws {ConfigurationError} when an option is invalid; the error names it.
 * @throws {InvalidRequestError} when `accountId` is not the id of an internal account, or `customerId` that of a customer.
 */
export function requireValidOptions(options: WalletOptions): void {
  if (typeof options !== "object" || options === null) invalid("options", "must be an object");
  const { accountId, customerId } = options;
  check(
    "wallet",
    { accountId, customerId },
    { accountId: idOf("InternalAccount"), customerId: optional(idOf("Customer")) },
  );
  for (const [option, test] of Object.entries(optionChecks())) {
    const value: unknown = Reflect.get(options, option);
    const problem = isGiven(value) ? test(value) : undefined;
    if (problem !== undefined) invalid(option, problem);
  }
  if (!isGiven(options.client) && !isGiven(options.relay)) invalid("client", "or `relay` is needed");
  if (isGiven(options.relay) && isGiven(customerId)) {
    invalid("customerId", "must be left out with `relay`, which knows the customer by itself");
  }
  if (isGiven(options.client) && isGiven(options.relay)) {
    invalid("client", "and `relay` exclude each other: pass one of the two");
  }
  requireIssuerKeys(options.trustedIssuerKeys);
  const [name, own] = isGiven(options.relay) ? ["relay", RELAY_OPTIONS] : ["client", CLIENT_OPTIONS];
  requireKnownOptions(options, { ...OPTIONS, ...own }, `an option of a wallet with a \`${name}\``);
}

/** Whether an option is there. `null`, which JavaScript may pass, counts as absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Fails with a {@link ConfigurationError}. */
export function invalid(option: string, problem: string): never {
  throw new ConfigurationError(option, problem);
}
