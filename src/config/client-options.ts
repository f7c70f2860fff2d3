import { environmentVariable } from "../options/environment";
import { resolveBaseUrl } from "./base-url";
import { CALL_KINDS, defaultRetryDelay, joined, withDefaults } from "../core/call-defaults";
import type { CallDefaults } from "../core/call-defaults";
import { CredentialStore, headerValue } from "../core/client-credentials";
import type { Credentials, CredentialsProvider } from "../core/client-credentials";
import { ConfigurationError } from "../core/errors";
import { Limiter } from "../core/limiter";
import { readConfiguration } from "../core/read-options";
import type { ClientLimits, CoreConfig, FetchLike, LogLevel, Transport } from "../core/types";
import { anything, callback, flag, integer } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { objectOf } from "../options/read";
import { kyTransport } from "../transport/ky";
import { COMMON_OPTIONS, LOG_OPTIONS, LOG_VARIABLE, logTo, millisecondsFrom } from "./shared-options";
import type { LogOptions } from "./shared-options";

/** Options of {@link PaymentsClient}. Some have an environment variable, which counts when you omit the option. */
export interface ClientOptions extends CallDefaults, LogOptions {
  /**
   * The service's base URL, for example `https://api.example.com/payments`. If the URL does not end in a
   * date, the client appends `apiVersion`. Variable: `PAYMENTS_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * Allows a `baseUrl` with `http:` on another host. The API secret then travels unencrypted, so use this
   * inside a trusted network only. Default `false`.
   */
  allowInsecureHttp?: boolean | undefined;
  /**
   * The version of the service's API, a date such as `2025-10-13`. Default `API_VERSION`, the version
   * that this package supports. With another version, responses may have unknown shapes. A `baseUrl` that
   * ends in a different date is an error.
   */
  apiVersion?: string | undefined;
  /** The id of your API token: the user name for HTTP Basic authentication. Variable: `PAYMENTS_CLIENT_ID`. */
  clientId?: string | undefined;
  /** The secret of your API token: the password for HTTP Basic authentication. Variable: `PAYMENTS_CLIENT_SECRET`. */
  clientSecret?: string | undefined;
  /**
   * Credentials, or a function that returns them, instead of `clientId` and `clientSecret`. The client calls
   * the function before the first request and keeps the result. After a 401, it calls the function once more
   * and repeats the request. So credentials can change while the program runs.
   */
  credentials?: Credentials | CredentialsProvider | undefined;
  /**
   * Limits on the requests of this client and of all clients from {@link PaymentsClient.withOptions}. Waiting
   * counts towards `totalTimeout`. If a call ends while it waits, the client did not send that attempt.
   */
  limits?: ClientLimits | undefined;
  /**
   * Replaces the platform's `fetch`, for example with a proxy, a test double or the simulator. It must send each call once and
   * follow no redirects. A `ky` instance needs `retry: 0`, `timeout: false` and `throwHttpErrors: false`.
   */
  fetch?: FetchLike | undefined;
  /**
   * Makes the attempts of calls in place of `fetch`, such as `nodeTransport` of `payments-sdk/node`. Default: the package ky with
   * `fetch`. Give one of the two.
   */
  transport?: Transport | undefined;
  /**
   * Keeps the service's texts out of `message` and `details` of errors, and so out of logs. They can contain a name or a tax
   * number. The status, code, reason and ids stay. The texts are on `error.body`, which printing does not show. Default `false`.
   */
  hideServiceText?: boolean | undefined;
  /**
   * Allows this client in a browser. Everyone who opens the page could then read the client secret, so use it with the simulator
   * only. In production pages, use `payments-sdk/wallet` with `payments-sdk/relay` on your backend.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * Returns the current time in milliseconds since the epoch, for expiry checks. Default `Date.now`. If the
   * function fails, the client uses the default.
   */
  now?: (() => number) | undefined;
}

/** The options that {@link PaymentsClient.withOptions} can change. */
export interface ClientOverrides extends CallDefaults, LogOptions {}

const count: Kind = /* @__PURE__ */ integer(1);

/** Known options of `withOptions`. The compiler keeps this list complete. */
const OVERRIDES: Kinds<ClientOverrides> = {
  ...CALL_KINDS,
  logger: LOG_OPTIONS.logger,
  logLevel: LOG_OPTIONS.logLevel,
};

/** Known options. The compiler keeps this list complete. */
export const OPTIONS: Kinds<ClientOptions> = {
  // `required` checks the options with an environment variable.
  baseUrl: anything,
  clientId: anything,
  clientSecret: anything,
  credentials: anything,
  limits: /* @__PURE__ */ objectOf<ClientLimits>({ concurrent: count, perSecond: count }),
  apiVersion: anything,
  allowInsecureHttp: flag,
  dangerouslyAllowBrowser: flag,
  transport: callback,
  ...COMMON_OPTIONS,
  ...LOG_OPTIONS,
};

/** The environment variable of an option. It counts if the option is absent. */
export const VARIABLES = {
  baseUrl: "PAYMENTS_BASE_URL",
  clientId: "PAYMENTS_CLIENT_ID",
  clientSecret: "PAYMENTS_CLIENT_SECRET",
  logLevel: LOG_VARIABLE,
} as const satisfies { readonly [Name in keyof ClientOptions]?: `PAYMENTS_${string}` };

const fromEnvironment = (option: keyof typeof VARIABLES) => environmentVariable(VARIABLES[option]);

function required(option: "baseUrl" | "clientId" | "clientSecret", given: unknown): string {
  const value = given ?? fromEnvironment(option);
  if (value === undefined) {
    throw new ConfigurationError(option, `is missing: pass it, or set ${VARIABLES[option]}`);
  }
  return headerValue(option, value);
}

/** The parts of the configuration that need no credentials. */
export function commonConfig(
  given: CallDefaults &
    Pick<ClientOptions, "fetch" | "hideServiceText"> &
    Pick<ClientOptions, "logger" | "logLevel" | "now" | "transport">,
) {
  // Older ones fail in the middle of a call. Bun and Deno name the version of Node that they are like.
  const node = globalThis.process?.versions?.node ?? "20.19";
  const [major = 0, minor = 0] = node.split(".").map(Number);
  // Not by `localeCompare`, which loads the rules of languages for 8 ms.
  if (major < 20 || (major === 20 && minor < 19))
    throw new ConfigurationError("Node", `is ${node}: use Node 22 or newer`);
  // `withOptions` starts from these options, and reads no variable again. `logTo` checks the level.
  const logLevel = given.logLevel ?? (fromEnvironment("logLevel") as LogLevel | undefined);
  // A copy: the caller may use its object for another client.
  const options = { ...given, logLevel, headers: { ...given.headers } };
  const log = logTo(options);
  const defaults = withDefaults(options);
  return {
    ...defaults,
    options,
    transport: options.transport ?? kyTransport(options.fetch),
    hideServiceText: options.hideServiceText ?? false,
    log,
    hooks: [defaults.hooks].flat(),
    retryDelay: millisecondsFrom("retryDelay", options.retryDelay, defaultRetryDelay, log),
    now: millisecondsFrom("now", options.now, Date.now, log),
  } satisfies Partial<CoreConfig>;
}

/**
 * Checks the options and the environment, once.
 *
 * @throws {ConfigurationError} when an option is missing or malformed; it names the option, never its value
 */
export function resolveConfig(given: ClientOptions | null | undefined): CoreConfig {
  const options = readConfiguration(given, OPTIONS, "PaymentsClient", {
    advice: "Pass `{ baseUrl, clientId, clientSecret }`",
  });
  const page = typeof globalThis.window === "object" && typeof globalThis.document === "object";
  if (page && options.dangerouslyAllowBrowser !== true) {
    throw new ConfigurationError(
      "dangerouslyAllowBrowser",
      "is not set: this client carries the API secret and belongs on a server; in a page use payments-sdk/wallet with a relay",
    );
  }
  const { limits } = options;
  if (options.fetch !== undefined && options.transport !== undefined)
    throw new ConfigurationError("fetch", "has no effect beside `transport`: pass one of them");
  return {
    ...commonConfig(options),
    baseUrl: resolveBaseUrl(required("baseUrl", options.baseUrl), options),
    credentials: resolveCredentials(options),
    limiter: limits && new Limiter(limits),
  };
}

function resolveCredentials({ credentials, clientId, clientSecret }: ClientOptions): CredentialStore {
  if (credentials !== undefined) {
    const other = Object.entries({ clientId, clientSecret }).find(([, value]) => value !== undefined)?.[0];
    if (other === undefined) return new CredentialStore(credentials);
    throw new ConfigurationError(
      "credentials",
      `cannot be used together with \`${other}\`: pass one of them`,
    );
  }
  const token = {
    clientId: required("clientId", clientId),
    clientSecret: required("clientSecret", clientSecret),
  };
  return new CredentialStore(token, "");
}

/**
 * The configuration of `withOptions`: its options and those of its client. Headers and hooks add up.
 *
 * @throws {ConfigurationError} when an option is unknown, malformed or shared with the first client
 */
export function overridden({ options }: CoreConfig, given: ClientOverrides): Partial<CoreConfig> {
  const overrides = readConfiguration(
    given,
    OVERRIDES,
    "withOptions (other options need another PaymentsClient)",
  );
  const { logger, logLevel, ...first }: CallDefaults & LogOptions = options;
  return commonConfig({
    ...first,
    ...joined(first, overrides),
    logger: overrides.logger ?? logger,
    logLevel: overrides.logLevel ?? logLevel,
  });
}
