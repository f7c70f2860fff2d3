/**
 * The backend of an embedded wallet in a page: a handler between the page and the service.
 *
 * @module payments-sdk/relay
 */
export type { RelayEvent, RelayOperation } from "./event";
export { toNodeHandler } from "./node-handler";
export type { NodeHandler } from "./node-handler";
export type { CallTurnedAway, LimitedCall, RelayLimit, RelayOptions, RelayUser } from "./options";
export { createWalletRelay } from "./relay";
