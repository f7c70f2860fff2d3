import { currencyAmountSchema } from "./currency";
import type { CurrencyAmount } from "./currency";
import type { Nullish, Open } from "./open";
import { model, nullish, nullishString, string } from "./schema";

/** An invitation to get a UMA address. */
export interface UmaInvitation {
  code: string;
  /** The page where the invited person claims it. */
  url: string;
  inviterUma: string;
  inviteeUma?: Nullish<string>;
  status: Open<"PENDING" | "CLAIMED" | "EXPIRED" | "CANCELLED">;
  firstName?: Nullish<string>;
  amountToSend?: Nullish<CurrencyAmount>;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  claimedAt?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  expiresAt?: Nullish<string>;
}

/** Parameters of `invitations.create`. */
export interface UmaInvitationCreateParams {
  /** The UMA address of the inviting customer. Starts with `$`. */
  inviterUma: string;
  /** The first name of the invited person. */
  firstName?: string | undefined;
  /** Integer in the smallest unit of the currency. */
  amountToSend?: number | undefined;
  /** A string is an ISO 8601 date-time. */
  expiresAt?: Date | string | undefined;
}

/** Parameters of `invitations.claim`. */
export interface UmaInvitationClaimParams {
  /** The UMA address of the invited person. Starts with `$`. */
  inviteeUma: string;
}

export const umaInvitationSchema = /* @__PURE__ */ model<UmaInvitation>({
  code: string,
  url: string,
  inviterUma: string,
  inviteeUma: nullishString,
  status: string,
  firstName: nullishString,
  amountToSend: /* @__PURE__ */ nullish(currencyAmountSchema),
  createdAt: string,
  claimedAt: nullishString,
  expiresAt: nullishString,
});
