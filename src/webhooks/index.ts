/**
 * Events of the payments service, checked before they are believed.
 *
 * @module
 */
export type {
  BalanceUpdatedEvent,
  BulkUploadEvent,
  CustomerEvent,
  IncomingPaymentEvent,
  InvitationClaimedEvent,
  KnownWebhookEvent,
  OutgoingPaymentEvent,
  TestEvent,
  UnlistedEvent,
  VerificationEvent,
  WebhookEvent,
  WebhookEventType,
} from "../models";
export { parseEvent } from "./parse-event";
export { verifyWebhook, WebhookVerificationError } from "./verify-webhook";
export type { VerifyWebhookOptions, WebhookCheck, WebhookHeaders } from "./verify-webhook";
