import type { BulkImportJob } from "./bulk-import";
import type { Customer } from "./customer";
import type { InternalAccount } from "./internal-account";
import type { UmaInvitation } from "./invitation";
import type { Nullish, Unlisted } from "./open";
import type { CounterpartyField } from "./receiver";
import type { IncomingTransaction, OutgoingTransaction } from "./transaction";
import type { Verification } from "./verification";

/** The envelope of every event. */
export interface EventEnvelope<Type extends string, Data> {
  /** Identifies the event: an event that is delivered twice has the same id. */
  id: string;
  type: Type;
  /** When the delivery was signed: later than the event when it is delivered again. ISO 8601 date-time in UTC. */
  timestamp: string;
  data: Data;
}

/** Kinds of `OutgoingPaymentEvent`. */
export type OutgoingPaymentEventType =
  | "OUTGOING_PAYMENT.PENDING"
  | "OUTGOING_PAYMENT.PROCESSING"
  | "OUTGOING_PAYMENT.COMPLETED"
  | "OUTGOING_PAYMENT.FAILED"
  | "OUTGOING_PAYMENT.EXPIRED"
  | "OUTGOING_PAYMENT.REFUND_PENDING"
  | "OUTGOING_PAYMENT.REFUND_COMPLETED"
  | "OUTGOING_PAYMENT.REFUND_FAILED";

/** Kinds of `IncomingPaymentEvent`. */
export type IncomingPaymentEventType =
  "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED";

/** Kinds of `CustomerEvent`. */
export type CustomerEventType =
  | "CUSTOMER.KYC_APPROVED"
  | "CUSTOMER.KYC_REJECTED"
  | "CUSTOMER.KYC_PENDING"
  | "CUSTOMER.KYB_APPROVED"
  | "CUSTOMER.KYB_REJECTED"
  | "CUSTOMER.KYB_PENDING";

/** Kinds of `VerificationEvent`. */
export type VerificationEventType =
  | "VERIFICATION.APPROVED"
  | "VERIFICATION.REJECTED"
  | "VERIFICATION.RESOLVE_ERRORS"
  | "VERIFICATION.IN_PROGRESS"
  | "VERIFICATION.PENDING_MANUAL_REVIEW"
  | "VERIFICATION.READY_FOR_VERIFICATION";

/** Kinds of `BulkUploadEvent`. */
export type BulkUploadEventType = "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED";

/** An outgoing payment changed. */
export type OutgoingPaymentEvent = EventEnvelope<OutgoingPaymentEventType, OutgoingTransaction>;

/** An incoming payment, with what its sender asks to know of the receiver. */
export interface IncomingPaymentEventData extends IncomingTransaction {
  requestedReceiverCustomerInfoFields?: Nullish<CounterpartyField[]>;
}

/**
 * An incoming payment changed. `INCOMING_PAYMENT.PENDING` asks the platform to approve it; a failure or a
 * time-out of that decision ends as `PAYMENT_APPROVAL_WEBHOOK_ERROR` or `PAYMENT_APPROVAL_TIMED_OUT`.
 */
export type IncomingPaymentEvent = EventEnvelope<IncomingPaymentEventType, IncomingPaymentEventData>;

/** The check of a customer ended or changed. */
export type CustomerEvent = EventEnvelope<CustomerEventType, Customer>;

/** A verification changed. */
export type VerificationEvent = EventEnvelope<VerificationEventType, Verification>;

/** The balance of an internal account changed. */
export type BalanceUpdatedEvent = EventEnvelope<"INTERNAL_ACCOUNT.BALANCE_UPDATED", InternalAccount>;

/** An invitation was claimed. */
export type InvitationClaimedEvent = EventEnvelope<"INVITATION.CLAIMED", UmaInvitation>;

/** An import of many customers ended. */
export type BulkUploadEvent = EventEnvelope<BulkUploadEventType, BulkImportJob>;

/** A delivery that was asked for, to test the receiving end. */
export type TestEvent = EventEnvelope<"TEST", unknown>;

/** An event of a kind that is newer than this package. */
export type UnlistedEvent = EventEnvelope<Unlisted, unknown>;

/** An event of a kind that this package knows. */
export type KnownWebhookEvent =
  | OutgoingPaymentEvent
  | IncomingPaymentEvent
  | CustomerEvent
  | VerificationEvent
  | BalanceUpdatedEvent
  | InvitationClaimedEvent
  | BulkUploadEvent
  | TestEvent;

/** An event that the service reports; `type` tells which kind. */
export type WebhookEvent = KnownWebhookEvent | UnlistedEvent;

/** The kinds of event that are known, 28 in all. */
export type WebhookEventType = KnownWebhookEvent["type"];
