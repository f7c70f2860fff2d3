import type { Route } from "../route";
import { beneficialOwnerRoutes } from "./beneficial-owners";
import { configRoutes } from "./config";
import { bulkImportRoutes } from "./bulk-imports";
import { credentialRoutes } from "./credentials";
import { cryptoRoutes } from "./crypto";
import { customerRoutes } from "./customers";
import { directoryRoutes } from "./directories";
import { documentRoutes } from "./documents";
import { exchangeRateRoutes } from "./exchange-rates";
import { externalAccountRoutes } from "./external-accounts";
import { internalAccountRoutes } from "./internal-accounts";
import { invitationRoutes } from "./invitations";
import { quoteRoutes } from "./quotes";
import { receiverRoutes } from "./receivers";
import { sandboxRoutes } from "./sandbox";
import { sessionRoutes } from "./sessions";
import { tokenRoutes } from "./tokens";
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
