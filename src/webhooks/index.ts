/**
 * Verifies and reads events of the payments service.
 *
 * @module payments-sdk/webhooks
 */
export type { KnownWebhookEvent, WebhookEvent, WebhookEventType } from "../models/event";
export { parseEvent } from "./parse-event";
export { verifyWebhook, WebhookVerificationError } from "./verify-webhook";
export type { VerifyWebhookOptions, WebhookCheck, WebhookHeaders } from "./verify-webhook";
export { webhookRouter } from "./router";
export type {
  ApprovalDecision,
  WebhookEventOf,
  WebhookEventStore,
  WebhookHandlers,
  WebhookRouter,
  WebhookRouterOptions,
} from "./router";
