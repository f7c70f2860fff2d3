import type { Nullish } from "./open";
import { number, object, optional } from "./schema";

/** How a rate came about. For display only. */
export interface RateDetails {
  /** Factor applied by the counterparty. */
  counterpartyMultiplier?: Nullish<number>;
  /** Fixed fee of the counterparty, in the smallest unit of the sending currency. */
  counterpartyFixedFee?: Nullish<number>;
  /** Factor applied by the service. */
  serviceApiMultiplier?: Nullish<number>;
  /** Fixed fee of the service, in the smallest unit of the sending currency. */
  serviceApiFixedFee?: Nullish<number>;
  /** Variable fee of the service as a fraction of the amount: 0.003 is 0.3 %. */
  serviceApiVariableFeeRate?: Nullish<number>;
  /** Variable fee of the service, in the smallest unit of the sending currency. */
  serviceApiVariableFeeAmount?: Nullish<number>;
}

const optionalNumber = /* @__PURE__ */ optional(number);

export const rateDetailsSchema = /* @__PURE__ */ object<RateDetails>({
  counterpartyMultiplier: optionalNumber,
  counterpartyFixedFee: optionalNumber,
  serviceApiMultiplier: optionalNumber,
  serviceApiFixedFee: optionalNumber,
  serviceApiVariableFeeRate: optionalNumber,
  serviceApiVariableFeeAmount: optionalNumber,
});
