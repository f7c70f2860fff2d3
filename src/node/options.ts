import process from "node:process";
import { readConfiguration } from "../core/read-options";
import { anything, anyText, flag, integer, LONGEST_TIMER_MS, required } from "../options/kinds";
import type { Kind, Kinds, ValueProblem } from "../options/kinds";
import { pemAdvice } from "../options/pem";
import { objectOf, ownOptions } from "../options/read";
import { proxiesFor } from "./proxies";
import type { ProxyOptions, TlsOptions } from "./proxies";

/** Options of {@link nodeTransport}. */
export interface NodeTransportOptions {
  /** The maximum number of connections to one origin. Further requests wait for a free one. Default 100. */
  connections?: number | undefined;
  /** The maximum number of concurrent requests on one HTTP/1.1 connection. Only GETs share one. Default 1. */
  pipelining?: number | undefined;
  /**
   * How long an idle connection stays open, in milliseconds. If the server announces a shorter time, that applies. Choose
   * less than the idle timeouts of the servers and proxies on the route. Default 4,000.
   */
  keepAlive?: number | undefined;
  /**
   * The timeout for opening a connection, including TLS and the tunnel through a proxy, in milliseconds. Default 10,000.
   */
  connectTimeout?: number | undefined;
  /**
   * An HTTP proxy: its address, for example `process.env.HTTPS_PROXY`, or an object. An empty string means no proxy. Default: none, or
   * with `NODE_USE_ENV_PROXY=1` those of `HTTPS_PROXY` and `HTTP_PROXY`. Connections to hosts in `NO_PROXY` are direct.
   */
  proxy?: string | ProxyOptions | undefined;
  /** Trusted authorities, and the client's own certificate. */
  tls?: TlsOptions | undefined;
  /**
   * Uses HTTP/2 if the server offers it. Concurrent calls share one connection. Needs undici 8. With undici 7, every call fails,
   * and nothing is sent. Default `false`.
   */
  http2?: boolean | undefined;
  /**
   * Alternates between the IPv6 and IPv4 addresses of a host, and uses the first that connects (RFC 8305). Default `true`.
   */
  autoSelectFamily?: boolean | undefined;
}

/** The checked options, with defaults. */
export type Settings = ReturnType<typeof settingsOf>;

/** Known options. The compiler keeps these lists complete. */
const TLS_OPTIONS: Kinds<TlsOptions> = {
  ca: anything,
  cert: anything,
  key: anything,
  pfx: anything,
  passphrase: anyText,
};
const tlsFields = objectOf<TlsOptions>(TLS_OPTIONS);

/** Checks TLS options. `node:tls` checks the certificates themselves. */
const tls: Kind = Object.assign(
  (value: unknown, path: string) => {
    const given = ownOptions<TlsOptions>(value, TLS_OPTIONS);
    return tlsFields(value, path) ?? tlsConflict(given, path) ?? notPem(given, path);
  },
  { copy: tlsFields.copy },
);

const PROXY_OPTIONS: Kinds<ProxyOptions> = {
  url: required(anyText),
  username: anyText,
  password: anyText,
  tls,
};
const proxyFields = objectOf<ProxyOptions>(PROXY_OPTIONS);

const OPTIONS: Kinds<NodeTransportOptions> = {
  connections: integer(1),
  pipelining: integer(1),
  keepAlive: integer(1),
  connectTimeout: integer(1),
  proxy: Object.assign(
    (value: unknown, path: string) => (typeof value === "string" ? undefined : proxyFields(value, path)),
    { copy: proxyFields.copy },
  ),
  tls,
  http2: flag,
  autoSelectFamily: flag,
};

function tlsConflict({ cert, key, pfx }: TlsOptions, path: string) {
  if ((cert == null) !== (key == null)) return { path, message: "must have `cert` and `key` together" };
  if (cert != null && pfx != null) return { path, message: "must have either `cert` and `key`, or `pfx`" };
  return undefined;
}

/** PEM text or bytes. `node:tls` ignores the name of a file in silence. */
function notPem({ ca, cert, key }: TlsOptions, path: string): ValueProblem | undefined {
  const isPem = (one: unknown) =>
    one == null || one instanceof Uint8Array || (typeof one === "string" && /-----BEGIN [^]*\n/.test(one));
  for (const [name, value] of Object.entries({ ca, cert, key })) {
    const wrong = [value].flat().find((one) => !isPem(one));
    if (wrong === undefined) continue;
    const advice = pemAdvice(wrong) || ". Pass the content of the file, not its name";
    return { path: `${path}.${name}`, message: `must be PEM text or its bytes${advice}` };
  }
  return undefined;
}

/**
 * Checks the options.
 *
 * @throws {ConfigurationError} when one is unknown or invalid; it never shows a value
 */
export function settingsOf(given: NodeTransportOptions) {
  const options = readConfiguration(given, OPTIONS, "nodeTransport");
  return {
    connections: options.connections ?? 100,
    pipelining: options.pipelining,
    keepAliveMs: Math.min(options.keepAlive ?? 4_000, LONGEST_TIMER_MS),
    connectTimeoutMs: Math.min(options.connectTimeout ?? 10_000, LONGEST_TIMER_MS),
    proxyFor: proxiesFor(options.proxy, options.tls?.ca, process.env),
    tls: options.tls ?? {},
    http2: options.http2 ?? false,
    autoSelectFamily: options.autoSelectFamily ?? true,
  };
}
