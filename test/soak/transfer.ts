import { AMOUNT } from "../explore/bodies";

/** The payment of every call. */
export const transfer = {
  source: { accountId: "ExternalAccount:1" },
  destination: { accountId: "InternalAccount:1" },
  amount: AMOUNT,
} as const;
