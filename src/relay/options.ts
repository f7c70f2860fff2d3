import type { PaymentsClient } from "../client";
import { LONGEST_TIMER_MS } from "../core/deadline";
import { ConfigurationError } from "../core/errors";
import type { BodyLimits } from "./body";
import { checkedClock, checkedFunction, checkedOptions, positive } from "./checks";
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
  challengeTtlMs?: number | undefined;
  /** The longest request body, in bytes. Default 65,536. */
  maxBodyBytes?: number | undefined;
  /**
   * How long `authenticate` may take, and after it `limit`, in milliseconds. Default 10,000. The page then receives a 503
   * with `Retry-After`: nothing was done.
   */
  authenticateTimeoutMs?: number | undefined;
  /**
   * Turns calls away when there are too many: return `{ retryAfter: seconds }`, and the page receives a 429 that a `Wallet`
   * obeys. It is asked once `authenticate` has named a user, before the body is read and before anything is asked of the
   * service. `memoryLimit()` serves one instance, `storeLimit(store)` several. What it throws passes through, and nothing
   * is done. It has `authenticateTimeoutMs` to decide; then the page receives a 503. Default: no limit.
   */
  limit?: RelayLimit | undefined;
  /**
   * Is told of every call and what became of it, for an audit log. It is called when the response is made and is not
   * awaited; what it throws is dropped. No event holds a secret.
   */
  onEvent?: ((event: RelayEvent) => unknown) | undefined;
  /** How long a whole request body may take to arrive, in milliseconds. Default 10,000. The page then receives a 408. */
  bodyTimeoutMs?: number | undefined;
  /** The current time in milliseconds since the epoch, for registration challenges. Default `Date.now`. */
  now?: (() => number) | undefined;
}

/** Every option, so that a misspelt one is told: the compiler holds the list complete. */
const OPTIONS: Record<keyof RelayOptions, true> = {
  client: true,
  authenticate: true,
  origins: true,
  nativeOrigins: true,
  topOrigins: true,
  allowAuthorization: true,
  secret: true,
  basePath: true,
  challengeTtlMs: true,
  maxBodyBytes: true,
  bodyTimeoutMs: true,
  authenticateTimeoutMs: true,
  limit: true,
  onEvent: true,
  now: true,
};

const SECRET_BYTES = 32;

function checkedSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  const bytes =
    typeof secret === "string"
      ? new TextEncoder().encode(secret)
      : secret instanceof Uint8Array
        ? Uint8Array.from(secret)
        : undefined;
  if (bytes === undefined || bytes.length < SECRET_BYTES) {
    throw new ConfigurationError("secret", `must be at least ${SECRET_BYTES} bytes, as text or as bytes`);
  }
  return bytes;
}

function checkedBasePath(basePath: unknown): string {
  const isPath = typeof basePath === "string" && /^(?:\/[\w~-][\w.~-]*)*$/.test(basePath);
  if (!isPath) throw new ConfigurationError("basePath", "must be a path such as /wallet, or empty");
  return basePath;
}

const timeout = (option: string, value = 10_000): number => positive(option, value, LONGEST_TIMER_MS);

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
  readonly onEvent: RelayOptions["onEvent"];
}

/**
 * Reads the options.
 *
 * @throws {ConfigurationError} when an option is missing or malformed
 */
export function readOptions(options: RelayOptions): RelaySettings {
  const {
    client,
    now,
    limit,
    onEvent,
    allowAuthorization = false,
  } = checkedOptions(options, OPTIONS, "createWalletRelay");
  if (typeof client?.request !== "function") {
    throw new ConfigurationError("client", "must be a PaymentsClient");
  }
  if (typeof allowAuthorization !== "boolean") {
    throw new ConfigurationError("allowAuthorization", "must be true or false");
  }
  const lifetimeMs = timeout("challengeTtlMs", options.challengeTtlMs ?? 300_000);
  return {
    client,
    authenticate: checkedFunction("authenticate", options.authenticate),
    origins: checkedOrigins(options.origins, options.nativeOrigins),
    topOrigins: checkedTopOrigins(options.topOrigins),
    allowAuthorization,
    challenges: new RegistrationChallenges(checkedSecret(options.secret), lifetimeMs, checkedClock(now)),
    basePath: checkedBasePath(options.basePath ?? "/wallet"),
    bodyLimits: {
      maxBytes: positive("maxBodyBytes", options.maxBodyBytes ?? 65_536),
      timeoutMs: timeout("bodyTimeoutMs", options.bodyTimeoutMs),
    },
    authenticateTimeoutMs: timeout("authenticateTimeoutMs", options.authenticateTimeoutMs),
    limit: limit === undefined ? undefined : checkedFunction("limit", limit),
    onEvent: onEvent === undefined ? undefined : checkedFunction("onEvent", onEvent),
  };
}
