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
import { wholeClock } from "./checks";
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
   * Your own sign-in: returns who sent a request and which embedded wallets are theirs, or `undefined` when nobody is signed
   * in (401). It reads the headers and leaves the body alone. What it throws passes through, to your framework's error handling,
   * as does a `ConfigurationError` when it returns something that is not a {@link RelayUser}.
   */
  authenticate: (request: Request) => RelayUser | null | undefined | Promise<RelayUser | null | undefined>;
  /**
   * The origins of your wallet pages, as browsers write them: scheme, host and port, for example `https://app.example.com`.
   * Only they may call, and only passkeys made on them are registered. There are no wildcards.
   */
  origins: readonly string[];
  /**
   * The origins of your native apps, letter for letter: `android:apk-key-hash:…` for an Android app, and those of web views:
   * `capacitor://localhost`, `ionic://localhost`, another scheme of your own with a host, `https://localhost`. Web views
   * count as another site than your backend, and calls from these origins may therefore be cross-site. There are no
   * wildcards.
   *
   * **Warning**: other apps can use the same custom scheme or `localhost` in their own web views. Use a bearer token
   * (`allowAuthorization`) instead of cookies.
   */
  nativeOrigins?: readonly string[] | undefined;
  /**
   * The origins of other pages that may hold your wallet page in a frame while a passkey is made or used. Default: none.
   */
  topOrigins?: readonly string[] | undefined;
  /**
   * Lets pages on another origin than the relay send `Authorization`, for an `authenticate` that reads a bearer token
   * from it. The header is never forwarded. Default false.
   */
  allowAuthorization?: boolean | undefined;
  /**
   * Signs registration challenges: at least 32 random bytes, as bytes or as text, the same on every instance. For example the
   * output of `openssl rand -base64 32`, from your secret store.
   */
  secret: string | Uint8Array;
  /** Where the relay is mounted, without a trailing slash; `""` for the root. Default `"/wallet"`. */
  basePath?: string | undefined;
  /** How long a registration challenge is good, in milliseconds. Default 300,000 (5 minutes). */
  challengeLifetime?: number | undefined;
  /** The longest request body, in bytes. Default 65,536. */
  maxBodyBytes?: number | undefined;
  /**
   * How long `authenticate` may take, and after it `limit`, in milliseconds. Default 10,000. The page then receives a 503
   * with `Retry-After`: nothing was done.
   */
  authenticateTimeout?: number | undefined;
  /**
   * Turns calls away when there are too many: return `{ retryAfter: seconds }`, and the page receives a 429 that a `Wallet`
   * obeys. It is asked once `authenticate` has named a user, before the body is read and before anything is asked of the
   * service. `memoryLimit()` serves one instance, `storeLimit(store)` several. What it throws passes through, and nothing
   * is done. It has `authenticateTimeout` to decide; then the page receives a 503. Default: no limit.
   */
  limit?: RelayLimit | undefined;
  /**
   * Returns the `senderCustomerInfo` of a user's quotes: what receivers ask about the sender, such as `{ FULL_NAME }`. The relay
   * calls it for each `POST /quotes`. A page that sends the field itself receives a 400. Errors go to your framework. After
   * `authenticateTimeout` the page receives a 503. Default: none is sent.
   */
  senderCustomerInfo?:
    | ((
        user: RelayUser,
      ) => Record<string, string> | null | undefined | Promise<Record<string, string> | null | undefined>)
    | undefined;
  /**
   * Is told of every call and what became of it, for an audit log. It is called when the response is made and is not
   * awaited; what it throws is dropped. No event holds a secret.
   */
  onEvent?: ((event: RelayEvent) => unknown) | undefined;
  /** How long a whole request body may take to arrive, in milliseconds. Default 10,000. The page then receives a 408. */
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

/** The options, checked and completed. */
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
