import type * as Sdk from "../../src/models/event";

/** The header that proves the sender of an event. */
export interface EventHeaders {
  /** A base64 signature (ECDSA, P-256) over the SHA-256 digest of the raw body. */
  "X-Service-Signature": string;
}

/** A test event has no data. */
export type TestEvent = Omit<Sdk.TestEvent, "data">;

/** The platform's information about the receiver of an approved payment. */
export interface PaymentApproval {
  receiverCustomerInfo?: Record<string, string>;
}

/** Why the platform rejects a payment. */
export interface PaymentRejection {
  code?: string;
  message?: string;
  reason?: string;
}

/** The information that the platform needs before it approves a payment. */
export interface PaymentQuestion {
  code?: string;
  message?: string;
  /** The names of the missing fields. */
  requiredFields?: string[];
}

/** An event whose response has no body. */
type Event<Name extends string, Body> = { method: Name; headers: EventHeaders; body: Body; 200: void };

/** Every event that the service delivers to the platform. The `type` of a body names the change. */
export interface Webhooks {
  /** An incoming payment changed. `INCOMING_PAYMENT.PENDING` asks the platform to approve it. */
  "incoming-payment": {
    method: "incomingPayment";
    headers: EventHeaders;
    body: Sdk.IncomingPaymentEvent;
    200: PaymentApproval;
    202: void;
    403: PaymentRejection;
    422: PaymentQuestion;
  };
  /** An outgoing payment changed. */
  "outgoing-payment": Event<"outgoingPayment", Sdk.OutgoingPaymentEvent>;
  /** The platform asked for a test event. */
  "test-webhook": Event<"test", TestEvent>;
  /** An import of customers ended. */
  "bulk-upload": Event<"bulkUpload", Sdk.BulkUploadEvent>;
  /** Somebody claimed an invitation. */
  "invitation-claimed": Event<"invitationClaimed", Sdk.InvitationClaimedEvent>;
  /** The check of a customer changed. */
  "customer-update": Event<"customer", Sdk.CustomerEvent>;
  /** The balance of an internal account changed. */
  "internal-account-status": Event<"balanceUpdated", Sdk.BalanceUpdatedEvent>;
  /** A verification changed. */
  "verification-update": Event<"verification", Sdk.VerificationEvent>;
}
