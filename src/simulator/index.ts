/**
 * The payments service in memory, for tests, demos and offline work.
 *
 * @module payments-sdk/simulator
 */
export { Simulator } from "./simulator";
export type { SimulatorClientOptions } from "./client-options";
export type { CustomHandler, CustomRequest } from "./api/custom-route";
export type { IdentityProviderKey, OidcTokenRequest, OpenIdConfiguration } from "./crypto/identity-provider";
export type { CurrencyTotals, LedgerEntry } from "./domain/ledger";
export type { SimulatorEvent, SimulatorEventHandler, SimulatorEventType } from "./runtime/events";
export type { Fault, FaultKind } from "./runtime/fault";
export type { AddedFault } from "./runtime/faults";
export type { SimulatorKeep, SimulatorKeepOptions } from "./runtime/options/keep";
export type {
  MoneyOptions,
  OidcClaims,
  OidcTokenVerifier,
  SimulatorDelays,
  SimulatorEnvironment,
  SimulatorFees,
  SimulatorOptions,
  SimulatorWalletOptions,
} from "./runtime/options";
export type { SimulatorAccountOptions } from "./runtime/options/accounts";
export type { SimulatorRateOptions } from "./runtime/options/rates";
export type {
  SimulatorToken,
  SimulatorTokenOptions,
  SimulatorTokenPermission,
} from "./runtime/options/tokens";
export type { OutboxMessage } from "./runtime/outbox";
export type { OnboardingOptions } from "./runtime/options/onboarding";
export type { SimulatorWebAuthn, WebAuthnVerifier } from "./runtime/options/web-authn";
export type { WebhookOptions } from "./runtime/options/webhooks";
export type { Exchange, ExchangeListener } from "./runtime/recorder";
export type { SimulatorSnapshot } from "./runtime/snapshot";
export type { SignedEvent, WebhookDelivery } from "./runtime/webhooks";
export type { RouteResponse } from "./runtime/wire";
export type { ListenOptions } from "./runtime/options/listen";
export type { SimulatorServer } from "./transports/http-server";
