/**
 * What a job does with one payment: pay, wait, look, stop or ask a person.
 *
 * @module payments-sdk/payouts
 */
export { failureRecord } from "./failure-record";
export type { FailureRecord } from "./failure-record";
export type { ListedPayment, Looked, PaymentHistory, PaymentTry, TryEnding } from "./history";
export { nextStep } from "./next-step";
export type { NextStepOptions, PaymentStep } from "./next-step";
