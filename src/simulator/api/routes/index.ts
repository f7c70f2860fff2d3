import type { Domain } from "../../domain/domain";
import { SignedRequests } from "../../domain/signed-requests";
import type { RouteResponse } from "../../runtime/wire";
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
export function createRoutes(domain: Domain): Route[] {
  const signedRequests = new SignedRequests<RouteResponse>({
    state: domain.state,
    clock: domain.clock,
    random: domain.random,
    signatures: domain.signatures,
    lifetimeMs: domain.options.challengeLifetimeMs,
    limit: domain.options.keep.challenges,
  });
  const wallets = { ...domain, signedRequests };
  return [
    ...customerRoutes(domain),
    ...internalAccountRoutes(domain),
    ...externalAccountRoutes(domain),
    ...verificationRoutes(domain),
    ...beneficialOwnerRoutes(domain),
    ...documentRoutes(domain),
    ...bulkImportRoutes(domain),
    ...invitationRoutes(domain),
    ...quoteRoutes(domain),
    ...transferRoutes(domain),
    ...transactionRoutes(domain),
    ...receiverRoutes(domain),
    ...sandboxRoutes(domain),
    ...credentialRoutes(wallets),
    ...sessionRoutes(wallets),
    ...exportRoutes(wallets),
    ...tokenRoutes(domain),
    ...configRoutes(domain),
    ...exchangeRateRoutes(domain),
    ...directoryRoutes(),
    ...cryptoRoutes(domain),
  ];
}
