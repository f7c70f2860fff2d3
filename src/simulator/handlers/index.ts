import type { Route } from "../route";
import { credentialRoutes } from "./auth-credentials";
import { sessionRoutes } from "./auth-sessions";
import { beneficialOwnerRoutes } from "./beneficial-owners";
import { customerRoutes } from "./customers";
import { documentRoutes } from "./documents";
import { externalAccountRoutes } from "./external-accounts";
import { internalAccountRoutes } from "./internal-accounts";
import { quoteRoutes } from "./quotes";
import { receiverRoutes } from "./receivers";
import { sandboxRoutes } from "./sandbox";
import { transactionRoutes } from "./transactions";
import { transferRoutes } from "./transfers";
import { verificationRoutes } from "./verifications";
import { exportRoutes } from "./wallet-export";

/** Every route of the service. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...internalAccountRoutes,
  ...externalAccountRoutes,
  ...verificationRoutes,
  ...beneficialOwnerRoutes,
  ...documentRoutes,
  ...quoteRoutes,
  ...transferRoutes,
  ...transactionRoutes,
  ...receiverRoutes,
  ...sandboxRoutes,
  ...credentialRoutes,
  ...sessionRoutes,
  ...exportRoutes,
];
