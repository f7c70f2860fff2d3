import { Buffer } from "node:buffer";
import { ConfigurationError } from "../core/errors";

/** One certificate or key, or several: PEM text or its bytes. */
export type Certificates = string | Uint8Array | readonly (string | Uint8Array)[];

/** TLS options of a connection. Each option has the same meaning as in `node:tls`. */
export interface TlsOptions {
  /** The trusted certificate authorities. They replace Node's default ones. */
  ca?: Certificates | undefined;
  /** The client's certificate with its chain, for a server that requires one. */
  cert?: Certificates | undefined;
  /** The private key of `cert`. */
  key?: Certificates | undefined;
  /** The client's certificate and its key in one file (PKCS #12), in place of `cert` and `key`. */
  pfx?: string | Uint8Array | undefined;
  /** The password of `key` or `pfx`. */
  passphrase?: string | undefined;
}

/** An HTTP proxy. Every connection uses a tunnel through it (RFC 9110, section 9.3.6). */
export interface ProxyOptions {
  /** The proxy's address, `http:` or `https:`. It may contain the user name and the password. */
  url: string;
  /** The user name of HTTP Basic authentication at the proxy. */
  username?: string | undefined;
  /** The password of HTTP Basic authentication at the proxy. */
  password?: string | undefined;
  /** TLS options of the connection to an `https:` proxy. Default: the `ca` of `nodeTransport`. */
  tls?: TlsOptions | undefined;
}

/** A proxy with its credentials separate from the address. */
export interface Proxy {
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly tls: TlsOptions;
}

/** The address that a connection leads to. */
export interface ProxyTarget {
  /** `http:` or `https:`. */
  readonly protocol: string;
  /** With brackets around an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

/** The variables of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Decodes part of an address. Returns it unchanged if that fails. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function proxyOf(given: string | ProxyOptions | undefined, name: string, ca: TlsOptions["ca"]) {
  if (given === undefined || given === "") return undefined;
  const options = typeof given === "string" ? { url: given } : given;
  // The error never shows the value, because it may contain a password.
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search)) {
    throw new ConfigurationError(name, "must be an http: or https: address without a path");
  }
  const username = options.username ?? decoded(url.username);
  const password = options.password ?? decoded(url.password);
  if (username.includes(":")) throw new ConfigurationError(`${name}.username`, "must not contain a colon");
  url.username = "";
  url.password = "";
  const hasCredentials = username !== "" || password !== "";
  const credential = Buffer.from(`${username}:${password}`, "utf8").toString("base64");
  return {
    url,
    authorization: hasCredentials ? `Basic ${credential}` : undefined,
    tls: options.tls ?? { ca },
  };
}

/**
 * Whether a target is in `NO_PROXY`. It reads the list as undici's `EnvHttpProxyAgent` does: names with their subdomains, each with an
 * optional port, or `*` alone. It knows no address ranges.
 */
export function isExempt(list: string, { host, port }: ProxyTarget): boolean {
  if (list === "*") return true;
  const name = host.toLowerCase();
  return list.split(/[,\s]/).some((entry) => {
    if (entry === "") return false;
    const [, before = entry, ownPort] = /^(.+):(\d+)$/.exec(entry) ?? [];
    if (ownPort !== undefined && Number(ownPort) !== 0 && Number(ownPort) !== port) return false;
    const exempt = before.replace(/^\*?\./, "").toLowerCase();
    return name === exempt || name.endsWith(`.${exempt}`);
  });
}

/** Both proxies of the environment, by protocol. Without one for `https:`, that for `http:` serves both. */
function proxiesIn(env: Environment, ca: TlsOptions["ca"]): Readonly<Record<string, Proxy | undefined>> {
  const named = (name: string) => proxyOf(env[name.toLowerCase()] ?? env[name], name, ca);
  const http = named("HTTP_PROXY");
  return { "http:": http, "https:": named("HTTPS_PROXY") ?? http };
}

/**
 * The proxy of each connection: the given one, or with `NODE_USE_ENV_PROXY=1` that of the environment. None for what `NO_PROXY` lists.
 *
 * @throws {ConfigurationError} when an address is invalid; it never shows the value
 */
export function proxiesFor(
  given: string | ProxyOptions | undefined,
  ca: TlsOptions["ca"],
  env: Environment,
): (target: ProxyTarget) => Proxy | undefined {
  const usesEnvironment = given === undefined && env["NODE_USE_ENV_PROXY"] === "1";
  const own = proxyOf(given, "proxy", ca);
  const proxies = usesEnvironment ? proxiesIn(env, ca) : { "http:": own, "https:": own };
  const exempt = env["no_proxy"] ?? env["NO_PROXY"] ?? "";
  return (target) => (isExempt(exempt, target) ? undefined : proxies[target.protocol]);
}
