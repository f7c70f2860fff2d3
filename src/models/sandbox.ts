import type { CurrencyCode } from "./currency";
import type { CustomerId, QuoteId } from "./ids";
import type { Nullish } from "./open";
import { exactInteger, model, nullishString } from "./schema";

/** Parameters of `sandbox.fund`. */
export interface SandboxFundParams {
  /** Integer in the smallest unit of the account's currency. */
  amount: number;
}

/** Parameters of `sandbox.send`. */
export interface SandboxSendParams {
  /** A quote that is funded in real time. */
  quoteId: QuoteId;
  /** The currency to pay the quote in. */
  currencyCode: CurrencyCode;
  /** Integer in the smallest unit of that currency. Default: the quote's amount. */
  currencyAmount?: number | undefined;
}

/** Parameters of `sandbox.receiveUma`. Name the receiver in one of two ways. */
export type SandboxReceiveUmaParams = {
  /** Starts with `$`. */
  senderUmaAddress: string;
  receivingCurrencyCode: CurrencyCode;
  /** Integer in the smallest unit of that currency. */
  receivingCurrencyAmount: number;
} & (
  | { /** Starts with `$`. */ receiverUmaAddress: string; customerId?: CustomerId | undefined }
  | { receiverUmaAddress?: undefined; customerId: CustomerId }
);

/** The platform's response to a test event. The field names are the service's own. */
export interface WebhookTest {
  /** The HTTP status of the platform's response. */
  response_status: number;
  /** The body of the platform's response. */
  response_body?: Nullish<string>;
  /** The URL that received the event. */
  url?: Nullish<string>;
}

export const webhookTestSchema = /* @__PURE__ */ model<WebhookTest>({
  response_status: exactInteger,
  response_body: nullishString,
  url: nullishString,
});
