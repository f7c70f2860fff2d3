import type { Caller } from "../caller";
import { conventions, pages, unknownIds } from "./conventions";
import { customers, documents, externalAccounts, internalAccounts, onboarding } from "./customers";
import { funding, quotes, transactions, transfers } from "./money";
import { credentials, walletPayments } from "./wallets";

/** The suite: exchanges by the section of the specification that they are about. */
export const chapters: Readonly<Record<string, (caller: Caller) => Promise<void>>> = {
  Conventions: conventions,
  Pages: pages,
  Errors: unknownIds,
  Customers: customers,
  "Internal accounts": internalAccounts,
  "External accounts": externalAccounts,
  Onboarding: onboarding,
  Documents: documents,
  Transfers: transfers,
  Quotes: quotes,
  Funding: funding,
  Transactions: transactions,
  Credentials: credentials,
  "Wallet payments": walletPayments,
};
