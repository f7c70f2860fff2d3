import type {
  ApiToken,
  ApiTokenCreateParams,
  ApiTokenListParams,
  CreatedApiToken,
  Discovery,
  DiscoveryListParams,
  PlatformConfig,
  PlatformConfigUpdateParams,
  UmaInvitation,
  UmaInvitationClaimParams,
  UmaInvitationCreateParams,
  UmaProvider,
  UmaProviderListParams,
} from "../models/platform";
import { INVITATION, PLATFORM_CONFIG, SAME_ID } from "./always";
import { anything } from "../options/kinds";
import { amount, CREATED_AND_UPDATED, optional, PAGING } from "./parameter-kinds";
import { filters, given, allRowsOf, nothing, group, one, operation, pageOf } from "./operation";

export const CONFIG = group("config", {
  retrieve: operation("GET /config", {
    result: one<PlatformConfig>(PLATFORM_CONFIG),
  }),
  update: operation("PATCH /config", {
    body: given<PlatformConfigUpdateParams>(),
    result: one<PlatformConfig>(PLATFORM_CONFIG, {
      umaDomain: "umaDomain",
      webhookEndpoint: "webhookEndpoint",
    }),
  }),
});

export const DISCOVERIES = group("discoveries", {
  list: operation("GET /discoveries", {
    query: filters<DiscoveryListParams>({ country: anything, currency: anything }),
    result: allRowsOf<Discovery>(),
  }),
});

export const UMA_PROVIDERS = group("umaProviders", {
  list: operation("GET /uma-providers", {
    query: filters<UmaProviderListParams>({
      ...PAGING,
      countryCode: anything,
      currencyCode: anything,
      hasBlockedProviders: anything,
      sortOrder: anything,
    }),
    result: pageOf<UmaProvider>(false),
  }),
});

export const INVITATIONS = group("invitations", {
  create: operation("POST /invitations", {
    body: given<UmaInvitationCreateParams>({ amountToSend: optional(amount) }),
    result: one<UmaInvitation>(INVITATION, { inviterUma: "inviterUma" }),
  }),
  retrieve: operation("GET /invitations/{invitationCode}", {
    result: one<UmaInvitation>(INVITATION, { code: "{invitationCode}" }),
  }),
  claim: operation("POST /invitations/{invitationCode}/claim", {
    body: given<UmaInvitationClaimParams>(),
    result: one<UmaInvitation>(INVITATION, { code: "{invitationCode}" }),
  }),
  cancel: operation("POST /invitations/{invitationCode}/cancel", {
    result: one<UmaInvitation>(INVITATION, { code: "{invitationCode}" }),
  }),
});

export const TOKENS = group("tokens", {
  create: operation("POST /tokens", {
    body: given<ApiTokenCreateParams>(),
    result: one<CreatedApiToken>({ fields: ["id", "clientId"] }),
  }),
  list: operation("GET /tokens", {
    query: filters<ApiTokenListParams>({ ...PAGING, name: anything, ...CREATED_AND_UPDATED }),
    result: pageOf<ApiToken>(),
  }),
  retrieve: operation("GET /tokens/{tokenId}", {
    id: "token",
    result: one<ApiToken>({}, SAME_ID),
  }),
  delete: operation("DELETE /tokens/{tokenId}", {
    id: "token",
    result: nothing,
  }),
});

export const PLATFORM_GROUPS = [CONFIG, DISCOVERIES, UMA_PROVIDERS, INVITATIONS, TOKENS];
