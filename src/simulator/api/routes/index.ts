import type { Route } from "../route";
import { beneficialOwnerRoutes, bulkImportRoutes, documentRoutes, verificationRoutes } from "./onboarding";
import { configRoutes, cryptoRoutes, directoryRoutes, exchangeRateRoutes, tokenRoutes } from "./platform";
import { credentialRoutes, exportRoutes, sessionRoutes } from "./wallets";
import { customerRoutes, invitationRoutes } from "./customers";
import { externalAccountRoutes, internalAccountRoutes } from "./accounts";
import { quoteRoutes, receiverRoutes } from "./quotes";
import { sandboxRoutes } from "./sandbox";
import { transactionRoutes, transferRoutes } from "./transactions";

/** Every route of the service. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...internalAccountRoutes,
  ...externalAccountRoutes,
  ...verificationRoutes,
  ...beneficialOwnerRoutes,
  ...documentRoutes,
  ...bulkImportRoutes,
  ...invitationRoutes,
  ...quoteRoutes,
  ...transferRoutes,
  ...transactionRoutes,
  ...receiverRoutes,
  ...sandboxRoutes,
  ...credentialRoutes,
  ...sessionRoutes,
  ...exportRoutes,
  ...tokenRoutes,
  ...configRoutes,
  ...exchangeRateRoutes,
  ...directoryRoutes,
  ...cryptoRoutes,
];
