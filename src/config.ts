import { base64Utf8 } from "./core/base64";
import { boundIssue } from "./core/deadline";
import { ConfigurationError } from "./core/errors";
import { fieldOf } from "./core/fields";
import { requireKnownOptions } from "./core/known-names";
import { platformFetch } from "./core/platform-fetch";
import { isHeaderRecord } from "./core/request";
import { defaultRetryDelay } from "./core/retry-policy";
import type { CoreConfig, FetchLike, Hooks, Logger, LogLevel } from "./core/types";
import { API_VERSION } from "./version";

/** Options of {@link PaymentsClient}. Those with an environment variable are read from it when absent. */
export interface ClientOptions {
  /**
   * The service's base address, for example `https://api.example.com/payments`. The version segment
   * (`apiVersion`) is appended when the address does not end in a date. Variable: `PAYMENTS_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * The version of the service's API, a date such as `2025-10-13`. Default {@link API_VERSION}, the one that this package was
   * written for. A `baseUrl` that ends in another date than this is an error; with another version, responses may have
   * shapes that this package does not know.
   */
  apiVersion?: string | undefined;
  /** The API token's id: the user name of HTTP Basic authentication. Variable: `PAYMENTS_CLIENT_ID`. */
  clientId?: string | undefined;
  /** The API client secret: the password of HTTP Basic authentication. Variable: `PAYMENTS_CLIENT_SECRET`. */
  clientSecret?: string | undefined;
  /** Bound on one attempt, reading the body included, in milliseconds. Default 30,000. */
  timeout?: number | undefined;
  /** Bound on a whole call, waits between attempts included, in milliseconds. Default 120,000. */
  totalTimeout?: number | undefined;
  /** How many times a failed attempt may be repeated, where repeating is safe. Default 2. */
  maxRetries?: number | undefined;
  /**
   * The wait before a retry, in milliseconds, given its number from 1. A `Retry-After` of the service goes first. Where it fails, the
   * wait is the usual one: half a second, doubled for each retry up to eight, with a random part.
   */
  retryDelay?: ((retry: number) => number) | undefined;
  /**
   * Replaces the platform's `fetch`: a proxy, a test double, the simulator, a `ky` instance made with `retry: 0`,
   * `timeout: false` and `throwHttpErrors: false`. It is to send each call once and follow no redirect.
   */
  fetch?: FetchLike | undefined;
  /** Headers sent with every call; `undefined` removes one that the client would send. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where log lines go. Default `console`. No line holds a body, a header value or a secret. */
  logger?: Logger | undefined;
  /** The least severe level that is logged. Default `"warn"`. Variable: `PAYMENTS_LOG`. */
  logLevel?: LogLevel | undefined;
  /** Observers of requests, responses, retries, errors and unexpected shapes. */
  hooks?: Hooks | undefined;
  /**
   * What happens when a successful response has another shape than expected. `"lenient"` (the default) delivers it, fires
   * `hooks.onResponseMismatch` and warns; `"strict"` throws a `ResponseValidationError` that carries the whole body; `"off"`
   * skips the check. Unreadable JSON and amounts that cannot be exact throw in every mode.
   */
  validation?: "lenient" | "strict" | "off" | undefined;
  /**
   * Allows this client in a browser. The client secret would be in the hands of everyone who opens the page: use it with the simulator only.
   * Pages talk to your backend through `payments-sdk/wallet` and `payments-sdk/relay` instead.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** The current time in milliseconds since the epoch, for expiry checks. Default `Date.now`, which also counts where it fails. */
  now?: (() => number) | undefined;
}

/** Every option, so that a misspelt one is told: the compiler holds the list complete. */
const OPTIONS: Record<keyof ClientOptions, true> = {
  baseUrl: true,
  apiVersion: true,
  clientId: true,
  clientSecret: true,
  timeout: true,
  totalTimeout: true,
  maxRetries: true,
  retryDelay: true,
  fetch: true,
  headers: true,
  logger: true,
  logLevel: true,
  hooks: true,
  validation: true,
  dangerouslyAllowBrowser: true,
  now: true,
};

/** Every hook, in the same way. */
const HOOKS: Record<keyof Hooks, true> = {
  onRequest: true,
  onResponse: true,
  onRetry: true,
  onError: true,
  onEnd: true,
  onResponseMismatch: true,
};

const SEVERITIES = ["error", "warn", "info", "debug"] as const;
const LEVELS: readonly LogLevel[] = ["off", ...SEVERITIES];

function fromEnvironment(name: string): string | undefined {
  // Workers and browsers have no `process`; Deno asks for permission and may refuse.
  try {
    return globalThis.process?.env?.[name];
  } catch {
    return undefined;
  }
}

/** A credential or address as the user meant it: without the blanks and the byte-order mark that files and shells add. */
function required(option: string, variable: string, given: unknown): string {
  const value = given ?? fromEnvironment(variable);
  if (value === undefined) throw new ConfigurationError(option, `is missing: pass it, or set ${variable}`);
  if (typeof value !== "string")
    throw new ConfigurationError(option, `must be a string, got ${typeof value}`);
  const text = value.replace(/^[\s\ufeff]+|[\s\ufeff]+$/g, "");
  if (text === "") throw new ConfigurationError(option, "must not be empty");
  if (/[\u0000-\u001f\u007f\ufeff]/.test(text))
    throw new ConfigurationError(option, "must not contain control characters");
  return text;
}

/** The base address with its version segment and without a trailing slash. */
function resolveBaseUrl(given: unknown, apiVersion = API_VERSION): string {
  const text = required("baseUrl", "PAYMENTS_BASE_URL", given);
  if (!URL.canParse(text)) throw new ConfigurationError("baseUrl", "must be an absolute http(s) address");
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol))
    throw new ConfigurationError("baseUrl", "must be an absolute http(s) address");
  if (url.username || url.password) {
    throw new ConfigurationError(
      "baseUrl",
      "must not contain credentials: use `clientId` and `clientSecret`",
    );
  }
  if (url.search || url.hash)
    throw new ConfigurationError("baseUrl", "must not contain a query or a fragment");
  if (typeof apiVersion !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(apiVersion))
    throw new ConfigurationError("apiVersion", "must be a date such as 2025-10-13");
  const path = url.pathname.replace(/\/+$/, "");
  const version = /\/(\d{4}-\d{2}-\d{2})$/.exec(path)?.[1];
  if (version !== undefined && version !== apiVersion) {
    throw new ConfigurationError(
      "baseUrl",
      `ends in the version ${version}, but this client speaks ${apiVersion}: leave the version out, or pass \`apiVersion: "${version}"\` too`,
    );
  }
  return `${url.origin}${path}${version === undefined ? `/${apiVersion}` : ""}`;
}

function bound(
  option: "timeout" | "totalTimeout" | "maxRetries",
  given: number | undefined,
  fallback: number,
): number {
  const value = given ?? fallback;
  const problem = boundIssue(option, value);
  if (problem !== undefined) throw new ConfigurationError(option, problem);
  return value;
}

/** Log lines at or above a level; a logger that throws never changes a call. */
export function logTo({ logger, logLevel }: Pick<ClientOptions, "logger" | "logLevel">): CoreConfig["log"] {
  const level: string = logLevel ?? fromEnvironment("PAYMENTS_LOG") ?? "warn";
  const threshold = (LEVELS as readonly string[]).indexOf(level);
  if (threshold < 0)
    throw new ConfigurationError("logLevel", `must be one of ${LEVELS.join(", ")} (variable: PAYMENTS_LOG)`);
  const missing = SEVERITIES.find((name) => logger != null && typeof logger[name] !== "function");
  if (missing !== undefined) throw new ConfigurationError("logger", `must have a method \`${missing}\``);
  return (severity, message) => {
    if (LEVELS.indexOf(severity) > threshold) return;
    // The logger's own trouble, whether it throws or rejects.
    void (async () => (logger ?? console)[severity](`payments-sdk: ${message}`))().catch(() => {});
  };
}

/**
 * An option that gives a number of milliseconds. Where it fails, the default counts, with a warning: a call that the service
 * carried out must not be lost by it.
 *
 * @throws {ConfigurationError} when it is not a function
 */
export function millisecondsFrom<Args extends unknown[], Usual>(
  option: "now" | "retryDelay",
  given: ((...args: Args) => number) | null | undefined,
  usual: (...args: Args) => Usual,
  log: CoreConfig["log"],
): (...args: Args) => number | Usual {
  if (given == null) return usual;
  requireFunction(option, given);
  return (...args) => {
    try {
      const value: unknown = given(...args);
      if (typeof value === "number" && value >= 0) return value;
      // An asynchronous one is of no use, and must not end the process.
      Promise.resolve(value).catch(() => {});
    } catch {
      // Told below.
    }
    log("warn", `\`${option}\` gave no number of milliseconds: the default counts`);
    return usual(...args);
  };
}

function requireFunction(option: string, given: unknown): void {
  if (typeof given !== "function") throw new ConfigurationError(option, "must be a function");
}

function checkedHooks(hooks: Hooks | null | undefined): Hooks {
  if (hooks == null) return {};
  if (typeof hooks !== "object") throw new ConfigurationError("hooks", "must be an object of functions");
  // An object of a class may have fields of its own.
  const named = Object.entries(hooks).filter(([name]) => /^on[A-Z]/.test(name));
  requireKnownOptions(Object.fromEntries(named), HOOKS, "a hook of the client", "hooks.");
  for (const name of Object.keys(HOOKS)) {
    const hook = fieldOf(hooks, name);
    if (hook != null) requireFunction(`hooks.${name}`, hook);
  }
  return hooks;
}

/** The parts of the configuration that need no credentials, checked. */
export function commonConfig(
  options: Omit<ClientOptions, "baseUrl" | "apiVersion" | "clientId" | "clientSecret">,
) {
  const { fetch = platformFetch, validation = "lenient" } = options;
  requireFunction("fetch", fetch);
  if (!["lenient", "strict", "off"].includes(validation)) {
    throw new ConfigurationError("validation", "must be lenient, strict or off");
  }
  const { headers } = options;
  if (headers != null && !isHeaderRecord(headers)) {
    throw new ConfigurationError("headers", "must be a plain object of names and values");
  }
  const log = logTo(options);
  return {
    timeout: bound("timeout", options.timeout, 30_000),
    totalTimeout: bound("totalTimeout", options.totalTimeout, 120_000),
    maxRetries: bound("maxRetries", options.maxRetries, 2),
    fetch,
    headers: { ...headers },
    log,
    hooks: checkedHooks(options.hooks),
    validation,
    retryDelay: millisecondsFrom("retryDelay", options.retryDelay, defaultRetryDelay, log),
    now: millisecondsFrom("now", options.now, Date.now, log),
  } satisfies Partial<CoreConfig>;
}

/**
 * Options and environment, checked and resolved once.
 *
 * @throws {ConfigurationError} when an option is missing or malformed; it names the option, never its value
 */
export function resolveConfig(options: ClientOptions): CoreConfig {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError("options", "must be an object");
  requireKnownOptions(options, OPTIONS, "an option of the client");
  const page = typeof globalThis.window === "object" && typeof globalThis.document === "object";
  if (page && options.dangerouslyAllowBrowser !== true) {
    throw new ConfigurationError(
      "dangerouslyAllowBrowser",
      "is not set: this client carries the API secret and belongs on a server; in a page use payments-sdk/wallet with a relay",
    );
  }
  const baseUrl = resolveBaseUrl(options.baseUrl, options.apiVersion ?? undefined);
  const clientId = required("clientId", "PAYMENTS_CLIENT_ID", options.clientId);
  // HTTP Basic ends the user name at the first colon (RFC 7617, section 2).
  if (clientId.includes(":")) throw new ConfigurationError("clientId", "must not contain a colon");
  const clientSecret = required("clientSecret", "PAYMENTS_CLIENT_SECRET", options.clientSecret);
  const credential = base64Utf8(`${clientId}:${clientSecret}`);
  return {
    ...commonConfig(options),
    baseUrl,
    authorization: `Basic ${credential}`,
    secrets: [credential, clientSecret],
  };
}
