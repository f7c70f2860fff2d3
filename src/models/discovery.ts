import type { CurrencyCode } from "./currency";
import { model, string } from "./schema";

/** A bank or another institution that you can pay. */
export interface Discovery {
  /** The name to send as `bankName` of an external account. */
  bankName: string;
  /** The name for display. */
  displayName: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  currency: CurrencyCode;
}

/** Filters of `discoveries.list`. */
export interface DiscoveryListParams {
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  currency?: CurrencyCode | undefined;
}

export const discoverySchema = /* @__PURE__ */ model<Discovery>({
  bankName: string,
  displayName: string,
  country: string,
  currency: string,
});
