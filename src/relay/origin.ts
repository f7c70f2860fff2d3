import { ConfigurationError } from "../core/errors";
import { forwardedHeaders } from "./operation";
import { malformedCall, foreignOrigin } from "./problem";

const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"];

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

/** Checks a list of origins and removes duplicates. */
function checkedList(
  option: string,
  origins: unknown,
  isAllowed: (origin: string) => boolean,
  rule: string,
): ReadonlySet<string> {
  const list: unknown[] = Array.isArray(origins) ? Array.from(origins) : [undefined];
  const isOrigin = (origin: unknown): origin is string => typeof origin === "string" && isAllowed(origin);
  if (!list.every(isOrigin)) throw new ConfigurationError(option, rule);
  return new Set(list);
}

const WEB_RULE = "must contain origins as browsers write them, for example https://app.example.com";
const NATIVE_RULE =
  "must contain exact origins of apps: android:apk-key-hash:… (43 characters of base64url), an app's own scheme such as capacitor://localhost, or https://localhost";

/** The origins that may call. */
export interface Origins {
  /** All of them. */
  readonly all: ReadonlySet<string>;
  /** App origins. Their web views treat every other site as foreign, even the relay's. */
  readonly native: ReadonlySet<string>;
}

/**
 * Reads the options `origins` and `nativeOrigins`.
 *
 * @throws {ConfigurationError} when one of them is not an origin in the form of browsers or apps
 */
export function checkedOrigins(origins: unknown, nativeOrigins: unknown = []): Origins {
  if (!Array.isArray(origins) || origins.length === 0) {
    throw new ConfigurationError("origins", "must list at least one origin");
  }
  const pages = checkedList("origins", origins, isPage, WEB_RULE);
  const native = checkedList("nativeOrigins", nativeOrigins, isNative, NATIVE_RULE);
  return { all: new Set([...pages, ...native]), native };
}

/**
 * Reads the option `topOrigins`.
 *
 * @throws {ConfigurationError} when one of them is not an origin in the form of browsers
 */
export function checkedTopOrigins(origins: unknown = []): ReadonlySet<string> {
  return checkedList("topOrigins", origins, isPage, WEB_RULE);
}

/**
 * Rejects requests that another site could have sent with the user's cookies (Fetch standard, `Origin`; W3C Fetch Metadata,
 * `Sec-Fetch-Site`). Also rejects requests that override their method.
 *
 * @throws {Problem} when the request comes from another site (403), or overrides its method (400)
 */
export function requireOwnPage({ method, headers }: Request, { all, native }: Origins): void {
  const origin = headers.get("origin");
  const reads = method === "GET";
  const isForeign = origin === null ? !reads : !all.has(origin);
  const isFromApp = origin !== null && native.has(origin);
  if (isForeign || (headers.get("sec-fetch-site") === "cross-site" && !isFromApp)) throw foreignOrigin();
  if (OVERRIDES.some((name) => headers.has(name))) throw malformedCall("The method cannot be overridden");
}

/** Headers that let a page of an allowed origin read the response. Other origins get none. */
export function corsHeaders({ headers }: Request, { all }: Origins): Record<string, string> {
  const origin = headers.get("origin");
  if (origin === null || !all.has(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "Date, Retry-After, Wallet-Account",
  };
}

/** The headers of the response to a preflight of an allowed origin. */
export function preflightHeaders(
  methods: readonly string[],
  allowAuthorization: boolean,
): Record<string, string> {
  const own = allowAuthorization ? ["authorization"] : [];
  return {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": ["content-type", ...forwardedHeaders, ...own].join(", "),
    "access-control-max-age": "600",
  };
}
