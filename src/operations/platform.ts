import type {
  ApiToken,
  ApiTokenCreateParams,
  ApiTokenListParams,
  CreatedApiToken,
} from "../models/api-token";
import type { Discovery, DiscoveryListParams } from "../models/discovery";
import type {
  UmaInvitation,
  UmaInvitationClaimParams,
  UmaInvitationCreateParams,
} from "../models/invitation";
import type { PlatformConfig, PlatformConfigUpdateParams } from "../models/platform-config";
import type { UmaProvider, UmaProviderListParams } from "../models/uma-provider";
import { CONFIG, INVITATION } from "./always";
import { anything } from "../options/kinds";
import { amount, CREATED_AND_UPDATED, optional, PAGING } from "./parameter-kinds";
import { filters, given, allRowsOf, nothing, one, operation, pageOf } from "./operation";

export const retrieveConfig = operation("config.retrieve", "GET /config", {
  result: one<PlatformConfig>(CONFIG),
});

export const updateConfig = operation("config.update", "PATCH /config", {
  body: given<PlatformConfigUpdateParams>(),
  result: one<PlatformConfig>(CONFIG, { umaDomain: "umaDomain", webhookEndpoint: "webhookEndpoint" }),
});

export const listDiscoveries = operation("discoveries.list", "GET /discoveries", {
  query: filters<DiscoveryListParams>({ country: anything, currency: anything }),
  result: allRowsOf<Discovery>(),
});

export const listUmaProviders = operation("umaProviders.list", "GET /uma-providers", {
  query: filters<UmaProviderListParams>({
    ...PAGING,
    countryCode: anything,
    currencyCode: anything,
    hasBlockedProviders: anything,
    sortOrder: anything,
  }),
  result: pageOf<UmaProvider>(),
});

export const createInvitation = operation("invitations.create", "POST /invitations", {
  body: given<UmaInvitationCreateParams>({ amountToSend: optional(amount) }),
  result: one<UmaInvitation>(INVITATION, { inviterUma: "inviterUma" }),
});

export const retrieveInvitation = operation("invitations.retrieve", "GET /invitations/{invitationCode}", {
  result: one<UmaInvitation>(INVITATION, { code: "{invitationCode}" }),
});

export const claimInvitation = operation("invitations.claim", "POST /invitations/{invitationCode}/claim", {
  body: given<UmaInvitationClaimParams>(),
  result: one<UmaInvitation>(INVITATION, { code: "{invitationCode}" }),
});

export const cancelInvitation = operation("invitations.cancel", "POST /invitations/{invitationCode}/cancel", {
  result: one<UmaInvitation>(INVITATION, { code: "{invitationCode}" }),
});

export const createToken = operation("tokens.create", "POST /tokens", {
  body: given<ApiTokenCreateParams>(),
  result: one<CreatedApiToken>({ fields: ["id", "clientId"] }),
});

export const listTokens = operation("tokens.list", "GET /tokens", {
  query: filters<ApiTokenListParams>({ ...PAGING, name: anything, ...CREATED_AND_UPDATED }),
  result: pageOf<ApiToken>(),
});

export const retrieveToken = operation("tokens.retrieve", "GET /tokens/{tokenId}", {
  id: "token",
  result: one<ApiToken>({}, { id: "{tokenId}" }),
});

export const deleteToken = operation("tokens.delete", "DELETE /tokens/{tokenId}", {
  id: "token",
  result: nothing,
});

/** Every operation of this file. */
export const PLATFORM = [
  retrieveConfig,
  updateConfig,
  listDiscoveries,
  listUmaProviders,
  createInvitation,
  retrieveInvitation,
  claimInvitation,
  cancelInvitation,
  createToken,
  listTokens,
  retrieveToken,
  deleteToken,
] as const;
