import type { WireCase } from "../wire";
import { accountCases, accountsTable } from "./accounts";
import { authCases, authTable } from "./auth";
import { customerCases, customersTable } from "./customers";
import { moneyCases, moneyTable } from "./money";
import { platformCases, platformTable } from "./platform";

/** The requests of every method of the client. */
export const cases: readonly WireCase[] = [
  ...customerCases,
  ...accountCases,
  ...moneyCases,
  ...authCases,
  ...platformCases,
];

/** What the documents say of every operation. */
export const tables: readonly string[] = [
  customersTable,
  accountsTable,
  moneyTable,
  authTable,
  platformTable,
];
