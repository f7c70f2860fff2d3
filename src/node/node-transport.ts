import type * as undiciModule from "undici";
import { ConfigurationError } from "../core/errors";
import { failureOf } from "../core/transport";
import type { Transport } from "../core/transport";
import { connectorOf } from "./connector";
import { coded, platformError } from "./failure";
import { settingsOf } from "./options";
import type { NodeTransportOptions, Settings } from "./options";
import { sendRequest } from "./send";

/** Connection counts of a {@link NodeTransport}, over all origins. */
export interface NodeTransportStats {
  /** Open connections. */
  readonly connected: number;
  /** Idle connections. */
  readonly free: number;
  /** Requests that wait for a connection. */
  readonly pending: number;
  /** Requests in progress. */
  readonly running: number;
}

/** A transport with its own connection pool. Pass it to `PaymentsClient` as `transport`. */
export interface NodeTransport extends Transport {
  /** The current connection counts. */
  readonly stats: NodeTransportStats;
  /** Accepts no more requests, waits for those in progress, and closes all connections. */
  close(): Promise<void>;
  /** Aborts all requests and closes all connections. */
  destroy(): Promise<void>;
}

/** The key of the dispatcher that undici and the platform's `fetch` share. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/** Only version 8 has this class. */
const isVersion8 = (undici: object) => "Dispatcher1Wrapper" in undici;

/**
 * Loads undici. When version 8 loads, it replaces the dispatcher of the platform's `fetch`. This restores the old one, so the
 * platform's `fetch` does not change for the rest of the process.
 */
async function loadUndici(): Promise<typeof undiciModule> {
  // A `Response` loads the platform's own implementation, and its dispatcher.
  const platform = new Response() && (Reflect.get(globalThis, DISPATCHER) as unknown);
  // Then the program may set its own dispatcher meanwhile.
  const wasLoaded = Reflect.has(globalThis, Symbol.for("undici.globalDispatcher.2"));
  const undici = await import("undici").catch((cause: unknown) => {
    throw coded(
      "payments-sdk/node needs the package undici: npm install undici",
      "UNDICI_NOT_INSTALLED",
      cause,
    );
  });
  if (isVersion8(undici) && !wasLoaded) Reflect.set(globalThis, DISPATCHER, platform);
  return undici;
}

async function agentFor(settings: Settings): Promise<undiciModule.Agent> {
  const undici = await loadUndici();
  // Version 7 opens a connection for each concurrent call.
  if (settings.http2 && !isVersion8(undici)) {
    const error = new ConfigurationError(
      "http2",
      "needs undici 8 and Node 22.19 or newer: npm install undici@8",
    );
    // Nothing was sent.
    throw Object.assign(error, { syscall: "connect" });
  }
  const { connections, pipelining, keepAliveMs, http2 } = settings;
  return new undici.Agent({
    factory: (origin, options) => new undici.Pool(origin, options),
    connect: connectorOf(undici, settings),
    connections,
    ...(pipelining !== undefined && { pipelining }),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // The transport ends an attempt, with one timer for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: http2,
  });
}

function statsOf(agent: undiciModule.Agent | undefined): NodeTransportStats {
  const sum = { connected: 0, free: 0, pending: 0, running: 0 };
  for (const pool of Object.values(agent?.stats ?? {})) {
    sum.connected += Number(pool.connected);
    sum.free += "free" in pool ? pool.free : 0;
    sum.pending += pool.pending;
    sum.running += pool.running;
  }
  return sum;
}

/**
 * Creates a transport for Node with undici. Install undici first (`npm install undici`). It offers a connection pool, an HTTP
 * proxy, your own certificates and HTTP/2. It uses less processor time than the platform's `fetch`.
 *
 * @example
 * ```ts
 * import { PaymentsClient } from "payments-sdk";
 * import { nodeTransport } from "payments-sdk/node";
 *
 * const transport = nodeTransport({ proxy: process.env["HTTPS_PROXY"], connections: 50 });
 * const payments = new PaymentsClient({ transport });
 * // On shutdown, after the last call has ended:
 * await transport.close();
 * ```
 *
 * @throws {ConfigurationError} when an option is unknown or invalid
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  let agent: undiciModule.Agent | undefined;
  let closing: Promise<void> | undefined;
  const loading = agentFor(settingsOf(options)).then((loaded) => (agent = loaded));
  // Each call reports the error.
  loading.catch(() => {});

  const transport: Transport = async (request, timeoutMs, signal) => {
    const startedMs = performance.now();
    const loaded =
      agent ??
      (await loading.catch((error: unknown) => {
        throw failureOf(
          error instanceof ConfigurationError ? error : platformError(error, false),
          "not sent",
        );
      }));
    return sendRequest(loaded, request, timeoutMs - (performance.now() - startedMs), signal);
  };
  // Without undici, nothing has to be closed.
  const loaded = () => loading.catch(() => undefined);
  return Object.defineProperties(transport, {
    stats: { get: () => statsOf(agent), enumerable: true },
    // undici rejects a second time.
    close: { value: () => (closing ??= loaded().then((open) => open?.close())) },
    destroy: { value: async () => (await loaded())?.destroy() },
  }) as NodeTransport;
}
