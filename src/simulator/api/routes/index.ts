import type { OperationName } from "../../runtime/operations";
import type { Route } from "../route";
import { accountRoutes } from "./accounts";
import { customerRoutes } from "./customers";
import { onboardingRoutes } from "./onboarding";
import { platformRoutes } from "./platform";
import { quoteRoutes } from "./quotes";
import { sandboxRoutes } from "./sandbox";
import { transactionRoutes } from "./transactions";
import { walletRoutes } from "./wallets";

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

type Unserved = Exclude<OperationName, NonNullable<(typeof served)[number]["operation"]>["name"]>;

/** A route for each operation. The compiler names an operation without one. */
export const routes: readonly Route[] = served satisfies [Unserved] extends [never] ? unknown : Unserved;
