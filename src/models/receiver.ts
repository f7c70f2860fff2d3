import { currencySchema } from "./currency";
import type { Currency } from "./currency";
import type { CustomerId, ExternalAccountId, LookupId } from "./ids";
import type { Nullish, Open } from "./open";
import { boolean, exactInteger, list, number, model, nullish, nullishString, string } from "./schema";

/** A currency that a receiver accepts. */
export interface CurrencyPreference {
  currency: Currency;
  /** An estimate, for display. The quote has the binding rate. */
  estimatedExchangeRate: number;
  /** The least that you can send: integer in the smallest unit of `currency`. */
  min: number;
  /** The most that you can send: integer in the smallest unit of `currency`. */
  max: number;
}

/** The name of a piece of data about a sender or receiver. */
export type CustomerInfoFieldName = Open<
  | "FULL_NAME"
  | "BIRTH_DATE"
  | "NATIONALITY"
  | "PHONE_NUMBER"
  | "EMAIL"
  | "POSTAL_ADDRESS"
  | "TAX_ID"
  | "REGISTRATION_NUMBER"
  | "USER_TYPE"
  | "COUNTRY_OF_RESIDENCE"
  | "ACCOUNT_IDENTIFIER"
  | "FI_LEGAL_ENTITY_NAME"
  | "FI_ADDRESS"
  | "PURPOSE_OF_PAYMENT"
  | "ULTIMATE_INSTITUTION_COUNTRY"
  | "IDENTIFIER"
  | "BUSINESS_TYPE"
  | "COMPANY_LEGAL_NAME"
>;

/** A piece of data that the counterparty asks for. */
export interface CounterpartyField {
  name: CustomerInfoFieldName;
  /** Whether the payment fails without it. */
  mandatory: boolean;
}

/** What a receiver can be paid in, and the sender data that it requires. */
export interface ReceiverLookup {
  /** Pass it to `quotes.create`. */
  lookupId: LookupId;
  supportedCurrencies: CurrencyPreference[];
  /** The fields that `senderCustomerInfo` of the quote must contain. */
  requiredPayerDataFields?: Nullish<CounterpartyField[]>;
}

/** Response of `receivers.lookupUma`. */
export interface UmaLookup extends ReceiverLookup {
  receiverUmaAddress?: Nullish<string>;
}

/** Response of `receivers.lookupExternalAccount`. */
export interface ExternalAccountLookup extends ReceiverLookup {
  accountId?: Nullish<ExternalAccountId>;
}

/** Parameters of the receiver lookups: the sender. */
export interface ReceiverLookupParams {
  /** Starts with `$`. */
  senderUmaAddress?: string | undefined;
  customerId?: CustomerId | undefined;
}

export const counterpartyFieldSchema = /* @__PURE__ */ model<CounterpartyField>({
  name: string,
  mandatory: boolean,
});

const lookupShape = {
  lookupId: string,
  supportedCurrencies: /* @__PURE__ */ list(
    /* @__PURE__ */ model<CurrencyPreference>({
      currency: currencySchema,
      estimatedExchangeRate: number,
      min: exactInteger,
      max: exactInteger,
    }),
  ),
  requiredPayerDataFields: /* @__PURE__ */ nullish(/* @__PURE__ */ list(counterpartyFieldSchema)),
};

export const umaLookupSchema = /* @__PURE__ */ model<UmaLookup>({
  ...lookupShape,
  receiverUmaAddress: nullishString,
});

export const externalAccountLookupSchema = /* @__PURE__ */ model<ExternalAccountLookup>({
  ...lookupShape,
  accountId: nullishString,
});
