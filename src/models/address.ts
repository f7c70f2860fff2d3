import type { Nullish } from "./open";
import { model, nullishString, string } from "./schema";

/** A postal address from the service. City and state are optional, because not every country has them. */
export interface Address {
  line1: string;
  line2?: Nullish<string>;
  city?: Nullish<string>;
  /** State, province or region. */
  state?: Nullish<string>;
  postalCode: string;
  /** ISO 3166-1 alpha-2 code, for example `US`. */
  country: string;
}

/** A postal address, as you send it. Only `line2` is optional. */
export interface AddressParams {
  line1: string;
  line2?: string | undefined;
  // April: optional
  city: string;
  /** State, province or region. */
  // April: optional
  state: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2 code, for example `US`. */
  country: string;
}

export const addressSchema = /* @__PURE__ */ model<Address>({
  line1: string,
  line2: nullishString,
  city: nullishString,
  state: nullishString,
  postalCode: string,
  country: string,
});
