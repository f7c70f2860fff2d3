import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions } from "../core/types";
import { apiTokenSchema, createdApiTokenSchema } from "../models/api-token";
import type {
  ApiToken,
  ApiTokenCreateParams,
  ApiTokenListParams,
  CreatedApiToken,
} from "../models/api-token";
import { TOKENS } from "../operations/platform";
import { Resource } from "./resource";

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
