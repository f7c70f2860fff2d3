import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { buildConnector } from "undici";
import { coded, ConnectFailure } from "./failure";
import type { Proxy, Settings, TlsOptions } from "./options";

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** The options as `node:tls` declares them: it takes bytes of any kind, and lists that it does not change. */
const forNode = (tls: TlsOptions) => tls as SecureContextOptions;

/**
 * Opens a tunnel through a proxy (RFC 9110, section 9.3.6).
 *
 * @param target host and port
 */
function openTunnel(
  proxy: Proxy,
  target: string,
  { autoSelectFamily, connectTimeoutMs }: Settings,
): Promise<Socket> {
  const { url, authorization, tls } = proxy;
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions & { autoSelectFamily: boolean } = {
      ...forNode(tls),
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || DEFAULT_PORTS[url.protocol],
      method: "CONNECT",
      path: target,
      headers: { host: target, ...(authorization !== undefined && { "proxy-authorization": authorization }) },
      agent: false,
      autoSelectFamily,
    };
    const connecting = request(options);
    const timer = setTimeout(() => {
      const message = `the proxy did not open a tunnel within ${connectTimeoutMs} ms`;
      connecting.destroy(coded(message, "UND_ERR_CONNECT_TIMEOUT"));
    }, connectTimeoutMs);
    connecting.once("connect", ({ statusCode = 0 }, socket, head) => {
      clearTimeout(timer);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        // A connection through http or https is a socket.
        resolve(socket as Socket);
        return;
      }
      socket.destroy();
      const advice = statusCode === 407 ? ": check the user name and the password of `proxy`" : "";
      const message = `the proxy refused the tunnel with status ${statusCode}${advice}`;
      reject(coded(message, `PROXY_STATUS_${statusCode}`));
    });
    connecting.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    connecting.end();
  });
}

/** How undici opens its connections: directly or through the proxy, with every failure marked as one. */
export function connectorOf(
  build: typeof buildConnector,
  settings: Settings,
): (options: buildConnector.Options, callback: buildConnector.Callback) => void {
  const { proxy, tls, connectTimeoutMs, http2, autoSelectFamily } = settings;
  const direct = build({ ...forNode(tls), timeout: connectTimeoutMs, allowH2: http2, autoSelectFamily });
  return (options, callback) => {
    const done: buildConnector.Callback = (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new ConnectFailure(error), null);
    };
    if (proxy === undefined) {
      direct(options, done);
      return;
    }
    const { hostname, protocol, port } = options;
    const host = hostname.includes(":") ? `[${hostname}]` : hostname;
    const target = `${host}:${port || DEFAULT_PORTS[protocol]}`;
    openTunnel(proxy, target, settings).then(
      (socket) => {
        if (protocol === "https:") direct({ ...options, httpSocket: socket }, done);
        else done(null, socket);
      },
      (error: Error) => done(error, null),
    );
  };
}
