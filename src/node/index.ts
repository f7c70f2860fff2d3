/**
 * A transport for Node with its own connection pool: proxies, certificates, HTTP/2 and less processor time per call. It needs
 * the package `undici`.
 *
 * @module payments-sdk/node
 */
export { nodeTransport } from "./node-transport";
export type { NodeTransport, NodeTransportStats } from "./node-transport";
export type { NodeTransportOptions } from "./options";
