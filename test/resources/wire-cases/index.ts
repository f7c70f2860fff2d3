import type { WireCase } from "../wire";
import { accountCases } from "./accounts";
import { authCases } from "./auth";
import { customerCases } from "./customers";
import { moneyCases } from "./money";
import { platformCases } from "./platform";

/** The requests of every method of the client. */
export const cases: readonly WireCase[] = [
  ...customerCases,
  ...accountCases,
  ...moneyCases,
  ...authCases,
  ...platformCases,
];
