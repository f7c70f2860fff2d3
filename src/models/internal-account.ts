import { currencyAmountSchema } from "./currency";
import type { CurrencyAmount, CurrencyCode } from "./currency";
import type { CustomerId, InternalAccountId } from "./ids";
import type { Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { paymentInstructionSchema } from "./payment-instruction";
import type { PaymentInstruction } from "./payment-instruction";
import { list, model, nullishString, string } from "./schema";

/**
 * The kind of an internal account.
 *
 * - `INTERNAL_FIAT`: managed fiat money.
 * - `INTERNAL_CRYPTO`: a managed stablecoin such as USDC.
 * - `EMBEDDED_WALLET`: a self-custodial wallet. Its owner signs every outbound transfer.
 */
export type InternalAccountType = "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET";

/** An account that the service holds for a customer or the platform. */
export interface InternalAccount {
  id: InternalAccountId;
  type: Open<InternalAccountType>;
  balance: CurrencyAmount;
  /** The ways to fund the account. */
  fundingPaymentInstructions: PaymentInstruction[];
  /** The customer that owns it. Absent on an account of the platform. */
  customerId?: Nullish<CustomerId>;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt: string;
}

/** Filters of `internalAccounts.list`. */
export interface InternalAccountListParams extends PageParams {
  currency?: CurrencyCode | undefined;
  customerId?: CustomerId | undefined;
  type?: InternalAccountType | undefined;
}

/** Filters of `platform.internalAccounts.list`. */
export interface PlatformInternalAccountListParams {
  currency?: CurrencyCode | undefined;
  type?: InternalAccountType | undefined;
}

export const internalAccountSchema = /* @__PURE__ */ model<InternalAccount>({
  id: string,
  type: string,
  balance: currencyAmountSchema,
  fundingPaymentInstructions: /* @__PURE__ */ list(paymentInstructionSchema),
  customerId: nullishString,
  createdAt: string,
  updatedAt: string,
});
