import type { PaymentsClient } from "../client";
import { readConfiguration } from "../core/read-options";
import {
  anything,
  callback,
  flag,
  integer,
  kind,
  LONGEST_TIMER_MS,
  methods,
  required,
} from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import type { BodyLimits } from "./body";
import { wholeClock } from "./require-kind";
import type { RelayEvent } from "./event";
import type { RelayLimit } from "./limit";
import { checkedOrigins, checkedTopOrigins } from "./origin";
import type { Origins } from "./origin";
import { RegistrationChallenges } from "./registration-challenge";
import type { RelayUser } from "./user";

/** Options of `createWalletRelay`. */
export interface RelayOptions {
  /** Calls the service with the platform's credentials. */
  client: PaymentsClient;
  /**
   * Your sign-in. Returns the user who sent a request and their embedded wallets. Returns `undefined` when nobody is signed
   * in (401). Read only the headers, not the body. Errors pass through to your framework's error handling. If the result is
   * not a {@link RelayUser}, a `ConfigurationError` passes through too.
   */
  authenticate: (request: Request) => RelayUser | null | undefined | Promise<RelayUser | null | undefined>;
  /**
   * The origins of your wallet pages, as browsers write them: scheme, host and port. For example `https://app.example.com`.
   * Only these pages may call, and only passkeys made on them are registered. Wildcards are not supported.
   */
  origins: readonly string[];
  /**
   * The origins of your native apps, letter for letter. An Android app has `android:apk-key-hash:…`. Web views have
   * `capacitor://localhost`, `ionic://localhost`, `https://localhost`, or a custom scheme with a host. A web view is another
   * site than your backend, so calls from these origins may be cross-site. Wildcards are not supported.
   *
   * **Warning**: other apps can use the same custom scheme or `localhost` in their own web views. Use a bearer token
   * (`allowAuthorization`) instead of cookies.
   */
  nativeOrigins?: readonly string[] | undefined;
  /** The origins of other pages that may frame your wallet page while it creates or uses a passkey. Default: none. */
  topOrigins?: readonly string[] | undefined;
  /**
   * Lets pages on another origin than the relay send `Authorization`. Use it if `authenticate` reads a bearer token. The
   * relay never forwards the header. Default false.
   */
  allowAuthorization?: boolean | undefined;
  /**
   * Signs registration challenges: at least 32 random bytes, as bytes or as text. Use the same secret on every instance. Keep
   * it in your secret store. `openssl rand -base64 32` generates one.
   */
  secret: string | Uint8Array;
  /** The path of the relay, without a trailing slash; `""` for the root. Default `"/wallet"`. */
  basePath?: string | undefined;
  /** The lifetime of a registration challenge, in milliseconds. Default 300,000 (5 minutes). */
  challengeLifetime?: number | undefined;
  /** The longest request body, in bytes. Default 65,536. */
  maxBodyBytes?: number | undefined;
  /**
   * The timeout of `authenticate`, and then of `limit`, in milliseconds. Default 10,000. After it, the page receives a 503
   * with `Retry-After`, and the relay has done nothing.
   */
  authenticateTimeout?: number | undefined;
  /**
   * Rejects calls that come too often. Return `{ retryAfter: seconds }`, and the page receives a 429 that a `Wallet` obeys.
   * The relay calls this after `authenticate`, before it reads the body or calls the service. `memoryLimit()` serves one
   * instance, `storeLimit(store)` several. Errors pass through, and the relay does nothing. After `authenticateTimeout`, the
   * page receives a 503. Default: no limit.
   */
  limit?: RelayLimit | undefined;
  /**
   * Returns the `senderCustomerInfo` of a user's quotes: the sender data that receivers require, such as `{ FULL_NAME }`. The
   * relay calls it for each `POST /quotes`. A page that sends the field itself receives a 400. Errors go to your framework.
   * After `authenticateTimeout` the page receives a 503. Default: none is sent.
   */
  senderCustomerInfo?:
    | ((
        user: RelayUser,
      ) => Record<string, string> | null | undefined | Promise<Record<string, string> | null | undefined>)
    | undefined;
  /**
   * Receives an event for each call and its outcome, for an audit log. The relay calls it with the response and does not
   * await it. Its errors are ignored. Events hold no secrets.
   */
  onEvent?: ((event: RelayEvent) => unknown) | undefined;
  /**
   * The timeout for receiving a whole request body, in milliseconds. Default 10,000. After it, the page receives a 408.
   */
  bodyTimeout?: number | undefined;
  /** The current time in milliseconds since the epoch, for registration challenges. Default `Date.now`. */
  now?: (() => number) | undefined;
}

const SECRET_BYTES = 32;
const timeout: Kind = /* @__PURE__ */ integer(1, LONGEST_TIMER_MS);

const bytesOf = (secret: unknown): Uint8Array<ArrayBuffer> | undefined =>
  typeof secret === "string"
    ? new TextEncoder().encode(secret)
    : secret instanceof Uint8Array
      ? Uint8Array.from(secret)
      : undefined;

/** Known options. The compiler keeps this list complete. */
const OPTIONS: Kinds<RelayOptions> = {
  client: /* @__PURE__ */ required(
    /* @__PURE__ */ kind("a PaymentsClient", (value) => methods("request")(value, "") === undefined),
  ),
  authenticate: /* @__PURE__ */ required(callback),
  origins: anything,
  nativeOrigins: anything,
  topOrigins: anything,
  allowAuthorization: flag,
  secret: /* @__PURE__ */ required(
    /* @__PURE__ */ kind(
      `at least ${SECRET_BYTES} bytes, as a string or as bytes`,
      (value) => (bytesOf(value)?.length ?? 0) >= SECRET_BYTES,
    ),
  ),
  basePath: /* @__PURE__ */ kind(
    "a path such as /wallet, or empty",
    (value) => typeof value === "string" && /^(?:\/[\w~-][\w.~-]*)*$/.test(value),
  ),
  challengeLifetime: timeout,
  maxBodyBytes: /* @__PURE__ */ integer(1),
  bodyTimeout: timeout,
  authenticateTimeout: timeout,
  limit: callback,
  senderCustomerInfo: callback,
  onEvent: callback,
  now: callback,
};

/** The checked options, with defaults. */
export interface RelaySettings {
  readonly client: PaymentsClient;
  readonly authenticate: RelayOptions["authenticate"];
  readonly origins: Origins;
  readonly topOrigins: ReadonlySet<string>;
  readonly allowAuthorization: boolean;
  readonly challenges: RegistrationChallenges;
  readonly basePath: string;
  readonly bodyLimits: BodyLimits;
  readonly authenticateTimeoutMs: number;
  readonly limit: RelayLimit | undefined;
  readonly senderCustomerInfo: RelayOptions["senderCustomerInfo"];
  readonly onEvent: RelayOptions["onEvent"];
}

/**
 * Reads the options.
 *
 * @throws {ConfigurationError} when an option is missing or malformed
 */
export function readRelayOptions(given: RelayOptions): RelaySettings {
  const options = readConfiguration(given, OPTIONS, "createWalletRelay");
  const {
    client,
    authenticate,
    allowAuthorization = false,
    basePath = "/wallet",
    challengeLifetime = 300_000,
    maxBodyBytes = 65_536,
    bodyTimeout = 10_000,
    authenticateTimeout = 10_000,
    limit,
    senderCustomerInfo,
    onEvent,
  } = options;
  const secret = bytesOf(options.secret) ?? new Uint8Array();
  return {
    client,
    authenticate,
    origins: checkedOrigins(options.origins, options.nativeOrigins),
    topOrigins: checkedTopOrigins(options.topOrigins),
    allowAuthorization,
    challenges: new RegistrationChallenges(secret, challengeLifetime, wholeClock(options.now)),
    basePath,
    bodyLimits: { maxBytes: maxBodyBytes, timeoutMs: bodyTimeout },
    authenticateTimeoutMs: authenticateTimeout,
    limit,
    senderCustomerInfo,
    onEvent,
  };
}
