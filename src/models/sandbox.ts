import type { CurrencyCode } from "./currency";
import type { CustomerId, QuoteId } from "./ids";
import type { Nullish } from "./open";
import { integer, object, optionalText } from "./schema";

/** Parameters of `sandbox.fund`. */
export interface SandboxFundParams {
  /** Integer in the smallest unit of the account's currency. */
  amount: number;
}

/** Parameters of `sandbox.send`. */
export interface SandboxSendParams {
  /** A quote that is funded in real time. */
  quoteId: QuoteId;
  /** The currency in which the quote is paid. */
  currencyCode: CurrencyCode;
  /** Integer in the smallest unit of that currency; taken from the quote when left out. */
  currencyAmount?: number | undefined;
}

/** Parameters of `sandbox.receiveUma`; the receiver is named in one of two ways. */
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

/** What the platform responded to a test event; the names are the service's own. */
export interface WebhookTest {
  /** The HTTP status with which the platform responded. */
  response_status: number;
  /** What the platform responded with. */
  response_body?: Nullish<string>;
  /** Where the event was delivered. */
  url?: Nullish<string>;
}

export const webhookTestSchema = /* @__PURE__ */ object<WebhookTest>({
  response_status: integer,
  response_body: optionalText,
  url: optionalText,
});
