import type { PaymentsClient } from "../client";
import { readConfiguration, wholeClock } from "../core/read-options";
import { callback, flag, integer, kind, LONGEST_TIMER_MS, methods, required, rule } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import type { RelayEvent, RelayOperation } from "./event";
import { registrationChallenges } from "./registration-challenge";

/** A user of your platform, and their wallets and customer at the service. */
export interface RelayUser {
  /** The embedded wallets of this user: internal accounts of type EMBEDDED_WALLET. */
  readonly accountIds: readonly string[];
  /**
   * The user's customer id at the service. Required to read balances and to pay to external accounts, because the service
   * lists them by customer. Without it, those calls give 404. `null` is an error: leave the property out.
   */
  readonly customerId?: string | undefined;
  /**
   * Your own id of the user, for `onEvent` and for the counters of `limit`. The relay never sends it to the service. `null`
   * is an error: leave the property out.
   */
  readonly userId?: string | undefined;
}

/** One call of a signed-in user, as the option `limit` receives it. The relay has not called the service yet. */
export interface LimitedCall {
  /** The user who sent the call. */
  readonly user: RelayUser;
  /** The operation of the call. */
  readonly operation: RelayOperation;
  /** The request, for its headers. Do not read its body. */
  readonly request: Request;
}

/** Rejects a call. */
export interface CallTurnedAway {
  /** How long the page must wait, in seconds. */
  readonly retryAfter: number;
}

/**
 * Decides whether a call may continue. `undefined` or `null` allows it, `{ retryAfter }` rejects it. Any other result causes
 * a `ConfigurationError`.
 */
export type RelayLimit = (
  call: LimitedCall,
) => CallTurnedAway | null | undefined | Promise<CallTurnedAway | null | undefined>;

/** Options of `createWalletRelay`. */
export interface RelayOptions {
  /** Calls the service with the platform's credentials. A `PaymentsClient`, also of a CommonJS file. */
  client: Pick<PaymentsClient, "request" | "serviceTime">;
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
   * Rejects calls that come too often. Return `{ retryAfter: seconds }`, and the page receives a 429.
   * The relay calls this after `authenticate`, before it reads the body or calls the service. Count with your host's rate
   * limiter. Errors pass through, and the relay does nothing. After `authenticateTimeout`, the page receives a 503. Default: no
   * limit.
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

/** SHA-256 in base64url without padding. The last of 43 characters has two unused bits, which are zero. */
const ANDROID_APP = /^android:apk-key-hash:[\w-]{42}[AEIMQUYcgkosw048]$/;

/** A web view's own scheme, with a host and nothing else. */
const APP_PAGE = /^([a-z][a-z0-9.+-]*):\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*$/;

/** Schemes that belong to no single app. */
const SHARED_SCHEMES = ["about", "blob", "data", "file", "ftp", "http", "https", "javascript", "ws", "wss"];

/** The local origins of Capacitor's web view on Android. */
const DEVICE_PAGES = ["https://localhost", "http://localhost"];

/** The URL standard accepts `*` as part of a host name. */
const isPage = (origin: string) =>
  !origin.includes("*") && URL.canParse(origin) && new URL(origin).origin === origin;

function isNative(origin: string): boolean {
  const scheme = APP_PAGE.exec(origin)?.[1];
  const isAppPage = scheme !== undefined && !SHARED_SCHEMES.includes(scheme);
  return isAppPage || DEVICE_PAGES.includes(origin) || ANDROID_APP.test(origin);
}

const WEB_RULE = "must contain origins as browsers write them, for example https://app.example.com";
const NATIVE_RULE =
  "must contain exact origins of apps: android:apk-key-hash:… (43 characters of base64url), an app's own scheme such as capacitor://localhost, or https://localhost";

const origins = (isOrigin: (origin: string) => boolean, message: string): Kind =>
  rule(message, (value) => {
    const list: unknown[] = Array.isArray(value) ? Array.from(value) : [undefined];
    return list.every((one) => typeof one === "string" && isOrigin(one));
  });
const pages = /* @__PURE__ */ origins(isPage, WEB_RULE);
const atLeastOne = /* @__PURE__ */ rule(
  "must list at least one origin",
  (value) => Array.isArray(value) && value.length > 0,
);

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
  origins: /* @__PURE__ */ required((value, path) => atLeastOne(value, path) ?? pages(value, path)),
  nativeOrigins: /* @__PURE__ */ origins(isNative, NATIVE_RULE),
  topOrigins: pages,
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
export type RelaySettings = ReturnType<typeof readRelayOptions>;

/**
 * Reads the options.
 *
 * @throws {ConfigurationError} when an option is missing or malformed
 */
export function readRelayOptions(given: RelayOptions) {
  const {
    secret,
    challengeLifetime = 300_000,
    now,
    ...options
  } = readConfiguration(given, OPTIONS, "createWalletRelay");
  const native = new Set(options.nativeOrigins);
  return {
    ...options,
    client: options.client as PaymentsClient,
    /** All origins that may call. */
    origins: new Set([...options.origins, ...native]),
    /** App origins. Their web views treat every other site as foreign, even the relay's. */
    nativeOrigins: native,
    topOrigins: new Set(options.topOrigins),
    challenges: registrationChallenges(
      bytesOf(secret) ?? new Uint8Array(),
      challengeLifetime,
      wholeClock(now),
    ),
    basePath: options.basePath ?? "/wallet",
    bodyLimits: { maxBytes: options.maxBodyBytes ?? 65_536, timeoutMs: options.bodyTimeout ?? 10_000 },
    authenticateTimeoutMs: options.authenticateTimeout ?? 10_000,
  };
}
