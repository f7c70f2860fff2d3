import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions } from "../core/types";
import {
  apiTokenSchema,
  createdApiTokenSchema,
  discoverySchema,
  platformConfigSchema,
  umaInvitationSchema,
  umaProviderSchema,
} from "../models/platform";
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
import { CONFIG, DISCOVERIES, INVITATIONS, TOKENS, UMA_PROVIDERS } from "../operations/platform";
import { Resource } from "./resource";

/** The settings of the platform: UMA domain, currencies and webhook endpoint. */
export class Config extends Resource {
  /**
   * Reads the platform's settings. The limits of a currency are integers in its smallest unit.
   *
   * @example
   * ```ts
   * const { webhookEndpoint, supportedCurrencies } = await payments.config.retrieve();
   * ```
   * @see GET /config
   */
  async retrieve(options?: RequestOptions): Promise<PlatformConfig> {
    return this.call(CONFIG.retrieve, platformConfigSchema, { options });
  }

  /**
   * Updates the platform's settings. Changes only those that you pass. Repeating the call has no further effect.
   *
   * @throws {BadRequestError} when a field is malformed
   *
   * @example
   * ```ts
   * await payments.config.update({ webhookEndpoint: "https://platform.example/webhooks" });
   * ```
   * @see PATCH /config
   */
  async update(params: PlatformConfigUpdateParams, options?: RequestOptions): Promise<PlatformConfig> {
    return this.call(CONFIG.update, platformConfigSchema, { params, options });
  }
}

/** Banks and other institutions that you can pay. */
export class Discoveries extends Resource {
  /**
   * Lists the banks that you can pay in a country or currency. The result is not paged.
   *
   * @throws {BadRequestError} when the country or the currency is not supported
   *
   * @example
   * ```ts
   * for await (const { bankName, displayName } of payments.discoveries.list({ country: "NG" })) {
   *   console.log(bankName, displayName);
   * }
   * ```
   * @see GET /discoveries
   */
  list(params: DiscoveryListParams = {}, options?: RequestOptions): Paginator<Discovery> {
    return this.pages(DISCOVERIES.list, discoverySchema, { params, options });
  }
}

/** Institutions that offer UMA addresses to their customers. */
export class UmaProviders extends Resource {
  /**
   * Lists the institutions that offer UMA addresses to their customers.
   *
   * @example
   * ```ts
   * for await (const { name, domain } of payments.umaProviders.list({ countryCode: "BR" })) console.log(name, domain);
   * ```
   * @see GET /uma-providers
   */
  list(params: UmaProviderListParams = {}, options?: ListOptions): Paginator<UmaProvider> {
    return this.pages(UMA_PROVIDERS.list, umaProviderSchema, { params, options });
  }
}

/** Invitations from customers to people without a UMA address. */
export class Invitations extends Resource {
  /**
   * Invites a person on behalf of a customer. `url` is the page where the person claims the invitation.
   *
   * Not idempotent: a repeated call creates a second invitation.
   *
   * @throws {InvalidRequestError} when `amountToSend` is not a safe integer of 0 or more
   * @throws {BadRequestError} when a field is malformed, or no customer has the inviter's address
   *
   * @example
   * ```ts
   * const { url } = await payments.invitations.create({ inviterUma: "$ada@example.com", firstName: "Bob" });
   * ```
   * @see POST /invitations
   */
  async create(params: UmaInvitationCreateParams, options?: RequestOptions): Promise<UmaInvitation> {
    return this.call(INVITATIONS.create, umaInvitationSchema, { params, options });
  }

  /**
   * Reads an invitation.
   *
   * @throws {NotFoundError} when the invitation does not exist
   *
   * @example
   * ```ts
   * const { status } = await payments.invitations.retrieve(invitation.code);
   * ```
   * @see GET /invitations/{invitationCode}
   */
  async retrieve(invitationCode: string, options?: RequestOptions): Promise<UmaInvitation> {
    return this.call(INVITATIONS.retrieve, umaInvitationSchema, { id: invitationCode, options });
  }

  /**
   * Claims an invitation for a customer's UMA address. The inviter's platform receives the event
   * `INVITATION.CLAIMED`.
   *
   * @throws {BadRequestError} when the invitation was claimed or cancelled, or has expired
   * @throws {NotFoundError} when the invitation does not exist
   *
   * @example
   * ```ts
   * await payments.invitations.claim(invitation.code, { inviteeUma: "$bob@example.com" });
   * ```
   * @see POST /invitations/{invitationCode}/claim
   */
  async claim(
    invitationCode: string,
    params: UmaInvitationClaimParams,
    options?: RequestOptions,
  ): Promise<UmaInvitation> {
    return this.call(INVITATIONS.claim, umaInvitationSchema, { id: invitationCode, params, options });
  }

  /**
   * Cancels an unclaimed invitation.
   *
   * @throws {BadRequestError} when the invitation was claimed or cancelled, or has expired
   * @throws {PermissionDeniedError} when another platform made the invitation
   * @throws {NotFoundError} when the invitation does not exist
   *
   * @example
   * ```ts
   * await payments.invitations.cancel(invitation.code);
   * ```
   * @see POST /invitations/{invitationCode}/cancel
   */
  async cancel(invitationCode: string, options?: RequestOptions): Promise<UmaInvitation> {
    return this.call(INVITATIONS.cancel, umaInvitationSchema, { id: invitationCode, options });
  }
}

/** API tokens with which the platform's backends call the service. */
export class Tokens extends Resource {
  /**
   * Creates an API token. Only this response has its `clientSecret`, so store it now. Errors and logs never
   * show it.
   *
   * Not idempotent: a repeated call creates a second token. If the response is lost, delete the token,
   * because its secret is unknown.
   *
   * @throws {BadRequestError} when a field is malformed
   *
   * @example
   * ```ts
   * // Only this response has the secret.
   * const { clientId, clientSecret } = await payments.tokens.create({ name: "reports", permissions: ["VIEW"] });
   * ```
   * @see POST /tokens
   */
  async create(params: ApiTokenCreateParams, options?: RequestOptions): Promise<CreatedApiToken> {
    return this.call(TOKENS.create, createdApiTokenSchema, { params, options });
  }

  /**
   * Lists API tokens, without their secrets. Filters combine with "and".
   *
   * @example
   * ```ts
   * const tokens = await payments.tokens.list({ name: "reports" }).toArray();
   * ```
   * @see GET /tokens
   */
  list(params: ApiTokenListParams = {}, options?: ListOptions): Paginator<ApiToken> {
    return this.pages(TOKENS.list, apiTokenSchema, { params, options });
  }

  /**
   * Reads an API token, without its secret.
   *
   * @throws {NotFoundError} when the token does not exist
   *
   * @example
   * ```ts
   * const { permissions } = await payments.tokens.retrieve(token.id);
   * ```
   * @see GET /tokens/{tokenId}
   */
  async retrieve(tokenId: string, options?: RequestOptions): Promise<ApiToken> {
    return this.call(TOKENS.retrieve, apiTokenSchema, { id: tokenId, options });
  }

  /**
   * Deletes an API token. Calls with it fail from now on.
   *
   * @throws {NotFoundError} when the token does not exist
   *
   * @example
   * ```ts
   * await payments.tokens.delete(token.id);
   * ```
   * @see DELETE /tokens/{tokenId}
   */
  async delete(tokenId: string, options?: RequestOptions): Promise<void> {
    return this.call(TOKENS.delete, undefined, { id: tokenId, options });
  }
}
