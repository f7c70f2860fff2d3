/**
 * The backend's part of an embedded wallet in a page: a handler between the page and the service.
 *
 * @module
 */
export type { RegistrationChallenge } from "./registration-challenge";
export { createWalletRelay } from "./relay";
export type { RelayOptions } from "./relay";
export type { RelayUser } from "./user";
