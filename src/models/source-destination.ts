import type { PaymentRail } from "./account-info";
import type { CurrencyCode } from "./currency";
import type { CryptoNetwork } from "./accounts";
import type { AccountId, CustomerId } from "./ids";
import type { Input, Nullish, Unlisted } from "./open";
import { variant } from "./schema";

/** A source account. */
export interface AccountSource {
  sourceType: "ACCOUNT";
  accountId: AccountId;
  /** The customer that sends the money. On quotes. */
  customerId?: Nullish<CustomerId>;
  /** On transactions. */
  currency?: Nullish<CurrencyCode>;
}

/** A source UMA address, funded through payment instructions. */
export interface UmaSource {
  // April: absent in quotes
  sourceType: "UMA_ADDRESS";
  /** Starts with `$`. */
  umaAddress: string;
  currency?: Nullish<CurrencyCode>;
}

/** A source that is funded in real time through payment instructions. */
export interface RealtimeFundingSource {
  sourceType: "REALTIME_FUNDING";
  currency: CurrencyCode;
  /** The customer that sends the money. */
  customerId?: Nullish<CustomerId>;
  /** The network for funding in crypto. On quotes. */
  // April: absent in transactions, transfers, sandbox
  cryptoNetwork?: Nullish<CryptoNetwork>;
}

/** A kind of source that is newer than this package. It keeps all its fields. */
export interface UnlistedSource {
  sourceType: Unlisted;
  [field: string]: unknown;
}

/** The source of a payment. `sourceType` is the kind. */
export type Source = AccountSource | UmaSource | RealtimeFundingSource | UnlistedSource;

/** A destination account. */
export interface AccountDestination {
  destinationType: "ACCOUNT";
  accountId: AccountId;
  /** The rail for the payout, for example `ACH`. On quotes. */
  // April: absent in transactions, transfers, sandbox
  paymentRail?: Nullish<PaymentRail>;
  /** On transactions. */
  currency?: Nullish<CurrencyCode>;
}

/** A destination UMA address. */
export interface UmaDestination {
  destinationType: "UMA_ADDRESS";
  /** Starts with `$`. */
  umaAddress: string;
  currency?: Nullish<CurrencyCode>;
}

/** A kind of destination that is newer than this package. It keeps all its fields. */
export interface UnlistedDestination {
  destinationType: Unlisted;
  [field: string]: unknown;
}

/** The destination of a payment. `destinationType` is the kind. */
export type Destination = AccountDestination | UmaDestination | UnlistedDestination;

/** The source of a new quote. */
export type SourceParams =
  Input<AccountSource> | Input<UmaSource> | Input<RealtimeFundingSource> | UnlistedSource;

/** The destination of a new quote. */
export type DestinationParams = Input<AccountDestination> | Input<UmaDestination> | UnlistedDestination;

export const sourceSchema = /* @__PURE__ */ variant<Source>("sourceType");
export const destinationSchema = /* @__PURE__ */ variant<Destination>("destinationType");
