import type { Destination } from "payments-sdk";
import type { Payee, UserInfo } from "../shared";

/** The user's payee for a destination. */
export function payeeOf({ payees }: UserInfo, destination: Destination | undefined): Payee | undefined {
  if (destination === undefined) return undefined;
  return payees.find(({ destination: known }) =>
    known.destinationType === "ACCOUNT"
      ? "accountId" in destination && destination.accountId === known.accountId
      : "umaAddress" in destination && destination.umaAddress === known.umaAddress,
  );
}
