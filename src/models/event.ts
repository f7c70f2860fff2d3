import type { BulkImportJob } from "./bulk-import";
import type { Customer } from "./customer";
import type { InternalAccount } from "./accounts";
import type { UmaInvitation } from "./platform";
import type { Nullish, Unlisted } from "./open";
import type { CounterpartyField } from "./receiver";
import type { IncomingTransaction, OutgoingTransaction } from "./transaction";
import type { Verification } from "./onboarding";

/** The fields that every event has. */
export interface EventEnvelope<Type extends string, Data> {
  /** Identifies the event. A repeated delivery has the same id. */
  id: string;
  type: Type;
  /** When the service signed this delivery: ISO 8601 date-time in UTC. A repeated delivery has a later time. */
  timestamp: string;
  data: Data;
}

/** The types of `OutgoingPaymentEvent`. */
export type OutgoingPaymentEventType =
  | "OUTGOING_PAYMENT.PENDING"
  | "OUTGOING_PAYMENT.PROCESSING"
  | "OUTGOING_PAYMENT.COMPLETED"
  | "OUTGOING_PAYMENT.FAILED"
  | "OUTGOING_PAYMENT.EXPIRED"
  | "OUTGOING_PAYMENT.REFUND_PENDING"
  | "OUTGOING_PAYMENT.REFUND_COMPLETED"
  | "OUTGOING_PAYMENT.REFUND_FAILED";

/** The types of `IncomingPaymentEvent`. */
export type IncomingPaymentEventType =
  "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED";

/** The types of `CustomerEvent`. */
export type CustomerEventType =
  | "CUSTOMER.KYC_APPROVED"
  | "CUSTOMER.KYC_REJECTED"
  | "CUSTOMER.KYC_PENDING"
  | "CUSTOMER.KYB_APPROVED"
  | "CUSTOMER.KYB_REJECTED"
  | "CUSTOMER.KYB_PENDING";

/** The types of `VerificationEvent`. */
export type VerificationEventType =
  | "VERIFICATION.APPROVED"
  | "VERIFICATION.REJECTED"
  | "VERIFICATION.RESOLVE_ERRORS"
  | "VERIFICATION.IN_PROGRESS"
  | "VERIFICATION.PENDING_MANUAL_REVIEW"
  | "VERIFICATION.READY_FOR_VERIFICATION";

/** The types of `BulkUploadEvent`. */
export type BulkUploadEventType = "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED";

/** An outgoing payment changed. */
export type OutgoingPaymentEvent = EventEnvelope<OutgoingPaymentEventType, OutgoingTransaction>;

/** An incoming payment, with the receiver data that the sender asks for. */
export interface IncomingPaymentEventData extends IncomingTransaction {
  requestedReceiverCustomerInfoFields?: Nullish<CounterpartyField[]>;
}

/**
 * An incoming payment changed. `INCOMING_PAYMENT.PENDING` asks the platform to approve the payment. If the
 * decision fails or times out, the payment fails with `PAYMENT_APPROVAL_WEBHOOK_ERROR` or
 * `PAYMENT_APPROVAL_TIMED_OUT`.
 */
export type IncomingPaymentEvent = EventEnvelope<IncomingPaymentEventType, IncomingPaymentEventData>;

/** The status of a customer's identity check changed. */
export type CustomerEvent = EventEnvelope<CustomerEventType, Customer>;

/** A verification changed. */
export type VerificationEvent = EventEnvelope<VerificationEventType, Verification>;

/** The balance of an internal account changed. */
export type BalanceUpdatedEvent = EventEnvelope<"INTERNAL_ACCOUNT.BALANCE_UPDATED", InternalAccount>;

/** A person claimed an invitation. */
export type InvitationClaimedEvent = EventEnvelope<"INVITATION.CLAIMED", UmaInvitation>;

/** An import of many customers ended. */
export type BulkUploadEvent = EventEnvelope<BulkUploadEventType, BulkImportJob>;

/** A test delivery that you requested. */
export type TestEvent = EventEnvelope<"TEST", unknown>;

/** An event that is newer than this package. */
export type UnlistedEvent = EventEnvelope<Unlisted, unknown>;

/** An event that this package knows. */
export type KnownWebhookEvent =
  | OutgoingPaymentEvent
  | IncomingPaymentEvent
  | CustomerEvent
  | VerificationEvent
  | BalanceUpdatedEvent
  | InvitationClaimedEvent
  | BulkUploadEvent
  | TestEvent;

/** An event from the service. `type` is its kind. */
export type WebhookEvent = KnownWebhookEvent | UnlistedEvent;

/** The 28 known types of event. */
export type WebhookEventType = KnownWebhookEvent["type"];
