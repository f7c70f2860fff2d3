import { routes as accountRoutes } from "./accounts";
import { routes as customerRoutes } from "./customers";
import { routes as onboardingRoutes } from "./onboarding";
import { routes as platformRoutes } from "./platform";
import { routes as quoteRoutes } from "./quotes";
import { routes as sandboxRoutes } from "./sandbox";
import { routes as transactionRoutes } from "./transactions";
import { routes as walletRoutes } from "./wallets";

export const routes = [
  ...customerRoutes,
  ...accountRoutes,
  ...onboardingRoutes,
  ...quoteRoutes,
  ...transactionRoutes,
  ...sandboxRoutes,
  ...walletRoutes,
  ...platformRoutes,
];
