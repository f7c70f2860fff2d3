/**
 * The payments service in memory, for tests, demos and offline work.
 *
 * @module payments-sdk/simulator
 */
export { Simulator } from "./simulator";
export type { SimulatorClientOptions } from "./client-options";
export type { CustomRequest } from "./api/custom-route";
export type { TypedRoutes } from "./api/typed-routes";
export type { IdentityProviderKey, OidcTokenRequest, OpenIdConfiguration } from "./crypto/identity-provider";
export type { SeededRecords } from "./domain/seed";
export type { SignedEvent, WebhookDelivery } from "./domain/deliveries";
export type { CurrencyTotals } from "./domain/ledger";
export type { LedgerEntry } from "./domain/records/accounts";
export type {
  SimulatorClock,
  SimulatorEvents,
  SimulatorFaults,
  SimulatorOutbox,
  SimulatorWebhooks,
} from "./api/handles";
export type { SimulatorEvent, SimulatorEventType } from "./runtime/events";
export type { Fault, FaultKind } from "./runtime/fault";
export type { AddedFault } from "./api/faults";
export type { HttpOperation, OperationName } from "./runtime/operations";
export type { SimulatorOptions } from "./runtime/options/simulator-options";
export type { OutboxMessage } from "./runtime/outbox";
export type { Exchange } from "./runtime/recorder";
export type { SimulatorSnapshot } from "./runtime/snapshot";
export type { RouteResponse } from "./runtime/wire";
export type { ListenOptions } from "./runtime/options/listen";
export type { SeedOptions } from "./runtime/options/seed";
export type { SimulatorServer } from "./transports/http-server";
export type { MswHttp } from "./transports/msw";
