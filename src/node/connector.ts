import type { Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type * as undici from "undici";
import { coded, ConnectFailure } from "./failure";
import { ownField } from "../options/read";
import type { Settings } from "./options";
import type { Proxy, TlsOptions } from "./proxies";

/** The parts of undici that open connections. */
type Undici = Pick<typeof undici, "buildConnector" | "Client">;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

const TLS_NAMES = ["ca", "cert", "key", "pfx", "passphrase"];

/** The options, also those of a class, with the types of `node:tls`. It accepts bytes of any kind, and does not change the lists. */
const forNode = (tls: TlsOptions): SecureContextOptions =>
  Object.fromEntries(TLS_NAMES.map((name) => [name, ownField(tls, name)]));

/**
 * Opens a tunnel through a proxy (RFC 9110, section 9.3.6). When a proxy closes the connection, undici's own `ProxyAgent`
 * keeps retrying. So this uses its `Client` (docs/maintainers/decisions/0010-node-transport.md).
 *
 * @param target host and port
 * @param signal ends the attempt
 */
async function openTunnel(
  { Client, buildConnector }: Undici,
  { url, authorization, tls }: Proxy,
  target: string,
  { connectTimeoutMs, autoSelectFamily }: Settings,
  signal: AbortSignal,
): Promise<Socket> {
  const connect = buildConnector({
    ...forNode(tls),
    timeout: connectTimeoutMs,
    autoSelectFamily,
    allowH2: false,
  });
  const client = new Client(url.origin, { connect, allowH2: false });
  const headers = {
    host: target,
    ...(authorization !== undefined && { "proxy-authorization": authorization }),
  };
  const { statusCode, socket } = await client.connect({ path: target, headers, signal }).catch((error) => {
    // Otherwise its connection stays open, and it opens the next one.
    client.destroy().catch(() => {});
    if (!signal.aborted) throw error;
    const message = `the proxy did not open a tunnel within ${connectTimeoutMs} ms`;
    throw coded(message, "UND_ERR_CONNECT_TIMEOUT", error);
  });
  // A connection through http or https is a socket.
  if (statusCode >= 200 && statusCode < 300) return socket as Socket;
  socket.destroy();
  const advice = statusCode === 407 ? ": check the user name and the password of `proxy`" : "";
  throw coded(
    `the proxy refused the tunnel with status ${statusCode}${advice}`,
    `PROXY_STATUS_${statusCode}`,
  );
}

/** Opens connections for undici, directly or through the proxy. Marks every failure as a connection failure. */
export function connectorOf(
  parts: Undici,
  settings: Settings,
): (options: undici.buildConnector.Options, callback: undici.buildConnector.Callback) => void {
  const { proxyFor, tls, connectTimeoutMs, http2, autoSelectFamily } = settings;
  const direct = parts.buildConnector({
    ...forNode(tls),
    timeout: connectTimeoutMs,
    allowH2: http2,
    autoSelectFamily,
  });
  return (options, callback) => {
    const done: undici.buildConnector.Callback = (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new ConnectFailure(error), null);
    };
    const { hostname, protocol } = options;
    const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
    const port = Number(options.port || DEFAULT_PORTS[protocol]);
    const proxy = proxyFor({ protocol, host, port });
    if (proxy === undefined) {
      direct(options, done);
      return;
    }
    const signal = AbortSignal.timeout(connectTimeoutMs);
    openTunnel(parts, proxy, `${host}:${port}`, settings, signal).then(
      (socket) => {
        if (protocol !== "https:") {
          done(null, socket);
          return;
        }
        const end = () => {
          const message = `the server behind the proxy did not finish TLS within ${connectTimeoutMs} ms`;
          secure.destroy(coded(message, "UND_ERR_CONNECT_TIMEOUT"));
        };
        const finish: undici.buildConnector.Callback = (...result) => {
          signal.removeEventListener("abort", end);
          done(...result);
        };
        // The type hides the socket.
        const secure = direct({ ...options, httpSocket: socket }, finish) as unknown as Socket;
        signal.addEventListener("abort", end);
      },
      (error: Error) => done(error, null),
    );
  };
}
