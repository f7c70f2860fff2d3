/**
 * The payments service in memory, for tests, demos and offline work.
 *
 * @module
 */
export { Simulator } from "./simulator";
export type { CustomHandler, CustomRequest, SimulatorClientOptions } from "./simulator";
export type { IdentityProviderKey, OidcTokenRequest, OpenIdConfiguration } from "./crypto/identity-provider";
export type { ExternalAccountStatus } from "./domain/external-accounts";
export type { CurrencyTotals, LedgerEntry } from "./domain/ledger";
export type { VerificationStatus } from "./domain/verifications";
export type { VirtualClock } from "./runtime/clock";
export type { EventLog, SimulatorEvent, SimulatorEventHandler, SimulatorEventType } from "./runtime/events";
export type { Fault, FaultKind, Faults } from "./runtime/faults";
export type {
  MoneyOptions,
  OidcClaims,
  OidcTokenVerifier,
  SimulatorDelays,
  SimulatorEnvironment,
  SimulatorFees,
  SimulatorOptions,
  SimulatorWalletOptions,
  SimulatorWebAuthn,
} from "./runtime/options";
export type { SimulatorAccountOptions } from "./runtime/options/accounts";
export type {
  SimulatorToken,
  SimulatorTokenOptions,
  SimulatorTokenPermission,
} from "./runtime/options/tokens";
export type { Outbox, OutboxMessage } from "./runtime/outbox";
export type { Exchange, ExchangeListener } from "./runtime/recorder";
export type { SimulatorSnapshot } from "./runtime/snapshot";
export type { RouteResponse } from "./runtime/wire";
export type { ListenOptions, SimulatorServer } from "./transports/http-server";
