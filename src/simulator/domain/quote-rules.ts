import type { Receiver, Sender } from "./quote-parties";
import { badRequest, invalidInput } from "./problem";

/** @throws {Problem} when the request is refused: 400 unless two accounts differ, and two currencies unless the transfer endpoints cannot do it (OP-49). */
export function requireExchange(sender: Sender, receiver: Receiver): void {
  if (sender.book === receiver.book && sender.book.startsWith("InternalAccount:")) {
    throw badRequest("SELF_PAYMENT", "The source and the destination are the same account", {
      field: "destination",
    });
  }
  const isAccountToAccount =
    sender.source.sourceType === "ACCOUNT" && receiver.destination["destinationType"] === "ACCOUNT";
  if (sender.currency === receiver.currency && isAccountToAccount && sender.funding !== "signature") {
    throw invalidInput("A same-currency transfer goes through /transfer-in or /transfer-out", {
      field: "destination",
      currency: sender.currency,
    });
  }
}

/** @throws {Problem} when the request is refused: 400 unless the customer pays in an enabled currency, or from a crypto account that every customer has. */
export function requireEnabledCurrency({ customer, currency, isProvisioned = false }: Sender): void {
  if (!customer || isProvisioned || customer.currencies.includes(currency)) return;
  throw badRequest("INVALID_CURRENCY", `${currency} is not enabled for ${customer.id}`, {
    field: "source",
    currency,
    enabled: customer.currencies,
  });
}

/** @throws {Problem} when the request is refused: 400 for a source that cannot be charged without a further step. */
export function requireImmediatelyExecutable({ funding }: Sender): void {
  const reasons: Partial<Record<Sender["funding"], string>> = {
    signature: "a wallet's quote is created first and executed with a signature",
    instructions: "the source is funded through payment instructions",
  };
  const reason = reasons[funding];
  if (reason !== undefined) {
    throw invalidInput(`immediatelyExecute: ${reason}`, { field: "immediatelyExecute" });
  }
}
