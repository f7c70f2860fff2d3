/**
 * A `fetch` for Node with its own connection pool: proxies, certificates, HTTP/2 and less processor time per call. It needs
 * the package `undici`.
 *
 * @module payments-sdk/node
 */
export { nodeFetch } from "./node-fetch";
export type { NodeFetch, NodeFetchStats } from "./node-fetch";
export type { NodeFetchOptions } from "./options";
export type { Certificates, ProxyOptions, TlsOptions } from "./proxies";
