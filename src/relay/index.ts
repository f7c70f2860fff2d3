export type { RelayVisitor } from "./ownership";
export type { RegistrationChallenge } from "./registration-challenge";
export { createWalletRelay } from "./relay";
export type { RelayOptions } from "./relay";
