/**
 * The payments service in memory, for tests, demos and offline work.
 *
 * @module
 */
export { Simulator } from "./simulator";
export type { CustomHandler, CustomRequest, MswHttp, SimulatorClientOptions } from "./simulator";
export type { SimulatorEnvironment, SimulatorOptions, SimulatorToken } from "./options";
export type { MoneyOptions, SimulatorDelays, SimulatorFees } from "./money-options";
export type {
  OidcClaims,
  OidcTokenVerifier,
  SimulatorWalletOptions,
  SimulatorWebAuthn,
} from "./wallet-options";
export type { VirtualClock } from "./clock";
export type { EventLog, SimulatorEvent, SimulatorEventHandler, SimulatorEventType } from "./events";
export type { Fault, FaultKind, Faults } from "./faults";
export type { ListenOptions, SimulatorServer } from "./http-server";
export type { Outbox, OutboxMessage } from "./outbox";
export type { Exchange, ExchangeListener } from "./recorder";
export type { Reply } from "./route";
export type { CurrencyTotals, LedgerEntry, Leg } from "./state/ledger";
export type { ExternalAccountStatus } from "./state/external-accounts";
export type { VerificationStatus } from "./state/verifications";
export type { IdentityProviderKey, OidcTokenRequest, OpenIdConfiguration } from "./wallet/identity-provider";
