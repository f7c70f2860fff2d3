import type { PaymentRail } from "./account-info";
import type { CurrencyCode } from "./currency";
import type { CryptoNetwork } from "./external-account";
import type { AccountId, CustomerId } from "./ids";
import type { Input, Nullish, Unlisted } from "./open";
import { variant } from "./schema";

/** Money comes from an account. */
export interface AccountSource {
  sourceType: "ACCOUNT";
  accountId: AccountId;
  /** The customer on whose behalf; on quotes. */
  customerId?: Nullish<CustomerId>;
  /** On transactions. */
  currency?: Nullish<CurrencyCode>;
}

/** Money comes from a UMA address, funded through payment instructions. */
export interface UmaSource {
  sourceType: "UMA_ADDRESS";
  /** Starts with `$`. */
  umaAddress: string;
  currency?: Nullish<CurrencyCode>;
}

/** Money is paid in when it is needed, through payment instructions. */
export interface RealtimeFundingSource {
  sourceType: "REALTIME_FUNDING";
  currency: CurrencyCode;
  /** The customer on whose behalf. */
  customerId?: Nullish<CustomerId>;
  /** The network on which crypto is paid in; on quotes. */
  cryptoNetwork?: Nullish<CryptoNetwork>;
}

/** A kind of source that is newer than this package; all its fields are kept. */
export interface UnlistedSource {
  sourceType: Unlisted;
  [field: string]: unknown;
}

/** Where money comes from; `sourceType` tells which kind. */
export type Source = AccountSource | UmaSource | RealtimeFundingSource | UnlistedSource;

/** Money goes to an account. */
export interface AccountDestination {
  destinationType: "ACCOUNT";
  accountId: AccountId;
  /** The rail on which to pay out, for example `ACH`; on quotes. */
  paymentRail?: Nullish<PaymentRail>;
  /** On transactions. */
  currency?: Nullish<CurrencyCode>;
}

/** Money goes to a UMA address. */
export interface UmaDestination {
  destinationType: "UMA_ADDRESS";
  /** Starts with `$`. */
  umaAddress: string;
  currency?: Nullish<CurrencyCode>;
}

/** A kind of destination that is newer than this package; all its fields are kept. */
export interface UnlistedDestination {
  destinationType: Unlisted;
  [field: string]: unknown;
}

/** Where money goes; `destinationType` tells which kind. */
export type Destination = AccountDestination | UmaDestination | UnlistedDestination;

/** The source of a new quote. */
export type SourceParams =
  Input<AccountSource> | Input<UmaSource> | Input<RealtimeFundingSource> | UnlistedSource;

/** The destination of a new quote. */
export type DestinationParams = Input<AccountDestination> | Input<UmaDestination> | UnlistedDestination;

export const sourceSchema = /* @__PURE__ */ variant<Source>("sourceType");
export const destinationSchema = /* @__PURE__ */ variant<Destination>("destinationType");
