import type { WireCase } from "../wire";
import { accountCases } from "./accounts";
import { authCases } from "./auth";
import { customerCases } from "./customers";
import { moneyCases } from "./money";
import { platformCases } from "./platform";

/** What every method of the client sends. */
export const cases: readonly WireCase[] = [
  ...customerCases,
  ...accountCases,
  ...moneyCases,
  ...authCases,
  ...platformCases,
];
