import type { OperationName } from "../../runtime/operations";
import type { Route } from "../route";
import { routes as accountRoutes } from "./accounts";
import { routes as customerRoutes } from "./customers";
import { routes as onboardingRoutes } from "./onboarding";
import { routes as platformRoutes } from "./platform";
import { routes as quoteRoutes } from "./quotes";
import { routes as sandboxRoutes } from "./sandbox";
import { routes as transactionRoutes } from "./transactions";
import { routes as walletRoutes } from "./wallets";

const served = [
  ...customerRoutes,
  ...accountRoutes,
  ...onboardingRoutes,
  ...quoteRoutes,
  ...transactionRoutes,
  ...sandboxRoutes,
  ...walletRoutes,
  ...platformRoutes,
];

type Unserved = Exclude<OperationName, NonNullable<(typeof served)[number]["name"]>>;

/** A route for each operation. The compiler names an operation without one. */
export const routes: readonly Route[] = served satisfies [Unserved] extends [never] ? unknown : Unserved;
