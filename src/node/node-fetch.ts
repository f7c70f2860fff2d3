import type * as undiciModule from "undici";
import { ConfigurationError } from "../core/errors";
import { connectorOf } from "./connector";
import { coded, failureOf } from "./failure";
import { settingsOf } from "./options";
import type { NodeFetchOptions, Settings } from "./options";
import { Transport } from "./transport";

/** Connection counts of a {@link NodeFetch}, over all origins. */
export interface NodeFetchStats {
  /** Open connections. */
  readonly connected: number;
  /** Idle connections. */
  readonly free: number;
  /** Requests that wait for a connection. */
  readonly pending: number;
  /** Requests in progress. */
  readonly running: number;
}

/**
 * A `fetch` with its own connection pool. Pass it to `PaymentsClient` as `fetch`. It follows no redirects and has no cache.
 */
export interface NodeFetch {
  (url: string, init?: RequestInit): Promise<Response>;
  /** The current connection counts. */
  readonly stats: NodeFetchStats;
  /** Accepts no more requests, waits for those in progress, and closes all connections. */
  close(): Promise<void>;
  /** Aborts all requests and closes all connections. */
  destroy(): Promise<void>;
}

/** Available after undici has loaded. */
type Loaded = Awaited<ReturnType<typeof load>>;

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
      "ERR_MODULE_NOT_FOUND",
      cause,
    );
  });
  if (isVersion8(undici) && !wasLoaded) Reflect.set(globalThis, DISPATCHER, platform);
  return undici;
}

async function load(settings: Settings) {
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
  const agent = new undici.Agent({
    factory: (origin, options) => new undici.Pool(origin, options),
    connect: connectorOf(undici, settings),
    connections,
    ...(pipelining !== undefined && { pipelining }),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // The client's signal ends a call. undici needs no timeouts of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: http2,
  });
  return { agent, transport: new Transport(agent) };
}

function statsOf(agent: undiciModule.Agent | undefined): NodeFetchStats {
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
 * Creates a `fetch` for Node with undici. Install undici first (`npm install undici`). It offers a connection pool, an HTTP
 * proxy, your own certificates and HTTP/2. It uses less processor time than the platform's `fetch`.
 *
 * @example
 * ```ts
 * import { PaymentsClient } from "payments-sdk";
 * import { nodeFetch } from "payments-sdk/node";
 *
 * const fetch = nodeFetch({ proxy: process.env["HTTPS_PROXY"], connections: 50 });
 * const payments = new PaymentsClient({ fetch });
 * // On shutdown, after the last call has ended:
 * await fetch.close();
 * ```
 *
 * @throws {ConfigurationError} when an option is unknown or invalid
 */
export function nodeFetch(options: NodeFetchOptions = {}): NodeFetch {
  let loaded: Loaded | undefined;
  let closing: Promise<void> | undefined;
  const loading = load(settingsOf(options)).then((result) => (loaded = result));
  // Each call reports the error.
  loading.catch(() => {});

  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (loaded !== undefined) return loaded.transport.fetch(url, init);
    const { transport } = await loading.catch((error: unknown) => {
      throw error instanceof ConfigurationError ? error : failureOf(error, false);
    });
    return transport.fetch(url, init);
  };
  // Without undici, nothing has to be closed.
  const agentOf = () => loading.then(({ agent }) => agent).catch(() => undefined);
  return Object.defineProperties(fetch, {
    stats: { get: () => statsOf(loaded?.agent), enumerable: true },
    // undici rejects a second time.
    close: { value: () => (closing ??= agentOf().then((agent) => agent?.close())) },
    destroy: { value: async () => (await agentOf())?.destroy() },
  }) as NodeFetch;
}
