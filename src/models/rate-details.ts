import type { Nullish } from "./open";
import { number, model, nullish } from "./schema";

/** The parts of an exchange rate, for display only. */
export interface RateDetails {
  /** The counterparty's factor. */
  // April: absent in sandbox.receiveUma, transactions.approve, transactions.reject
  counterpartyMultiplier?: Nullish<number>;
  /** The counterparty's fixed fee, in the smallest unit of the sending currency. */
  // April: absent in sandbox.receiveUma, transactions.approve, transactions.reject
  counterpartyFixedFee?: Nullish<number>;
  /** The service's factor. */
  serviceApiMultiplier?: Nullish<number>;
  /** The service's fixed fee, in the smallest unit of the sending currency. */
  serviceApiFixedFee?: Nullish<number>;
  /** The service's variable fee as a fraction of the amount: 0.003 is 0.3 %. */
  serviceApiVariableFeeRate?: Nullish<number>;
  /** The service's variable fee, in the smallest unit of the sending currency. */
  serviceApiVariableFeeAmount?: Nullish<number>;
}

const optionalNumber = /* @__PURE__ */ nullish(number);

export const rateDetailsSchema = /* @__PURE__ */ model<RateDetails>({
  counterpartyMultiplier: optionalNumber,
  counterpartyFixedFee: optionalNumber,
  serviceApiMultiplier: optionalNumber,
  serviceApiFixedFee: optionalNumber,
  serviceApiVariableFeeRate: optionalNumber,
  serviceApiVariableFeeAmount: optionalNumber,
});
