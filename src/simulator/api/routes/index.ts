import type { Route } from "../route";
import { accountRoutes } from "./accounts";
import { customerRoutes } from "./customers";
import { onboardingRoutes } from "./onboarding";
import { platformRoutes } from "./platform";
import { quoteRoutes } from "./quotes";
import { sandboxRoutes } from "./sandbox";
import { transactionRoutes } from "./transactions";
import { walletRoutes } from "./wallets";

export const routes: readonly Route[] = [
  ...customerRoutes,
  ...accountRoutes,
  ...onboardingRoutes,
  ...quoteRoutes,
  ...transactionRoutes,
  ...sandboxRoutes,
  ...walletRoutes,
  ...platformRoutes,
];
